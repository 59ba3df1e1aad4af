/**
 * Figures that must not get worse unnoticed. Ratios of processor time, never of throughput, between the best of several
 * interleaved rounds, with tolerances for noisy machines; and budgets that need no clock. `npm run bench` measures more,
 * and more exactly.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import preset from "../../plugins/preset.ts";
import { createCounter } from "../../plugins/policies/rate-limit/counter.ts";
import { bare, h3Only, fastPath } from "./contenders/index.ts";
import type { Job } from "./contenders/job.ts";
import { bootModules, type BootModules } from "./harness/boot-modules.ts";
import { captureJob } from "./harness/capture.ts";
import { cpuPerRequest, Least } from "./harness/gate.ts";
import { differences } from "./harness/same.ts";
import { withServer } from "./harness/server.ts";
import { keptPerRoute, measure, probe } from "./works/registry-size.ts";
import { shapes } from "./works/shapes.ts";

// As `npm run bench` starts them.
beforeAll(() => void vi.stubEnv("NODE_COMPILE_CACHE", undefined));
afterAll(() => void vi.unstubAllEnvs());

describe("processor time per request, against tuned node:http", () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-gate-"));
  const path = join(folder, "job.json");
  let job: Job;
  beforeAll(async () => {
    job = await captureJob(path);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const list = { shape: shapes.list };
  const notModified = { shape: shapes.list, conditional: true };
  const missing = { shape: shapes.missing };
  /** The requests sent to each, the static list first. */
  const asked = [
    [bare, { list, notModified }],
    [fastPath, { list, notModified }],
    [h3Only, { list, missing }],
  ] as const;

  /** How many times the processor time of the limit each may take; and a refusal, that of a good answer. */
  const limits = [
    [fastPath, "list", bare, "list", 2.5],
    [fastPath, "notModified", bare, "notModified", 2.5],
    [h3Only, "list", bare, "list", 3],
    [h3Only, "missing", h3Only, "list", 2.5],
  ] as const;

  const MAX_ROUNDS = 8;
  const ENOUGH_MS = 25_000;

  test.each([bare, fastPath, h3Only])("$name does the whole job", async (contender) => {
    const found = await withServer(contender, { job: path }, async ({ port }) => [
      ...(await differences(port, shapes.list, job.list)),
      ...(await differences(port, shapes.missing, job.missing)),
    ]);
    expect(found).toEqual([]);
  });

  test("stays within its limits", { timeout: 60_000 }, async () => {
    const least = new Least();
    const over = () =>
      limits.flatMap(([one, shape, other, good, most]) => {
        const ratio = least.of(`${one.name} ${shape}`) / least.of(`${other.name} ${good}`);
        if (ratio <= most) return [];
        return [
          `${one.name}, ${shape}: ${ratio.toFixed(2)} of ${other.name}, ${good}; at most ${most}`,
        ];
      });
    const began = performance.now();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      for (const [contender, of] of asked) {
        const used = await cpuPerRequest<string>(contender, path, of);
        for (const [shape, micros] of Object.entries(used))
          least.add(`${contender.name} ${shape}`, micros);
      }
      // Another round can only show that noise was to blame.
      if (over().length === 0 || performance.now() - began > ENOUGH_MS) break;
    }
    expect(over()).toEqual([]);
  });
});

describe("until the first answer", () => {
  let loaded: BootModules;
  beforeAll(async () => {
    loaded = await bootModules();
  });

  test("these packages are loaded, and no other", () => {
    expect(loaded.packages).toEqual([
      "citty",
      "content-type",
      "h3",
      "kysely",
      "lru-cache",
      "negotiator",
      "rou3",
      "srvx",
      "zod",
    ]);
  });

  test("a package's modules count, and ours by plugin", () => {
    expect(loaded.foreign).toBeLessThanOrEqual(432);
    // 5.62 were measured: what shows a page is loaded when one is first asked for.
    expect(loaded.own.length / preset.length).toBeLessThanOrEqual(5.75);
  });
});

/**
 * Bytes beyond h3's own, some 15 % above what was measured: 740 and 24,000. Before a route is asked these are its facts,
 * its handler, and what finds both; with the first request comes what policies compile for it. Its view as a page and its
 * refusals take more, with the first of each.
 */
const MOST_KEPT = { unasked: 850, asked: 27_600 };

test("a route keeps no more bytes than it may", { timeout: 60_000 }, async () => {
  const routes = 2000; // enough to make one-time costs negligible
  const kept = async (kind: "waymark" | "h3") => {
    const none = await measure(probe(0, kind), false);
    const many = await measure(probe(routes, kind), kind === "waymark");
    return {
      unasked: keptPerRoute(many.sizes, none.sizes, routes),
      more: many.lookups?.used ?? 0,
    };
  };
  const [ours, h3] = [await kept("waymark"), await kept("h3")];
  expect(ours.unasked - h3.unasked).toBeLessThan(MOST_KEPT.unasked);
  expect(ours.more).toBeGreaterThan(0);
  expect(ours.more).toBeLessThan(MOST_KEPT.asked);
});

test("the limiter remembers no more clients than its cap", () => {
  const [maxClients, clients] = [1000, 100_000];
  const limit = { name: "default", limit: 10, windowMs: 60_000 };
  const limiter = createCounter(maxClients);
  for (let i = 0; i < clients; i++) limiter.take(`client-${i}`, 1, limit);
  let remembered = 0;
  for (let i = 0; i < clients; i++)
    if (limiter.peek(`client-${i}`, 1, limit).remaining < 10) remembered++;
  expect(remembered).toBeGreaterThan(0);
  expect(remembered).toBeLessThanOrEqual(maxClients);
});
