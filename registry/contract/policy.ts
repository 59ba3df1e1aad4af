/**
 * A policy turns a route's declaration into headers, refusals and documentation. It compiles for each route before the
 * server is ready, and must be pure; nothing looks up configuration during a request.
 */
import type { BodyFacts, Call, Failure, Outcome, Reply } from "./call.ts";
import type { ListQuery } from "./list.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Schema } from "../schema/schema.ts";
import type { PageForm } from "./page.ts";
import type { PolicyProof } from "./conformance.ts";
import type { CacheDeclaration, RoutePolicies } from "./route.ts";
import type { RouteFacts, SealedRoute } from "./registry.ts";
import type { Needs, Use } from "./service.ts";

export type MaybePromise<T> = T | Promise<T>;

/** A value known only per request. `undefined` means: the header is absent this time. */
export type Slot<State = unknown> = (call: Call, reply: Reply, state: State) => string | undefined;
/**
 * A value that depends on nothing but the body's representation and facts, such as its ETag: worked out once for each
 * finished body and outcome.
 */
export interface BodySlot {
  readonly ofBody: (reply: Reply) => string | undefined;
}
/** A header's value on one outcome: fixed, a slot, or absent on purpose. */
export type Field<State = unknown> = string | Slot<State> | BodySlot | undefined;

/** A request header that a policy reads. */
export interface ReadHeader {
  readonly description: string;
  /** Default: any string. */
  readonly schema?: JsonSchema;
}

/** A part of a shared header (Vary, Link, Server-Timing, Cache-Control, …) for the header's owner to render. */
export interface Addition<State = unknown> {
  readonly header: string;
  readonly value: string | Slot<State>;
  /** Default: every outcome. */
  readonly outcomes?: readonly Outcome[];
}

/** All policies seen at once: what the second pass of sealing renders shared headers from. */
export interface View {
  /** What others added to a shared header for this route and outcome, in the preset's order. */
  added(header: string): readonly (string | ((call: Call, reply: Reply) => string | undefined))[];
  /** Response headers that installed policies and the kernel write, in the preset's order. */
  readonly written: readonly string[];
  /** Request headers that installed policies read. */
  readonly read: readonly string[];
}

/** Why a request is refused: a code of the error catalog and what is particular to this occurrence. */
export interface Refusal extends Partial<Omit<Failure, "code" | "status" | "message">> {
  readonly code: string;
}

/** A member that a policy adds to JSON object bodies, with its schema. Never required by served schemas. */
export interface Member {
  readonly schema: JsonSchema;
  value(at: MemberContext): unknown;
}

/** The JSON body that a member is added to, and where it comes from. */
export interface MemberContext {
  readonly call: Call;
  /** The body so far, with the members of policies that come before. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly facts: BodyFacts;
  /** Why the request is refused; undefined where it is not. */
  readonly failure: Failure | undefined;
}

/** A content coding (RFC 9110, section 8.4.1). `encode` runs once per finished body. */
export interface Coding {
  readonly name: string;
  encode(bytes: Uint8Array): Uint8Array;
  /** Bodies below this many bytes are sent as they are. */
  readonly minBytes: number;
}

/** A media type for errors in JSON. */
export interface JsonErrorForm {
  readonly mediaType: string;
  /** Name of the schema that describes it. */
  readonly schema: string;
  /** The body for a failure. */
  render(failure: Failure, call: Call): Readonly<Record<string, unknown>>;
}

/** A media type for errors as text, for people. No part of the API: OpenAPI leaves it out. */
export interface TextErrorForm {
  readonly mediaType: string;
  readonly schema?: undefined;
  /** Languages of the text, the default first; with more than one, Accept-Language chooses and Vary says so. */
  readonly languages: readonly [string, ...string[]];
  /** The text for a failure, in one of the languages. */
  write(failure: Failure, call: Call, language: string): string;
}

/** A media type for errors. The kernel's own is the `Error` JSON; the first form is the default. */
export type ErrorForm = JsonErrorForm | TextErrorForm;

/** What an engine made of a list handler's result. */
export interface ListResult {
  readonly items: readonly unknown[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly facts: BodyFacts;
}

/** Query parameters, paging and trimming of lists. At most one installed policy provides it. */
export interface ListEngine {
  /** Query parameters for documentation, each with its schema. */
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly schema: JsonSchema;
    readonly style?: "deepObject";
  }[];
  /** Schema of `_meta`. */
  readonly meta: JsonSchema;
  /** Reads the query of a request, or says why it is refused. */
  parse(call: Call): ListQuery | Refusal;
  /** Filters, sorts and pages what a handler gave, unless that is a page already; then trims the items. */
  finish(
    result: readonly unknown[] | { readonly items: readonly unknown[]; readonly next?: unknown },
    query: ListQuery,
    call: Call,
  ): ListResult;
}

/** What a policy does for one route. Every part is optional. */
export interface Compiled<Header extends string = string, State = unknown> {
  /** Stage identify: the policy's state for one request. A promise takes the route off the lane. */
  begin?(call: Call): State | Promise<State>;
  /** Stage admit: refuse the request, or undefined. */
  admit?(call: Call, state: NoInfer<State>): MaybePromise<Refusal | undefined>;
  /** Stage accept: largest request body in bytes. */
  readonly maxBodyBytes?: number;
  /** Stages accept and produce of a list. */
  readonly list?: ListEngine;
  /** Stage produce: members of JSON bodies, by name. */
  members?(outcome: Outcome): Readonly<Record<string, Member>>;
  /** Stage produce: a further form of errors. */
  readonly errorForm?: ErrorForm;
  /** Stage encode: codings on offer besides identity, best first. */
  readonly codings?: readonly Coding[];
  /** Stage precondition (RFC 9110, section 13): only asked when the answer would be 2xx. */
  precondition?(call: Call, reply: Reply): 304 | 412 | undefined;
  /** Request headers of this policy's `reads` that matter to this route. Default: all of them. */
  readonly reads?: readonly string[];
  /** Request headers that select among this route's representations; they make up Vary. */
  readonly varies?: readonly string[];
  /** Parts of headers that other policies own. */
  readonly adds?: readonly Addition<NoInfer<State>>[];
  /** Stage finish: a value for each header the policy writes. */
  fields?(outcome: Outcome, view: View): Readonly<Record<Header, Field<NoInfer<State>>>>;
  /** After the reply is decided: for logs and metrics. Must not throw and must be cheap. */
  observe?(call: Call, reply: Reply, state: NoInfer<State>): void;
}

/** What a policy knows while it compiles. */
export interface PolicyContext<Options, N extends Needs> {
  /** The plugin's validated options. */
  readonly options: Options;
  /** The services of `needs`. Only to be called during requests: at seal nothing has started. */
  use(): Use<N>;
  /** Path of a route that is on, or undefined. Missing parameters leave it undefined too. */
  href(ref: string, params?: Readonly<Record<string, string>>): string | undefined;
  /** Scheme and authority for absolute URLs. Only to be called during requests. */
  baseUrl(): string;
}

/** The value of a route under a policy's key. */
export type PolicyValue<Key extends string> = Key extends keyof RoutePolicies
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
> {
  /** Unique among policies; its statement is found under it. */
  readonly id: string;
  /** The plugin's options schema, for typing `ctx.options`. */
  readonly options?: Schema<unknown, Options>;
  /** Services that `ctx.use()` gives, by the name that the policy gives them. */
  readonly needs?: N;
  /** The route key that the policy owns, with the schema of its value. */
  readonly key?: Key;
  readonly schema?: Schema;
  /** Request headers by lower-case name. */
  readonly reads?: Readonly<Record<string, ReadHeader>>;
  /** Response headers in their usual spelling, each with a sentence that explains it. */
  readonly writes?: Writes;
  /** Shared headers that the policy owns and others may add to. */
  readonly shares?: readonly (keyof Writes & string)[];
  /** Forms of pages: each replaces the kernel's own of that media type, or adds one. */
  readonly pageForms?: readonly PageForm<NoInfer<Options>>[];
  /** `value` is what the route says under `key`. Undefined: the policy has nothing to do with this route. */
  compile(
    route: RouteFacts,
    ctx: PolicyContext<Options, N>,
    value: PolicyValue<Key>,
  ): Compiled<keyof Writes & string, State> | undefined;
  /** What the policy enforces, as JSON, for documents. */
  statement?(ctx: StatementContext<Options>): unknown;
  /**
   * Imports the module whose default export, made with `defineProof` of "waymark/conformance", proves what the policy states.
   * By custom it lies beside the policy: `hsts.proof.ts`, or `proof.ts` in a folder.
   */
  readonly proof?: () => Promise<{ readonly default: PolicyProof }>;
}

/** What a statement is made from: the options, and all routes as they were sealed. */
export interface StatementContext<Options = unknown> {
  readonly options: Options;
  readonly routes: readonly SealedRoute[];
  /** Headers that all policies together write and read. */
  readonly view: Pick<View, "written" | "read">;
  /** Path of a route that is on and has no parameters, or undefined. */
  href(ref: string): string | undefined;
}

/** A policy of any plugin, as the kernel holds it: its type parameters were checked where it was written. */
export interface Policy extends Omit<
  PolicyDefinition<string, Readonly<Record<string, string>>, unknown, unknown, Needs>,
  "compile" | "statement" | "options" | "pageForms"
> {
  readonly options?: Schema;
  readonly pageForms?: readonly PageForm<never>[];
  compile(route: RouteFacts, ctx: PolicyContext<never, never>, value: never): Compiled | undefined;
  statement?(ctx: StatementContext<never>): unknown;
}
