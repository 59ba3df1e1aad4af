/**
 * Cold start: from spawning a process to its first 200, against a bare h3 server, and the memory that it has then and
 * after every page was requested. Processor time and memory are Linux' own figures.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
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
const [MS, CPU, RSS, RSS_PAGES] = ["ms to first 200", "CPU ms", "RSS MB", "RSS MB after all pages"];
const [RATIO, CPU_RATIO] = ["ratio", "ratio of CPU"];
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

/** Milliseconds of processor time that a process has used, counted by the system in steps of ten. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in front may have spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Requests every page of a service, if it has any. */
async function visitPages(origin: string): Promise<void> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  for (const [, path] of sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g))
    await (await fetch(`${origin}${path}`, { headers: { accept: "text/html" } })).arrayBuffer();
}

interface Sample {
  readonly ms: number;
  readonly cpu: number;
  readonly rss: number;
  readonly rssPages: number;
}

let port = 21_000 + (process.pid % 10_000);
async function start({ name, args, env }: Start, folder: string): Promise<Sample> {
  port++;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await firstAnswer(port, began + PATIENCE_MS);
    const ms = performance.now() - began;
    const { pid = 0 } = child;
    const first = { ms, cpu: cpuOf(pid), rss: residentOf(pid) };
    if (name === GOAL) await visitPages(`http://127.0.0.1:${port}`);
    return { ...first, rssPages: residentOf(pid) };
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
    const valuesOf = (of: readonly Sample[], name: keyof Sample) => of.map((one) => one[name]);
    const rows = [...samples].map(([{ name }, of]) => ({
      contender: name,
      figures: {
        [MS]: figure(valuesOf(of, "ms")),
        [RATIO]: figure(ratios(valuesOf(of, "ms"), valuesOf(bare, "ms"))),
        [CPU]: figure(valuesOf(of, "cpu")),
        [CPU_RATIO]: figure(ratios(valuesOf(of, "cpu"), valuesOf(bare, "cpu"))),
        [RSS]: figure(valuesOf(of, "rss")),
        ...(name === GOAL ? { [RSS_PAGES]: figure(valuesOf(of, "rssPages")) } : {}),
      },
    }));
    const against = (column: string) => valueOf(rows, GOAL, column) / valueOf(rows, BARE, RSS);
    return {
      work: this.id,
      title: this.title,
      columns: [MS, RATIO, CPU, CPU_RATIO, RSS, RSS_PAGES],
      rows,
      goals: [
        atMost(`${GOAL}, against ${BARE}`, valueOf(rows, GOAL, RATIO), 2),
        atMost(`CPU of ${GOAL}, against ${BARE}`, valueOf(rows, GOAL, CPU_RATIO), 2),
        atMost("RSS after the first answer, against it", against(RSS), 1.6),
        atMost("RSS after every page, against it", against(RSS_PAGES), 2.2),
      ],
      picture: { column: MS, better: "less" },
    };
  },
};
