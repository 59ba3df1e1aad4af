/** Points: kinds of contributions that plugins add to the vocabulary. Each is a key of plugins that another plugin reads. */
import { z } from "zod";
import type { PluginFinding } from "../finding/finding.ts";
import type { Owned } from "./declarations.ts";
import type { EntryExplanation, PointRates, PointToken } from "./point-token.ts";
import type { Registry } from "./registry.ts";
import type { Needs } from "./service.ts";
import type { Contributions } from "./validation.ts";
import type { Publish, RouteRef } from "../route/route.ts";
import { isRecord } from "../../schema/json-schema.ts";
import type { Schema } from "../../schema/schema.ts";

/** The types of one plugin, which the types of its keys may depend on. */
export interface PluginTypes {
  readonly routes: unknown;
  readonly options: unknown;
  /** The services that it needs and provides. */
  readonly use: unknown;
  readonly provides: Needs;
  /** The state that its `setup` returns. */
  readonly state: unknown;
}

/**
 * The keys of plugins that points own. The file that makes a point adds its key, always in these words, as TypeScript
 * merges only declarations with the same parameter:
 * `declare module "waymark" { interface PluginKeys<C extends PluginTypes> { readonly buoys?: … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, eslint/no-unused-vars -- plugins add the members
export interface PluginKeys<C extends PluginTypes> {}

/** The types of a plugin that nothing is known about. */
export interface AnyPlugin extends PluginTypes {
  readonly routes: Readonly<Record<string, never>>;
  readonly options: never;
  readonly use: never;
  readonly state: never;
}

/**
 * The form of a key: entries by name; the same, or a function of the plugin's options that returns them; or one value, whose
 * name is the plugin's id. A record of services is a function of the plugin's services and its context, called once the
 * plugin has started: `runtime.of` has its entries, and sealing has the function, as a value.
 */
export type PointForm = "record" | "record of options" | "record of services" | "value";

/** An entry with its owner. */
export interface PointEntry<Entry = unknown> extends Owned<Entry> {
  /** The options of its plugin, validated. Their type is known to the plugin alone. */
  readonly options: never;
  /** The services that its plugin provides, by its own names for them. */
  readonly provides: Needs;
}

/** An entry of a plugin that has started. */
export interface StartedEntry<Entry = unknown> extends PointEntry<Entry> {
  /** The plugins whose services its plugin uses, directly or through others. */
  readonly providers: ReadonlySet<string>;
  /**
   * Runs a function when its plugin stops, before the closers of its setup. The same function in each revision that carries
   * the plugin over.
   */
  readonly defer: (close: () => unknown) => void;
}

/** A kind of contribution. `definePoint` checks the types. */
export interface Point<
  Entry = unknown,
  Sealed = unknown,
  Declared = Entry,
> extends PointToken<Sealed> {
  /** An entry in one word: `buoy`. */
  readonly noun: string;
  /** Id of the plugin that reads it, named where no installed plugin does. */
  readonly reader: string;
  /** Default: `"record"`. */
  readonly form?: PointForm;
  /** The shape of an entry. Entries stay as they were written, without the schema's defaults. */
  readonly schema: Schema<unknown, Entry>;
  /** Returns the schemas of an entry, each of which has to have a JSON Schema. Default: none. */
  schemas?(entry: Declared): readonly Schema[];
  /** The finding about two entries of one name. Default: names may repeat. */
  readonly conflict?: {
    readonly code: string;
    readonly message: string;
    /** Names that no plugin can take. */
    readonly reserved?: readonly string[];
    /** Returns whether an entry may have the name of another. Default: it may not. */
    mayRepeat?(entry: Declared): boolean;
  };
  /** Entries of routes that announce themselves: the key of `publish` with the name, and the entry that leads to a route. */
  readonly fromRoutes?: { readonly key: keyof Publish; entry(route: string): Declared };
  /** Returns the route that an entry leads to, which must exist and need no parameters. */
  target?(entry: Declared): RouteRef | undefined;
  /** Returns what is wrong with entries that have the right shape. */
  check?(
    entries: readonly PointEntry<Declared>[],
    all: Contributions,
    installed: Registry["installed"],
  ): Iterable<PluginFinding>;
  /** Returns what is wrong with the entries of one plugin, which ends its start. Only for a record of services. */
  checkStarted?(entries: readonly StartedEntry<Entry>[]): Iterable<PluginFinding>;
  /** Makes what readers get from `registry.of`, such as entries that are merged, with their functions called. */
  seal(entries: readonly PointEntry<Declared>[], registry: Registry): Sealed;
  /** Returns its part of `export registry`, by name. Entries of a point that publishes count in the revision. */
  publish?(sealed: Sealed): Readonly<Record<string, unknown>>;
  /** Makes what it publishes a part of the document, which a tool compares by its own rules. Default: it is among `points`. */
  readonly isPart?: true;
  /** Default: a new entry is compatible, and of any other change only people can tell. */
  readonly rates?: Partial<PointRates>;
  /** Returns the entries for `waymark explain`. */
  explain?(sealed: Sealed): Iterable<EntryExplanation>;
}

/** Checks that a value comes from `definePoint`. */
export function isPoint(value: unknown): value is Point {
  return isRecord(value) && typeof value["seal"] === "function" && typeof value["id"] === "string";
}

/**
 * Makes the schema of a value that JSON cannot hold, such as a function, so that mistakes beside it keep their hints.
 *
 * @param expected the value in words, as in "expected PromQL, or a function that returns it".
 */
export function opaque<T>(expected: string, fits: (value: unknown) => boolean): z.ZodType<T> {
  const error = `expected ${expected}`;
  // Ended here, so that a union says what is wrong with its other alternatives.
  const schema = z.unknown().refine(fits, { error, abort: true }).meta({ description: expected });
  return schema as unknown as z.ZodType<T>; // what fits is a T, by its author's word
}
