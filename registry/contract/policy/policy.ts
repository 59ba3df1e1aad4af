/**
 * A policy turns a route's declaration into headers, refusals and documentation. It compiles for each route before the
 * server is ready, and must be pure; nothing looks up configuration during a request.
 */
import type { CompiledPolicy, ReadHeader, HeaderView } from "./compiled-policy.ts";
import type { PageForm } from "../route/page-form.ts";
import type { PointToken } from "../plugin/point-token.ts";
import type { Identifier, Identifies } from "./identifier.ts";
import type { CacheDeclaration, Route, RoutePolicies } from "../route/route.ts";
import type { Promises } from "../route/route-keys.ts";
import type { RouteBase } from "../route/route-info.ts";
import type { SealedRoute } from "../route/sealed-route.ts";
import type { Upload } from "../route/upload.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Languages } from "../types.ts";
import type { RequestValues, Needs, OwnState, Use } from "../plugin/service.ts";

/** The context of a policy while it compiles. */
export interface PolicyContext<Options, N extends Needs, Own = unknown> {
  /** The plugin's validated options. */
  readonly options: Options;
  /** Returns the services of `needs`. Only to be called during requests: at seal nothing has started. */
  use(): Use<N>;
  /** Returns the state of the policy's plugin. Only to be called during requests. */
  state(): Own;
  /** Returns the path of a route that is on, or undefined. Missing parameters leave it undefined too. */
  href(ref: string, params?: Readonly<Record<string, string>>): string | undefined;
  /** Returns the scheme and authority for absolute URLs. Only to be called during requests. */
  baseUrl(): string;
  /** The ways to find the principal of a request that enabled plugins offer. */
  readonly identifiers: readonly Identifier[];
  /** The languages of pages whose routes name `"*"`, the default first. */
  readonly languages: Languages;
}

/** The value of a route under a policy's key. */
type PolicyValue<Key extends string> = Key extends keyof RoutePolicies
  ? RoutePolicies[Key]
  : Key extends "cache"
    ? CacheDeclaration | undefined
    : unknown;

/** A policy as its author writes it, checked by `definePolicy`. */
export interface PolicyDefinition<
  Key extends string,
  Writes extends Readonly<Record<string, string>>,
  State,
  Options,
  N extends Needs,
  P extends RequestValues = RequestValues,
  Own = unknown,
> {
  /** Unique among policies; its statement is found under it. */
  readonly id: string;
  /** The plugin's options schema, for typing `ctx.options`. */
  readonly options?: Schema<unknown, Options>;
  /** Services that `ctx.use()` returns, by the policy's name for them. */
  readonly needs?: N;
  /** The type of its plugin's state, if `ctx.state()` returns it: `ownState<Writer>()`. */
  readonly state?: OwnState<Own>;
  /** The route key that the policy owns, with the schema of its value. */
  readonly key?: Key;
  readonly schema?: Schema;
  /** Describes the request body that the value of `key` asks for. Its handler reads it while it arrives: see `receive`. */
  readonly upload?: (value: NonNullable<PolicyValue<Key>>) => Upload;
  /** Reads the whole body in `receive`, before the handler begins: the route's transaction waits for no client. */
  readonly awaitsBody?: true;
  /**
   * Decides who may have a route's data. A guard's `begin` and `admit` run wherever that data leaves:
   * for requests, and for reads by plugins on behalf of a caller. `false`: its `admit` limits requests only. Required
   * if `admit` is compiled.
   */
  readonly guards?: boolean;
  /** Values that it hands on to handlers and other policies, by its own names. Each has one provider. */
  readonly provides?: P;
  /**
   * The policy's way to find the principal of a request. Its `reads` hold the credential, and reads by plugins on behalf
   * of a caller see only the principal, not the credential. Another policy must ask: see `asksIdentifiers`.
   */
  readonly identifies?: Identifies<PolicyContext<Options, N, Own>, Options>;
  /** True if `begin` asks `identifiers` and sets the principal of the call. One policy does. */
  readonly asksIdentifiers?: true;
  /**
   * Values of routes' keys that promise what this policy does: `{ idempotency: ["key"] }`. A route with such a value needs
   * a policy that enforces it.
   */
  readonly enforces?: Promises;
  /** Request headers by lower-case name. */
  readonly reads?: Readonly<Record<string, ReadHeader>>;
  /** Response headers in their usual spelling, each with a sentence that explains it. */
  readonly writes?: Writes;
  /** Shared headers that the policy owns and others may add to. */
  readonly sharedHeaders?: readonly (keyof Writes & string)[];
  /** Forms of pages: each replaces the kernel's own of that media type, or adds one. */
  readonly pageForms?: readonly PageForm<NoInfer<Options>>[];
  /** Compiles the policy for a route, whose value under `key` is `value`. Undefined if it does not concern the route. */
  compile(
    route: RouteBase,
    ctx: PolicyContext<Options, N, Own>,
    value: PolicyValue<Key>,
  ): CompiledPolicy<keyof Writes & string, State, P> | undefined;
  /**
   * Returns the route as the operator's options change it, or as it is. Everything is derived from the result. `ref` is
   * `plugin.routeId`. Must be pure, and may only ask for more than the author did.
   */
  adjust?(route: Route, ref: string, options: Options): Route;
  /** Returns the policy's statement: JSON about what it enforces, for documents. */
  statement?(ctx: StatementContext<Options>): unknown;
  /**
   * Imports the module whose default export, made with `defineConformance` of "waymark/conformance", tests what the policy
   * states. By convention it is `conformance.ts` in the folder of the policy.
   */
  readonly conformance?: () => Promise<{ readonly default: { readonly covers: object } }>;
}

/** The context of a statement: the options, and all routes as they were sealed. */
export interface StatementContext<Options = unknown> {
  readonly options: Options;
  readonly routes: readonly SealedRoute[];
  /** Headers that all policies together write and read. */
  readonly view: Pick<HeaderView, "written" | "read">;
  /** The ways to find the principal of a request that enabled plugins offer. */
  readonly identifiers: readonly Identifier[];
  /** The languages of pages whose routes name `"*"`, the default first. */
  readonly languages: Languages;
  /** Returns what plugins contribute to a point, which the plugin of the policy lists under `points`. */
  readonly of: <Sealed>(point: PointToken<Sealed>) => Sealed;
  /** Returns the path of a route that is on and has no parameters, or undefined. */
  href(ref: string): string | undefined;
}

/**
 * A policy of any plugin whose state it can use, as the kernel holds it: its other type parameters were checked where it was
 * written.
 */
export interface Policy<in Own = unknown> extends Omit<
  PolicyDefinition<string, Readonly<Record<string, string>>, unknown, unknown, Needs>,
  "compile" | "statement" | "options" | "pageForms" | "identifies" | "adjust" | "upload"
> {
  readonly options?: Schema;
  /** Carries `Own`; its type alone matters. */
  readonly "~own"?: (state: Own) => void;
  readonly pageForms?: readonly PageForm<never>[];
  readonly identifies?: Identifies;
  readonly upload?: (value: never) => Upload;
  adjust?(route: Route, ref: string, options: never): Route;
  compile(
    route: RouteBase,
    ctx: PolicyContext<never, never>,
    value: never,
  ): CompiledPolicy | undefined;
  statement?(ctx: StatementContext<never>): unknown;
}
