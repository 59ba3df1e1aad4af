/** A server in a process of its own that tests start, end, kill, hold and start again. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Guard, type User } from "./guard.ts";

/** Milliseconds after which a start hangs, also on a machine that is very busy. */
const START_MS = 300_000;
/** Milliseconds for an orderly end, after which the process is killed. */
const END_MS = 60_000;
/** Characters of the output that are kept. */
const KEPT = 1 << 20;

export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The text in its output that says that it serves. */
  readonly ready: RegExp;
  /** A failure of a start that passes by itself. */
  readonly passing?: RegExp;
}

export class Engine {
  readonly #guard: Guard;
  readonly #user: User | undefined;
  readonly #endSignal: NodeJS.Signals;
  #launch: Launch | undefined;
  #process: ChildProcess | undefined;
  #endingBy: NodeJS.Signals | undefined;
  #output = "";

  /** @param endSignal the signal by which it ends in order. */
  constructor(endSignal: NodeJS.Signals, user?: User) {
    this.#endSignal = endSignal;
    this.#user = user;
    this.#guard = new Guard(user);
  }

  /** Folder of the engine, removed at its end. */
  get folder(): string {
    return this.#guard.folder;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The last part of its output, of all starts. */
  get output(): string {
    return this.#output;
  }

  async start(launch: Launch): Promise<void> {
    this.#launch = launch;
    try {
      await this.#serve(launch);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Ends it by a signal, at once by default, and waits until it has ended. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const ended = once(child, "exit");
    child.kill("SIGCONT"); // a process that is held takes no signal but this and SIGKILL
    this.signal(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), END_MS);
    await ended;
    clearTimeout(late);
  }

  /** Starts it again at the same address with the data it has, after an orderly end if it still runs. */
  async restart(): Promise<void> {
    if (this.#launch === undefined) throw new Error("It was not started yet.");
    await this.kill(this.#endSignal);
    await this.#serve(this.#launch);
  }

  /** Holds it: it answers nothing, and its connections stay. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** Sends a signal, unless it was sent to end the process and does: a second one would end it without order. */
  signal(signal: NodeJS.Signals): void {
    if (this.#endingBy === signal) return;
    if (signal === this.#endSignal) this.#endingBy = signal;
    this.#process?.kill(signal);
  }

  /** Ends it in order and removes its folder. */
  async stop(): Promise<void> {
    await this.kill(this.#endSignal);
    await this.#guard.end();
  }

  async #serve(launch: Launch): Promise<void> {
    const until = performance.now() + START_MS;
    for (;;) {
      const failure = await this.#attempt(launch, until);
      if (failure === undefined) return;
      if (launch.passing?.test(failure) !== true || performance.now() > until)
        throw new Error(`${launch.program} did not start:\n${failure}`);
    }
  }

  /** Resolves when it serves, or with its output when it ended before. */
  #attempt({ program, args, env, ready }: Launch, until: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        ...this.#user,
        cwd: this.folder,
        env: { PATH: process.env["PATH"], ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      this.#process = child;
      this.#endingBy = undefined;
      this.#guard.watch(child.pid);
      const late = setTimeout(() => child.kill("SIGKILL"), until - performance.now());
      let starting: string | undefined = "";
      const read = (chunk: Buffer) => {
        this.#output = (this.#output + String(chunk)).slice(-KEPT);
        if (starting === undefined) return;
        starting += String(chunk);
        if (!ready.test(starting)) return;
        starting = undefined;
        clearTimeout(late);
        resolve(undefined);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("error", (error) => {
        clearTimeout(late);
        this.#process = undefined;
        reject(error);
      });
      child.once("exit", () => {
        clearTimeout(late);
        this.#process = undefined;
        this.#guard.watch(undefined);
        resolve(starting ?? "");
      });
    });
  }
}
