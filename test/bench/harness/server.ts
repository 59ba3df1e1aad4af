/** A contender in a process of its own. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync } from "node:fs";
import type { Cpu, Memory } from "../contenders/announce.ts";
import type { Contender } from "../contenders/index.ts";
import { onCore, SERVER_CORE } from "./pin.ts";

export interface StartOptions {
  /** Path of the job. */
  readonly job?: string | undefined;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** A file for standard output, which goes nowhere by default. */
  readonly output?: string;
}

/** Milliseconds that a process may take to be ready or to answer: sealing very many routes takes its time. */
const PATIENCE_MS = 600_000;

export class Server {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** Starts a contender on its core, and waits until it listens. */
  static async start(contender: Contender, options: StartOptions = {}): Promise<Server> {
    const { job, flags = [], output } = options;
    const { program = process.execPath, args = [] } = contender.runtime ?? {};
    const [execPath, execArgv] = onCore(SERVER_CORE, program, [...args, ...flags]);
    const stdout = output === undefined ? "ignore" : openSync(output, "a");
    const script = new URL(`../contenders/${contender.script}`, import.meta.url);
    const child = fork(script, {
      execPath,
      execArgv,
      env: { ...process.env, ...contender.env, ...(job === undefined ? {} : { JOB: job }) },
      stdio: ["ignore", stdout, "pipe", "ipc"],
    });
    child.stderr?.pipe(process.stderr, { end: false });
    if (typeof stdout === "number") closeSync(stdout);
    const { port } = await messageOf<{ port: number }>(child, contender.name);
    return new Server(child, port);
  }

  async ask<T>(question: string, argument?: unknown): Promise<T> {
    const answered = messageOf<{ answer: T }>(this.#child, question);
    this.#child.send({ ask: question, argument });
    return (await answered).answer;
  }

  /** Processor time used so far, in microseconds. */
  async cpu(): Promise<number> {
    return (await this.ask<Cpu>("cpu")).microseconds;
  }

  memory(): Promise<Memory> {
    return this.ask<Memory>("memory");
  }

  /** Lets the process end by itself. */
  async exit(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.send({ ask: "exit" });
    await ended;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}

async function messageOf<T>(child: ChildProcess, what: string): Promise<T> {
  const giveUp = new AbortController();
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stderr?.on("data", hear);
  const timer = setTimeout(
    () => giveUp.abort(new Error(`${what}: no answer within ${PATIENCE_MS} ms`)),
    PATIENCE_MS,
  );
  // "close" comes when all that the process said has been read.
  const onExit = (code: number | null) =>
    giveUp.abort(new Error(`${what}: the process ended with ${code}\n${said}`));
  child.once("close", onExit);
  try {
    const [message] = await once(child, "message", { signal: giveUp.signal });
    return message;
  } catch (error) {
    child.kill("SIGKILL");
    throw giveUp.signal.aborted ? giveUp.signal.reason : error;
  } finally {
    clearTimeout(timer);
    child.stderr?.off("data", hear);
    child.off("close", onExit);
  }
}

/** Runs something with a started contender, and always stops it. */
export async function withServer<T>(
  contender: Contender,
  options: StartOptions,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  const server = await Server.start(contender, options);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}
