/** Cold start: from spawning a process to its first 200, against a bare h3 server. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { figure, ratios } from "../harness/statistics.ts";
import type { Work } from "./context.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const BARE = "h3, bare";
const GOAL = "Waymark, dist, warm cache";
const [MS, RATIO] = ["ms to first 200", "ratio"];
const PATIENCE_MS = 20_000;

interface Start {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function starts(folder: string): readonly Start[] {
  const cached = { NODE_COMPILE_CACHE: join(folder, "cache") };
  const uncached = { NODE_DISABLE_COMPILE_CACHE: "1" };
  const dist = [here("../../../dist/kernel/cli/bin.js"), "start"];
  const source = [here("../../../kernel/cli/bin.ts"), "start"];
  return [
    { name: BARE, args: [here("../contenders/h3-ping.ts")], env: cached },
    { name: GOAL, args: dist, env: cached },
    { name: "Waymark, dist, no cache", args: dist, env: uncached },
    { name: "Waymark, source, no cache", args: source, env: uncached },
  ];
}

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
  throw new Error(`nothing answered at port ${port}`);
}

let port = 21_000 + (process.pid % 10_000);
async function start({ args, env }: Start, folder: string): Promise<number> {
  port++;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await firstAnswer(port, began + PATIENCE_MS);
    return performance.now() - began;
  } finally {
    const ended = once(child, "exit");
    child.kill(); // with its handlers, so that the cache is written
    await ended;
  }
}

export const coldWork: Work = {
  id: "cold",
  title: "Cold start",
  async run({ settings: { rounds }, scratch }) {
    if (!existsSync(here("../../../dist/kernel/cli/bin.js")))
      throw new Error("there is no dist/: run npm run build first");
    const folder = join(scratch, "cold");
    mkdirSync(folder, { recursive: true });
    const contenders = starts(folder);
    // The first start creates the database and fills the cache.
    for (const contender of contenders) await start(contender, folder);
    const samples = await interleave(contenders, rounds, (contender) => start(contender, folder));
    const [bare = []] = samples.values();
    const rows = [...samples].map(([{ name }, of]) => ({
      contender: name,
      figures: { [MS]: figure(of), [RATIO]: figure(ratios(of, bare)) },
    }));
    return {
      work: this.id,
      title: this.title,
      columns: [MS, RATIO],
      rows,
      goals: [atMost(`${GOAL}, against ${BARE}`, valueOf(rows, GOAL, RATIO), 2.5)],
      picture: { column: MS, better: "less" },
    };
  },
};
