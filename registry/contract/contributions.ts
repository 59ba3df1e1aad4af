/** What plugins contribute besides routes and policies: checks, measures and commands. */
import type { MaybePromise } from "./policy.ts";
import type { Log } from "./plugin.ts";
import type { Registry } from "./registry.ts";

/** What a health check found. */
export interface HealthReport {
  readonly status: "ok" | "degraded" | "down";
  /** One sentence for people, without secrets. */
  readonly detail?: string;
}
/** A health check. Returning nothing means ok; throwing means down. */
export type HealthCheck = (signal: AbortSignal) => MaybePromise<HealthReport | void>;

/** One of several values of a metric, told apart by labels. */
export interface LabelledValue {
  /** Names as in `[a-z][a-z0-9_]*`. Each set of values is a series that scrapers keep, so they must be few. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Something that a plugin measures. Its name is in snake case with its unit at the end, `_total` for a counter
 * (`queue_length`, `bytes_sent_total`); scrapers see it behind the plugin's id.
 */
export interface Metric {
  /** One sentence. */
  readonly help: string;
  /** A counter only grows. */
  readonly type: "counter" | "gauge";
  /** Called whenever metrics are asked for: cheap, and without effect. */
  read(): number | readonly LabelledValue[];
}

/** A word after a command's name. */
export interface CommandWord {
  readonly summary: string;
  /** Default: it must be there. Only the last ones may be left out. */
  readonly optional?: boolean;
}

/** `--name`, or `--name <value>` for text. Names are written in kebab-case. */
export interface CommandFlag {
  readonly summary: string;
  readonly type: "boolean" | "text";
}

/** What a command is run with, besides its plugin's services. */
export interface CommandContext<Options> {
  readonly options: Options;
  readonly registry: Registry;
  readonly log: Log;
  /** By name; undefined where an optional one was left out. */
  readonly words: Readonly<Record<string, string | undefined>>;
  /** By name: true, the text, or undefined. */
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  /** Aborts at SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Writes one line to standard output. */
  print(line: string): void;
}

/**
 * A command of the command line: `waymark <name>`. It runs in a process of its own, beside a server or without one: data
 * is shared with that through the store, events on the bus are not.
 */
export interface Command<U, Options> {
  readonly summary: string;
  /** In their order. */
  readonly words?: Readonly<Record<string, CommandWord>>;
  readonly flags?: Readonly<Record<string, CommandFlag>>;
  /**
   * Runs with the plugin and those that it needs started, and stopped after it. What it throws ends it with its message
   * and exit code 1.
   */
  run(use: U, ctx: CommandContext<Options>): MaybePromise<void>;
}
