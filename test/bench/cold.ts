/**
 * Cold start: from spawning a process to its first 200, as ratios to a bare h3 server in the same run. Run `npm run build`
 * first.
 *
 * Usage: node test/bench/cold.ts [rounds=9]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const rounds = Number(process.argv[2]?.split("=")[1] ?? 9);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "waymark-cold-"));
const cached = { NODE_COMPILE_CACHE: join(scratch, "cache") };
const uncached = { NODE_DISABLE_COMPILE_CACHE: "1" };

const contenders = [
  { name: "bare h3", args: [here("./bare-h3.ts")], env: cached },
  {
    name: "Waymark, dist, warm cache",
    args: [here("../../dist/kernel/cli/bin.js"), "start"],
    env: cached,
  },
  {
    name: "Waymark, dist, no cache",
    args: [here("../../dist/kernel/cli/bin.js"), "start"],
    env: uncached,
  },
  {
    name: "Waymark, source, no cache",
    args: [here("../../kernel/cli/bin.ts"), "start"],
    env: uncached,
  },
];

/** Tries until something answers, without the weight of an HTTP client. */
async function firstAnswer(port: number, until: number): Promise<void> {
  while (performance.now() < until) {
    const status = await new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("GET /api/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
      );
      socket.once("data", (chunk) => resolve(chunk.toString("latin1", 9, 12)));
      socket.once("error", () => resolve(""));
    });
    if (status === "200") return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error("no answer");
}

let port = 21_000 + (process.pid % 10_000);
async function start({ args, env }: (typeof contenders)[number]): Promise<number> {
  port++;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: scratch,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await firstAnswer(port, began + 20_000);
  const took = performance.now() - began;
  child.kill(); // with its handlers, so that the cache is written
  await once(child, "exit");
  return took;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

// The first start creates the database and fills the cache.
const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
for (const contender of contenders) await start(contender);
for (let round = 0; round < rounds; round++) {
  for (const contender of contenders) times.get(contender.name)?.push(await start(contender));
}
const bare = times.get("bare h3") ?? [];
console.table(
  [...times].map(([contender, of]) => {
    const ratios = of.map((ms, i) => ms / (bare[i] ?? Number.NaN));
    return {
      contender,
      "ms to first 200": Math.round(median(of)),
      ratio: median(ratios).toFixed(2),
      range: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
    };
  }),
);
rmSync(scratch, { recursive: true, force: true });
