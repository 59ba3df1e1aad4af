/** The contributions of one plugin. `definePlugin` checks their types; the registry is sealed from them. */
import type { EventDeclaration } from "../route/audience.ts";
import type { Command, Tool } from "./commands.ts";
import type { Loaders, Documents, Handlers } from "../route/infer.ts";
import type { PluginKeys, Point } from "./point.ts";
import type { Policy } from "../policy/policy.ts";
import type { Log, MaybePromise } from "../types.ts";
import type { Export } from "./export.ts";
import type { Validation } from "./validation.ts";
import type { Queue, QueueSettings } from "./queue.ts";
import type { Section } from "./api.ts";
import type { PluginInfo, Registry } from "./registry.ts";
import type { ErrorEntry } from "./declarations.ts";
import type { Route } from "../route/route.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Needs, Use } from "./service.ts";
import type { Promises } from "../route/route-keys.ts";

/** The context of `setup`, in addition to services. */
export interface SetupContext<Options> {
  /** The plugin's options, validated and with their defaults. */
  readonly options: Options;
  /**
   * The registry. A reload that changes a part of it that the plugin has read from here restarts the plugin; any other leaves
   * it running while its options and services stay the same.
   */
  readonly registry: Registry;
  readonly log: Log;
  /** Aborts when the plugin's time to start is over or the start was given up. */
  readonly signal: AbortSignal;
  /**
   * Resolves once everything that a start can refuse has been checked, and rejects if it is refused: wait for it before
   * a change that cannot be undone, and for nothing else, as requests are answered earlier.
   */
  checked(): Promise<void>;
  /** Registers a closer. Closers run in reverse order, also after a start that failed halfway. */
  defer(close: () => MaybePromise<void>): void;
  /**
   * Makes a queue for something finite that clients can use up, such as connections: fair by owner and route, and shown to
   * operators under the plugin's id and this name.
   */
  queue(name: string, settings: QueueSettings): Queue;
}

/** The context of handlers, loaders and entries of points that are made once the plugin has started, in addition to services. */
export interface HandlerContext<Options, State = unknown> {
  /** The plugin's options, validated and with their defaults. */
  readonly options: Options;
  /** The state that `setup` returned; undefined, of type `never`, if there is none. */
  readonly state: State;
  readonly registry: Registry;
  readonly log: Log;
}

/** The result of `setup`. */
type SetupResult<P extends Needs, State> = keyof P extends never
  ? void | { readonly state: State }
  : Use<NoInfer<P>> & { readonly state?: State };

/** A part of a plugin that is made after `setup`, from its services and its context. */
type OnceStarted<N extends Needs, Options, State, T> = (
  use: Use<N>,
  ctx: HandlerContext<Options, NoInfer<State>>,
) => T;

/** The name of an option. A plugin may leave its options to its implementation. */
type OptionOf<Options> = keyof Options extends never ? string : keyof Options & string;

/** An option, or a member of an option with a dot between them. */
type OptionPath<Options> = {
  [K in keyof Options & string]:
    | K
    | (NonNullable<Options[K]> extends Readonly<Record<string, unknown>>
        ? `${K}.${keyof NonNullable<Options[K]> & string}`
        : never);
}[keyof Options & string];

/**
 * Value, or a function of the plugin's options that returns it. A point's key takes it from here: a function type that
 * is written in `PluginKeys` would fix all types of the plugin, such as its state, once the key is read.
 */
export type PerOptions<T, Options> = T | ((options: Options) => T);

/**
 * A further media type of a route's JSON body, as text, with the plugin's services at hand. May be asynchronous, to load
 * what it needs on first use.
 */
type Renderer<U = never> = (body: unknown, use: U) => MaybePromise<string>;

/** Links of one route that only the whole registry knows, by relation name. */
type ComputedRelations = (registry: Registry) => Readonly<Record<string, string>>;

/** A plugin as its author writes it. Every key but `id` and `summary` is optional. */
export interface PluginDefinition<
  R,
  N extends Needs,
  P extends Needs,
  Options,
  State = never,
> extends PluginKeys<{
  routes: R;
  options: NoInfer<Options>;
  use: Use<N> & Use<P>;
  provides: P;
  state: NoInfer<State>;
}> {
  /** Kebab-case and unique; the key under `plugins:` in the config. */
  readonly id: string;
  /** Single sentence, shown wherever plugins are listed. */
  readonly summary: string;
  /** The part of the API to which its operations belong, in documents and on pages. Default `"resources"`. */
  readonly section?: Section;
  /** Version of the plugin API that it was written for. Default: the version of the `waymark` it imports. */
  readonly api?: number;
  /** True if the plugin may fail to start without stopping the server; its routes then answer 503. */
  readonly optional?: boolean;
  /** Validates, defaults and documents the plugin's options. */
  readonly options?: Schema<unknown, Options>;
  /**
   * Environment variables that set options, or members of options, beside `WAYMARK_<PLUGIN>_<OPTION>`:
   * `{ url: "DATABASE_URL", "pool.size": "POOL_SIZE" }`.
   */
  readonly env?: { readonly [K in OptionPath<NoInfer<Options>>]?: string };
  /**
   * Options that replace the operator's in a server that must leave no trace, such as a test's or `waymark plugins --try`:
   * options in their validated form, a function that makes them of the operator's, or false to switch the plugin off.
   */
  readonly testOptions?: false | PerOptions<Partial<NoInfer<Options>>, NoInfer<Options>>;
  /**
   * Contributions in place of all others here, imported once its option is set or another plugin brings it. A plugin without
   * others is not installed before; without an option, the config calls for it by naming it.
   */
  readonly implementation?: Lazy<PluginImplementation, OptionOf<NoInfer<Options>>>;
  /** Returns the listeners that it opens in addition to the clients': routes with such a `listener` exist only then. */
  readonly listeners?: (options: NoInfer<Options>) => readonly NonNullable<Route["listener"]>[];
  /** Services that must be there before this plugin starts, by the plugin's name for them: `{ store: Store }`. */
  readonly needs?: N;
  /** Services that `setup` returns, by name. A service has one provider. */
  readonly provides?: P;
  /**
   * Runs when the server starts, after the plugins that provide what this one needs. Its time is limited. Returns the
   * services of `provides` and, as `state`, anything that is for the plugin's own handlers, policies and commands alone.
   */
  setup?(use: Use<N>, ctx: SetupContext<Options>): MaybePromise<SetupResult<P, State>>;
  /** Routes by id. An id is unique within the plugin; others refer to the route as `plugin.routeId`. */
  readonly routes?: R | ((options: Options) => R);
  /**
   * Functions that return the body, by route id, for each route except documents, redirects and routes that always
   * fail. Called once, after `setup`.
   */
  readonly handlers?: OnceStarted<N & P, Options, State, Handlers<R>>;
  /**
   * Lists as part of others: the items that belong to each of many, by route id. The items come in the query's order,
   * and its `limit` holds for all of them together. Without it, each list is read on its own.
   */
  readonly loaders?: OnceStarted<N & P, Options, State, Loaders<R>>;
  /** Functions that return the body of a route with `document: true`, by route id. Pure; called at most once per revision. May be asynchronous, to import what it needs on first use. */
  readonly documents?: Documents<R, Options, Registry>;
  /** Renderers by route id and media type. */
  readonly renderers?: {
    readonly [K in keyof R]?: Readonly<Record<string, Renderer<Use<N & P>>>>;
  };
  /** Links that a declaration cannot name, because only the whole registry knows them, by route id. */
  readonly relations?: { readonly [K in keyof R]?: ComputedRelations };
  /** Rules that turn the declarations of routes into headers, refusals and documentation. */
  readonly policies?: readonly Policy<NoInfer<State>>[];
  /** Published payload types, by their public name. */
  readonly schemas?: PerOptions<Readonly<Record<string, Schema>>, Options>;
  /** Entries of the error catalog, by code. */
  readonly errors?: PerOptions<Readonly<Record<string, ErrorEntry>>, Options>;
  /**
   * Events that the plugin publishes on the bus for clients to follow, by name: the schema of their data or, for events
   * that not everybody receives, `{ of, access }`.
   */
  readonly events?: PerOptions<Readonly<Record<string, Schema | EventDeclaration>>, Options>;
  /**
   * Languages that it adds to pages whose routes name `"*"`, each with a JSON file of their texts: by key, as the pages of
   * the preset have them, or by the text in English. A file is read when a page is first asked for in its language.
   */
  readonly languages?: Readonly<Record<string, URL>>;
  /** Rules that the contributions of all plugins together must keep; breaking one stops the start. */
  readonly validate?: Validation<NoInfer<Options>>;
  /** Texts derived from the whole registry, by the name that `waymark export` knows them under. */
  readonly exports?: Readonly<Record<string, Export<NoInfer<Options>>>>;
  /** Points that it reads: the plugins' entries under these keys are its to use. */
  readonly points?: readonly Point[];
  /** Commands by name in kebab-case, of one word or two: `migrate`, `new plugin`. */
  readonly commands?: Readonly<Record<string, Command<Use<N & P>, Options, NoInfer<State>> | Tool>>;
}

type Routes = Readonly<Record<string, Route>>;
type ByRoute<T> = Readonly<Record<string, T>>;
type Generic =
  | "env"
  | "testOptions"
  | "setup"
  | "policies"
  | "handlers"
  | "loaders"
  | "documents"
  | "renderers";

/** A plugin of any type, as the kernel holds it: its type parameters were checked where it was written. */
export interface Plugin
  extends
    PluginInfo,
    Omit<PluginDefinition<Routes, Needs, Needs, never, never>, keyof PluginInfo | Generic> {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly testOptions?: false | PerOptions<Readonly<Record<string, unknown>>, never>;
  setup?(use: Readonly<Record<string, unknown>>, ctx: SetupContext<unknown>): unknown;
  readonly policies?: readonly Policy[];
  readonly handlers?: (use: never, ctx: HandlerContext<never, never>) => ByRoute<unknown>;
  readonly loaders?: (use: never, ctx: HandlerContext<never, never>) => ByRoute<unknown>;
  readonly documents?: ByRoute<(registry: Registry, options: never, language: never) => unknown>;
  readonly renderers?: ByRoute<Readonly<Record<string, Renderer>> | undefined>;
}

/** The contributions of a plugin while it is called for. */
export type PluginImplementation = Omit<Plugin, "id" | "implementation">;

/** A module that is imported only when an option, or another plugin, calls for it. */
export interface Lazy<T, Option extends string = string> {
  load(): Promise<{ readonly default: T }>;
  /** The option that calls for it when set, and not to false, in the config or the environment. */
  readonly option?: Option;
  /**
   * Ids of plugins that call for it when all of them are installed: `webhooks`, or `listen.admin` for a plugin whose option is
   * set. The config may switch it off.
   */
  readonly beside?: readonly string[];
  /** Ids of plugins whose modules it calls for in turn. The config may switch them off. */
  readonly brings?: readonly string[];
  /** Id of the plugin that comes after it, for policies in whose order it counts. */
  readonly before?: string;
  /** Keys of routes that its policies own, for findings. */
  readonly routeKeys?: readonly string[];
  /** Values of routes' keys that its policies enforce, for findings. */
  readonly enforces?: Promises;
}
