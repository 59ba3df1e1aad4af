/** Histories of several clients through the balancer, while nodes, their wires, PostgreSQL and Redis fail. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { draw, seed as drawSeed } from "../../_draw.ts";
import { needs } from "../../_programs.ts";
import { FAULTS, MAX_MS, type Fault } from "./faults.ts";
import { isLinearizable, staleReads, wrongCounts, wrongElements, type Write } from "./history.ts";
import { randomFrom, Recording } from "./recording.ts";
import { LIMIT, startService, type Service } from "./service.ts";
import { wrongLimits, wrongOrder } from "./shared.ts";

const SEEDS = (process.env["HISTORY_SEEDS"] ?? "1").split(",").map(Number);
const PAUSE_MS = 300;
/** The part of a limit that the two other nodes may have set aside, as `/api/rate-limit-policy` states. */
const EARLY = 0.2;
const TRUSTING = join(import.meta.dirname, "trusting-store.ts");

type Urls = Parameters<Parameters<typeof startService>[0]>[0];

interface Course {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly isStrong?: boolean;
  readonly recording?: Recording;
}

/** Runs clients and faults, and returns what broke a rule. */
async function violations(
  service: Service,
  { seed, faults, isStrong = false, recording = new Recording(service) }: Course,
) {
  const random = randomFrom(seed);
  const end = new AbortController();
  const clients = recording.run(seed, end.signal);
  await sleep(PAUSE_MS);
  for (const fault of faults.toSorted(() => random() - 0.5)) {
    await fault(service, random);
    await sleep(PAUSE_MS);
  }
  end.abort();
  await clients;
  await sleep(1.2 * MAX_MS);
  const { operations, askings, runs } = recording;
  // The rest recovers by itself.
  let elements: readonly string[] | undefined;
  const isThere = async () => {
    elements = await recording.elements();
    return elements !== undefined && (await recording.readAll());
  };
  await expect.poll(isThere).toBe(true);

  const byThing = Map.groupBy(operations, ({ of }) => of);
  const writes = operations.filter((one): one is Write => one.kind === "write");
  const found = [...byThing].flatMap(([of, history]) => {
    if (isStrong && of.startsWith("registers"))
      return isLinearizable(history) ? [] : [`${of} is not linearizable`];
    if (of.startsWith("registers")) return staleReads(history, MAX_MS);
    return of.startsWith("counters") ? wrongCounts(history, MAX_MS) : [];
  });
  const ofSet = writes.filter(({ of }) => of === "elements");
  found.push(...wrongElements(ofSet, elements ?? []), ...recording.wrong);
  found.push(...wrongLimits(askings, LIMIT, EARLY), ...wrongOrder(runs));
  return { found, operations, askings, runs };
}

needs("postgres", "redis-server", "haproxy");

describe("three nodes on PostgreSQL and Redis", () => {
  // Each run draws some of the faults.
  test.each(SEEDS)(`keep their promise in history %i, with SEED=${drawSeed}`, async (seed) => {
    const service = await startService(({ postgres: url }) => ({ store: { url } }));
    const faults = draw(Object.values(FAULTS), 4);
    const seen = await violations(service, { seed, faults });
    expect(seen.found, `seed ${seed}`).toEqual([]);
    expect(seen.operations.length).toBeGreaterThan(500);
    // Those who asked while nothing kept nodes from counting together are what the limit is about.
    const strict = seen.askings.filter(({ disturbances }) => disturbances === 0);
    expect(strict.length).toBeGreaterThan(1);
    expect(seen.runs.flat().length).toBeGreaterThan(new Set(seen.runs.flat()).size);
  });

  test("that ask before each read are linearizable", async () => {
    const versions = { mode: "exact" };
    const service = await startService(({ postgres: url }) => ({ store: { url, versions } }));
    const faults = [FAULTS["listeners are ended"]];
    const { found } = await violations(service, { seed: 5, faults, isStrong: true });
    expect(found).toEqual([]);
  });

  // One history may miss one of the three: a further one is another draw of moments.
  test("are found out where they trust too much", { retry: 2 }, async () => {
    const forever = "1h";
    const lease = forever;
    const broken = [
      // Its version never changes.
      ({ postgres: url }: Urls) => ({ store: false, [TRUSTING]: { url } }),
      // No lease: what was kept counts while neither notifications nor polls arrive. It counts clients alone, too.
      ({ postgres: url, redis }: Urls) => ({
        store: { url, versions: { lease } },
        redis: { url: redis, prefix: "alone" },
      }),
      // Notifications only: no poll, nor one for those who follow the events.
      ({ postgres: url }: Urls) => ({
        store: { url, versions: { lease, poll: forever } },
        events: { dataInterval: forever },
      }),
    ];
    const service = await startService((urls, index) => broken[index]!(urls));
    const recording = new Recording(service, service.nodes[0]!.node.url);
    const faults = [FAULTS["listeners hang"], FAULTS["notifications are lost"]];
    const { found } = await violations(service, { seed: 1, faults, recording });
    for (const node of broken.keys()) {
      const isStale = new RegExp(`^read .* at node ${node} .* before the read began$`);
      expect(found).toContainEqual(expect.stringMatching(isStale));
    }
    expect(found).toContainEqual(expect.stringContaining("requests allowed, 0 disturbances"));
  });
});
