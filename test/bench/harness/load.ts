/** Load on one server: wrk where it is installed, else a loader of our own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { LOAD_CORE, onCore } from "./pin.ts";
import type { RequestShape } from "./request.ts";
import { readWrk, wrkScript } from "./wrk.ts";

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds that the slowest hundredth took at least. */
  readonly p99: number;
  /** Answers with a status of 400 and above. */
  readonly refused: number;
  /** Connections that broke; answers that took too long are none of them. */
  readonly broken: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly shape: RequestShape;
  /** Duration. Either this or `requests` is needed. */
  readonly seconds?: number;
  readonly requests?: number;
  readonly connections?: number;
  /** Number of the first request, for shapes that vary. */
  readonly from?: number;
}

export const hasWrk: boolean = spawnSync("wrk", ["--version"]).error === undefined;

export async function load(options: LoadOptions): Promise<Load> {
  const { requests } = options;
  return hasWrk && requests === undefined ? withWrk(options) : withLoader(options);
}

async function withWrk({ port, shape, seconds = 1, connections = 64, from = 0 }: LoadOptions) {
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency"];
  const { path, remove } = wrkScript(shape, from);
  try {
    return readWrk(await run("wrk", [...args, "-s", path, `http://127.0.0.1:${port}`]));
  } finally {
    remove();
  }
}

async function withLoader(options: LoadOptions): Promise<Load> {
  const script = fileURLToPath(new URL("./loader.ts", import.meta.url));
  return runScript<Load>(script, options);
}

/** Runs a loader of our own, and returns what it prints. */
export async function runScript<T>(script: string, options: object): Promise<T> {
  return JSON.parse(await run(process.execPath, [script, JSON.stringify(options)]));
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(...onCore(LOAD_CORE, command, args), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
  return output;
}
