/**
 * Measures Waymark beside its limit and its peers: every work, or those that are named.
 *
 * Usage: npm run bench [-- work=list,graphql rounds=5 seconds=3 …]; settings.ts has all names.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { peersInstalled } from "./contenders/index.ts";
import type { Job } from "./contenders/job.ts";
import { captureJob } from "./harness/capture.ts";
import { hasWrk } from "./harness/load.ts";
import { pinned } from "./harness/pin.ts";
import type { Result } from "./harness/result.ts";
import { printResult } from "./report/console.ts";
import { writeReports } from "./report/write.ts";
import { readSettings } from "./settings.ts";
import type { Context, Work } from "./works/context.ts";
import { works } from "./works/index.ts";
import { makeStores } from "./works/store-files.ts";

const settings = readSettings(process.argv.slice(2));
const commit = execFileSync("git", ["describe", "--always", "--dirty"], {
  encoding: "utf8",
}).trim();
const chosen = choose(settings.works);
const scratch = mkdtempSync(join(tmpdir(), "waymark-bench-"));
mkdirSync(settings.out, { recursive: true });

const say = (text: string) => process.stdout.write(`  ${text}\n`);
if (!hasWrk) say("wrk is not installed (apt install wrk): a loader of our own takes its place");
if (!pinned) say("processes cannot be pinned to cores (taskset): server and load share them");
if (!peersInstalled())
  say("the peers are not installed: npm ci --ignore-scripts --prefix test/bench");

function choose(ids: readonly string[] | undefined): readonly Work[] {
  if (ids === undefined) return works;
  return ids.map((id) => {
    const work = works.find((one) => one.id === id);
    if (work !== undefined) return work;
    throw new Error(`work=${id} is none of ${works.map((one) => one.id).join(", ")}`);
  });
}

/** Makes it when first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const store = once(() => makeStores(scratch, settings.rows, say));
const needsStore = chosen.some(({ id }) => id.startsWith("page"));
const job = once(async (): Promise<{ path: string; job: Job }> => {
  const path = join(scratch, "job.json");
  return { path, job: await captureJob(path, needsStore ? (await store()).waymark : undefined) };
});
const context: Context = { settings, scratch, job, store, say };

const results: Result[] = [];
let failed = false;
try {
  for (const work of chosen) {
    process.stdout.write(`\n${work.id}: ${work.title}\n`);
    try {
      const result = await work.run(context);
      results.push({
        ...result,
        settings: { ...settings, works: undefined, out: undefined },
        date: new Date().toISOString().slice(0, 10),
        commit,
      });
      printResult(result);
    } catch (error) {
      // The other works have something to say all the same.
      failed = true;
      say(`could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  writeReports(settings.out, results);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;
