/** The child processes that serve: starts the next one after an edit, and stops the one before it. */
import { execFile, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { extname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "waymark";
import type { Env } from "waymark/server";
import { SourceWatch } from "./source-watch.ts";
import type { Report } from "./worker.ts";

/** The module that a child runs: TypeScript here, JavaScript in the published package. */
const WORKER = join(import.meta.dirname, `worker${extname(import.meta.filename)}`);

/** Time for a child to stop, in milliseconds; longer than a server drains. */
const STOP_MS = 15_000;

export class Revisions {
  /** Reason why the last edit cannot be served; undefined if it is. */
  mistake: string | undefined;
  /** Port of the last good revision; undefined until there is one. */
  port: number | undefined;
  /** Scheme and authority of absolute URLs. */
  origin = "";
  readonly #env: Env;
  readonly #log: Log;
  readonly #watch: SourceWatch;
  readonly #children = new Set<ChildProcess>();
  #latest: ChildProcess | undefined;
  #serving: ChildProcess | undefined;
  #closing = false;

  constructor(env: Env, log: Log) {
    this.#env = env;
    this.#log = log;
    this.#watch = new SourceWatch((changed) => void this.start(changed));
  }

  /** Starts a revision. Resolves when it serves, when it has a mistake, and when a later edit has replaced it. */
  async start(changed: readonly string[] = []): Promise<void> {
    if (this.#closing) return;
    const began = performance.now();
    if (this.#latest !== this.#serving) this.#latest?.kill("SIGKILL");
    const child = fork(WORKER, [this.origin], {
      env: this.#env,
      stdio: ["ignore", 1, 2, "ipc"],
    });
    this.#latest = child;
    this.#children.add(child);
    child.once("exit", (code) => this.#onExit(child, code));
    const report = await firstReport(child);
    if (this.#latest !== child || this.#closing) return;
    this.#watch.follow(report.sources);
    const fields = {
      changed: changed.map((file) => relative(process.cwd(), file)),
      milliseconds: Math.round(performance.now() - began),
    };
    if (report.port === undefined) {
      const reason = report.mistake ?? "the revision ended before it was ready";
      this.mistake = [reason, ...(await Promise.all(changed.map(syntaxError)))].join("\n").trim();
      const message =
        this.#serving === undefined
          ? "the service has a mistake; it is served once that is corrected"
          : "the edit has a mistake; the last good revision serves";
      this.#log.error(message, { ...fields, reason: this.mistake });
      return;
    }
    const before = this.#serving;
    this.#serving = child;
    this.port = report.port;
    this.mistake = undefined;
    if (before !== undefined) void stop(before);
    this.#log.info("serving", fields);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#watch.close();
    await Promise.all([...this.#children].map(stop));
  }

  #onExit(child: ChildProcess, code: number | null): void {
    this.#children.delete(child);
    if (this.#serving !== child || this.#closing) return;
    this.#serving = undefined;
    this.port = undefined;
    this.mistake ??= `the server ended with code ${code}; the terminal has its last lines`;
    this.#log.error(this.mistake);
  }
}

function firstReport(child: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    child.once("message", (report) => resolve(report as Report)); // the worker sends nothing else
    child.once("exit", () => resolve({ sources: [] }));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  if (child.connected) child.disconnect(); // which the worker takes as the request to stop
  const inTime = await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
  if (inTime === undefined) child.kill("SIGKILL");
}

/** Returns the place of a syntax error, which Node leaves out if JavaScript fails to import; otherwise an empty text. */
function syntaxError(file: string): Promise<string> {
  if (!/\.m?js$/.test(file)) return Promise.resolve("");
  return new Promise((resolve) => {
    execFile(process.execPath, ["--check", file], (_error, _stdout, stderr) =>
      resolve(stderr.split("\n\n")[0] ?? ""),
    );
  });
}
