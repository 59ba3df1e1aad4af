/**
 * Profiles a contender under load: its functions by self time.
 *
 * Usage: node test/bench/profile.ts [contender=fastPath] [shape=list] [seconds=3] [top=30]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as contenders from "./contenders/index.ts";
import { captureJob } from "./harness/capture.ts";
import { load } from "./harness/load.ts";
import { readProfile } from "./harness/read-profile.ts";
import { withServer } from "./harness/server.ts";
import { shapes } from "./works/shapes.ts";

const given = new Map(process.argv.slice(2).map((arg) => arg.split("=", 2) as [string, string]));
const contender = pick(contenders, given.get("contender") ?? "fastPath", "contender");
const shape = pick(shapes, given.get("shape") ?? "list", "shape");
if (typeof contender === "function") throw new Error("contender= names a contender");
const seconds = Number(given.get("seconds") ?? 3);

function pick<T extends object>(of: T, name: string, setting: string): T[keyof T] {
  if (Object.hasOwn(of, name)) return of[name as keyof T];
  throw new Error(`${setting}=${name} is none of ${Object.keys(of).join(", ")}`);
}

const folder = mkdtempSync(join(tmpdir(), "waymark-profile-"));
try {
  const job = join(folder, "job.json");
  await captureJob(job);
  const flags = ["--cpu-prof", "--cpu-prof-interval=200", `--cpu-prof-dir=${folder}`];
  await withServer(contender, { job, flags }, async (server) => {
    await load({ port: server.port, shape, seconds: 1 });
    await load({ port: server.port, shape, seconds });
    await server.exit();
  });
  const file = readdirSync(folder).find((name) => name.endsWith(".cpuprofile"));
  const profile = readProfile(readFileSync(join(folder, file ?? ""), "utf8"), seconds);
  console.table(profile.slice(0, Number(given.get("top") ?? 30)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
