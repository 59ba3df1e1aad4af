/** Every contender does the job of every work that it is measured in. Without times: `npm run bench` takes those. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draw, seed } from "../_draw.ts";
import { isPeer, peersInstalled, type Contender } from "./contenders/index.ts";
import type { Job } from "./contenders/job.ts";
import { captureJob } from "./harness/capture.ts";
import { differences } from "./harness/same.ts";
import { withServer } from "./harness/server.ts";
import type { Context } from "./works/context.ts";
import { works } from "./works/index.ts";
import { makeStores } from "./works/store-files.ts";
import type { ThroughputWork } from "./works/throughput.ts";
import { readSettings } from "./settings.ts";

const scratch = mkdtempSync(join(tmpdir(), "waymark-same-"));
const path = join(scratch, "job.json");
let job: Job;
const servers = new Map<string, readonly [Contender, ThroughputWork[]]>();

beforeAll(async () => {
  const stores = await makeStores(scratch, 50_000, () => {});
  job = await captureJob(path, stores.waymark);
  const context: Context = {
    settings: readSettings([]),
    scratch,
    job: async () => ({ path, job }),
    store: async () => stores,
    say: () => {},
  };
  for (const { compared } of works) {
    for (const contender of (await compared?.contenders(context)) ?? []) {
      if (compared === undefined || compared.beside?.(contender) !== undefined) continue;
      const key = JSON.stringify([contender.script, contender.env]);
      const known = servers.get(key) ?? [contender, []];
      known[1].push(compared);
      servers.set(key, known);
    }
  }
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function check(chosen: (contender: Contender) => boolean): Promise<void> {
  const found: string[] = [];
  const all = [...servers.values()].filter(([contender]) => chosen(contender));
  for (const [contender, compared] of draw(all, Math.ceil(all.length / 2))) {
    await withServer(contender, { job: path }, async ({ port }) => {
      for (const { id, shape, answer } of compared) {
        const expected = job[answer];
        if (expected === undefined) throw new Error(`the job has no answer "${answer}"`);
        for (const difference of await differences(port, shape, expected))
          found.push(`${contender.name}, ${id}: ${difference}`);
      }
    });
  }
  expect(found).toEqual([]);
}

// Each run draws half of them.
test(`our contenders and the limits do the same job in every work (T6), with SEED=${seed}`, () =>
  check((contender) => !isPeer(contender)));

// .ci/run installs them, so that a missing one fails there.
test.skipIf(!peersInstalled() && process.env["CI"] === undefined)(
  "the peers do the same job in every work (T6); skipped without npm ci --ignore-scripts --prefix test/bench",
  () => check(isPeer),
);
