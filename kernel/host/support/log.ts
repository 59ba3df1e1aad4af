/** The kernel's log: readable lines at a terminal, JSON lines anywhere else. */
import { channel } from "node:diagnostics_channel";
import { traceOf } from "../../../registry/schema/words.ts";
import type { Log } from "../../../registry/contract/types.ts";
import { LEVELS } from "../define/kernel-keys.ts";
import { standardOutput } from "./standard-output.ts";

/** Severity of a line, from `debug` up to `error`. */
export type Level = (typeof LEVELS)[number];

/** The level and the members of the lines of one process. */
export class ProcessLog {
  /** Lines below this level are dropped. */
  level: Level = "info";
  #describe: () => Readonly<Record<string, string | undefined>> = () => ({});
  #words:
    | { readonly about: Readonly<Record<string, string>>; readonly members: string }
    | undefined;

  /** Members of each line: `service`, `instance`, `revision`. */
  get about(): Readonly<Record<string, string>> {
    return this.#inWords().about;
  }

  /** Members of each line as JSON behind other members: `,"service":"atlas"`. */
  get members(): string {
    return this.#inWords().members;
  }

  /** Replaces the members. They are put into words once, by the first line, which some starts do not have. */
  describe(about: () => Readonly<Record<string, string | undefined>>): void {
    this.#describe = about;
    this.#words = undefined;
  }

  #inWords() {
    if (this.#words !== undefined) return this.#words;
    const text = JSON.stringify(this.#describe());
    const about = JSON.parse(text) as Readonly<Record<string, string>>; // without undefined members
    return (this.#words = { about, members: text === "{}" ? "" : `,${text.slice(1, -1)}` });
  }

  /** @param lowest the level of one log. Default: the level of the process. */
  shows(level: Level, lowest = this.level): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(lowest);
  }
}

/** The log of this process. */
export const processLog = new ProcessLog();

type Fields = Readonly<Record<string, unknown>>;
type Sink = (level: Level, message: string, fields: Fields) => void;

/** A line of a log, whose errors are text. */
export interface LogLine {
  readonly level: Level;
  readonly message: string;
  readonly fields: Fields;
}

const lines = channel("waymark.log");

/** Calls a listener with each line that any log of this process writes, until the returned function is called. */
export function watchLog(listener: (line: LogLine) => void): () => void {
  const take = (line: unknown) => listener(line as LogLine); // as logs publish it
  lines.subscribe(take);
  return () => void lines.unsubscribe(take);
}

/** Settings of a log. Every key is optional. */
export interface LogInput {
  /** Lowest level; lines below it are dropped. Default: the level of `shared`. */
  readonly level?: Level;
  /** The lowest level, and members of each JSON line. Default: the log of the process. */
  readonly shared?: ProcessLog;
  /** Write to standard error, for commands whose result is on standard output. Default: false. */
  readonly toStderr?: boolean;
  /** Write lines for people. Default: true if the output is a terminal. */
  readonly terminal?: boolean;
  /** Takes one finished JSON line. Default: the output. */
  readonly write?: (line: string) => void;
}

/** Loads consola only for terminals. */
export async function createLog({
  level: lowest,
  shared = processLog,
  toStderr = false,
  terminal = (toStderr ? process.stderr : process.stdout).isTTY === true,
  write,
}: LogInput = {}): Promise<Log> {
  const output = toStderr ? process.stderr : standardOutput;
  const sink = terminal
    ? await readable(toStderr)
    : jsonLines(shared, write ?? ((line) => void output.write(line)));
  const at =
    (level: Level) =>
    (message: string, fields: Fields = {}) => {
      if (!shared.shows(level, lowest)) return;
      sink(level, message, fields);
      if (lines.hasSubscribers) lines.publish({ level, message, fields: plain(fields) });
    };
  const log = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  if (write === undefined && !toStderr)
    standardOutput.onRecovery = ({ lost, reason }) =>
      log.warn("standard output works again", { lostLines: lost, reason });
  return log;
}

function jsonLines(shared: ProcessLog, write: (line: string) => void): Sink {
  return (level, message, fields) => {
    const own = { time: new Date().toISOString(), level, message, ...plain(fields) };
    // Members of the process stand last, but do not replace others of the same name.
    write(`${JSON.stringify({ ...own, ...shared.about, ...own })}\n`);
  };
}

async function readable(toStderr: boolean): Promise<Sink> {
  const { createConsola } = await import("consola");
  const consola = createConsola({
    level: 5,
    formatOptions: { date: false },
    ...(toStderr ? { stdout: process.stderr } : {}),
  });
  return (level, message, fields) => {
    const parts = Object.entries(plain(fields)).map(
      ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    consola[level]([message, ...parts].join("  "));
  };
}

/** Turns errors into their stack traces as text, because JSON.stringify drops the contents of errors. */
function plain(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error ? traceOf(value) : value,
    ]),
  );
}

/** A log that drops all lines. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
