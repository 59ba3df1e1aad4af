/** Commands of plugins. */
import type { Log, MaybePromise } from "../types.ts";
import type { Registry } from "./registry.ts";

/** A word after a command's name. */
export interface CommandArg {
  readonly summary: string;
  /** The argument may be left out, if it is among the last. Default: it is required. */
  readonly optional?: boolean;
}

/** `--name`, or `--name <value>` for text. Names are written in kebab-case. */
export interface CommandFlag {
  readonly summary: string;
  readonly type: "boolean" | "text";
  /** Name of the text in the usage, such as `file`. */
  readonly valueHint?: string;
}

/** The context of a command, in addition to its plugin's services. */
export interface CommandContext<Options, State = unknown> {
  readonly options: Options;
  /** The state that the plugin's `setup` returned; undefined, of type `never`, if there is none. */
  readonly state: State;
  readonly registry: Registry;
  readonly log: Log;
  /** Arguments by name; undefined if an optional one was left out. */
  readonly args: Readonly<Record<string, string | undefined>>;
  /** Flags by name: true, the text, or undefined. */
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  /** Aborts at SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Writes one line to standard output. */
  print(line: string): void;
  /** Writes rows as aligned columns, the first one being their heads. */
  printTable(rows: readonly (readonly string[])[]): void;
  /** Writes one line for people to standard error, beside an output that another program may take. */
  note(line: string): void;
}

/** Name, arguments and flags of a command, for its usage. */
interface CommandUsage {
  readonly summary: string;
  /** Arguments in their order. */
  readonly args?: Readonly<Record<string, CommandArg>>;
  readonly flags?: Readonly<Record<string, CommandFlag>>;
}
/**
 * A command of the command line that runs with its plugin, from a config that has no mistake. Its process is its own, beside
 * a server or without one: data is shared with that through the store, events on the bus are not.
 */
export interface Command<U, Options, State = unknown> extends CommandUsage {
  /**
   * Runs without any plugin started, so that `use` is empty: for work on data that no plugin may use meanwhile,
   * or can. Default: false.
   */
  readonly alone?: boolean;
  /**
   * Runs with the plugin and the plugins whose services it uses started, and stopped after it. An error ends it with its
   * message and exit code 1.
   */
  run(use: U, ctx: CommandContext<Options, State>): MaybePromise<void>;
}
/** The input of a {@link Tool}. */
export interface ToolContext extends Pick<
  CommandContext<never>,
  "args" | "flags" | "print" | "printTable" | "note"
> {
  /** File that `--config` names; undefined without the flag. */
  readonly config: string | undefined;
  /** Returns all values of a flag that may be repeated, in their order. `flags` has the last one. */
  valuesOf(flag: string): readonly string[];
}
/** A command that boots only the parts it needs, so it also runs if the config has mistakes. */
export interface Tool extends CommandUsage {
  /** Exit code after an error. Default: 1. */
  readonly failureCode?: number;
  /** Imports the module of the command, when it runs. */
  load(): Promise<{
    /** Runs the command. An error ends it with the error's message and the failure code. */
    run(ctx: ToolContext): MaybePromise<void>;
  }>;
}
