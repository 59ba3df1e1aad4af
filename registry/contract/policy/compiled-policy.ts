/** The result of compiling a policy for one route, by stage: headers it reads and writes, refusals, members, codings. */
import type { BodyInfo, Call, CallTarget, Failure, Outcome, Reply } from "../call/call.ts";
import type { ListQuery } from "../route/list.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import type { Schema } from "../../schema/schema.ts";
import type {
  ArrivingBody,
  EnclosedWrite,
  PolicyAnswer,
  WriteEnd,
  Refusal,
} from "./policy-answer.ts";
import type { RequestValues, ValuesOf } from "../plugin/service.ts";
import type { Recording } from "./recording.ts";
import type { MaybePromise } from "../types.ts";
import type { View } from "../route/view.ts";

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
  /** The same on routes that write, where it means something else there. */
  readonly onWrites?: string;
  /** Default: any string. */
  readonly schema?: JsonSchema;
}

/** A part of a shared header (Vary, Link, Server-Timing, Cache-Control, …) for the header's owner to render. */
export interface HeaderPart<State = unknown> {
  readonly header: string;
  readonly value: string | Slot<State>;
  /** Form of a value that is made per request, for documents: `trace;desc="<traceparent>"`. */
  readonly form?: string;
  /** Default: every outcome. */
  readonly outcomes?: readonly Outcome[];
  /** Only for the route's view, or only for its other answers. Default: for both. */
  readonly of?: "view" | "answer";
}

/** All policies seen at once: what the second pass of sealing renders shared headers from. */
export interface HeaderView {
  /** Parts that others added to a shared header for this route and outcome, in the preset's order. */
  contributed(
    header: string,
  ): readonly (string | ((call: Call, reply: Reply) => string | undefined))[];
  /** Response headers that installed policies and the kernel write, in the preset's order, and that handlers fill. */
  readonly written: readonly string[];
  /** Request headers that installed policies read. */
  readonly read: readonly string[];
}

/** A member that a policy adds to JSON object bodies, with its schema. Never required by served schemas. */
export interface Member {
  readonly schema: JsonSchema;
  value(at: MemberContext): unknown;
}

/** The JSON body that a member is added to, and where it comes from. */
export interface MemberContext {
  readonly call: CallTarget;
  /** The body so far, with the members of policies that come before. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly facts: BodyInfo;
  /** Reason for the refusal; undefined if the request is not refused. */
  readonly failure: Failure | undefined;
}

/** A content coding (RFC 9110, section 8.4.1). */
export interface Coding {
  readonly name: string;
  /** Runs once per finished body. Returns a promise for a body that would hold the event loop for milliseconds. */
  encode(bytes: Uint8Array): MaybePromise<Uint8Array>;
  /** Bodies below this many bytes are sent as they are. */
  readonly minBytes: number;
}

/** A media type for errors in JSON. */
export interface JsonErrorForm {
  readonly mediaType: string;
  /** Name of the schema that describes it. */
  readonly schema: string;
  /** Returns the body for a failure. Documents show what it returns for examples, which have no more of a call. */
  render(failure: Failure, call: Pick<Call, "requestId">): Readonly<Record<string, unknown>>;
  /** Comes before the kernel's form, and in place of another of the same media type. Default: false. */
  readonly preferred?: boolean;
  /** Has no room for members that policies add. Default: false. */
  readonly closed?: boolean;
}

/** A media type for errors as text, for people. It is not part of the API, so OpenAPI leaves it out. */
interface TextErrorForm {
  readonly mediaType: string;
  readonly schema?: undefined;
  /** Comes before the kernel's form, and in place of another of the same media type. Default: false. */
  readonly preferred?: boolean;
  /**
   * Languages of the text, the default first. With more than one, the parameter `lang` of the address chooses, else
   * Accept-Language does, and Vary of errors in this form includes it.
   */
  readonly languages: readonly [string, ...string[]];
  /** Returns the text for a failure in a language. May be asynchronous, to import what it needs on first use. */
  write(failure: Failure, call: Call, language: string): MaybePromise<string>;
}

/** A media type for errors. The kernel's own is the `Error` JSON; the first form of a route is the default. */
export type ErrorForm = JsonErrorForm | TextErrorForm;

/** A list handler's result after the engine. */
export interface ListResult {
  readonly items: readonly unknown[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly facts: BodyInfo;
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
  /** Names of the parameters with which items lack members that their schema requires. Default: none. */
  readonly trimmedBy?: readonly string[];
  /** Schema of `_meta`. */
  readonly meta: JsonSchema;
  /** Returns the query of a request, or why it is refused. */
  parse(call: CallTarget): ListQuery | Refusal;
  /** Filters, sorts and pages what a handler returned, unless that is a page already; then trims the items. */
  finish(
    result: readonly unknown[] | { readonly items: readonly unknown[]; readonly next?: unknown },
    query: ListQuery,
    call: CallTarget,
  ): ListResult;
}

/** Query parameters that a policy adds to a route. The route's own query and its list do not see them. */
export interface QueryParameters {
  /** Shape of the parameters, as a route's `query`; none is required. Values that do not fit are refused with 400. */
  readonly schema: Schema;
  /** Stage produce: rewrites a finished JSON body, an error included, if the query has one of the parameters. */
  readonly rewrite?: (json: string, parameters: Readonly<Record<string, unknown>>) => string;
}

/** Conditions for an answer to stand in for another that cannot be made (RFC 5861, section 4). */
export interface StaleIfError {
  /** Milliseconds since it was last known to be current. */
  readonly maxMs: number;
  /** Checks that the failure is of this kind, and that the client takes such an answer. */
  applies(call: Call, error: unknown): boolean;
}

/** A policy compiled for one route. Every part is optional. */
export interface CompiledPolicy<
  Header extends string = string,
  State = unknown,
  P extends RequestValues = RequestValues,
> {
  /** Stage before identify: records requests that prefer it (RFC 7240). One policy of the route has it. */
  readonly records?: {
    /** The preference that clients name. */
    readonly preference: string;
    /** Name of the link to the record, for people. */
    readonly title: string;
    /** Returns the recording of a request; undefined for a request that is not recorded. */
    begin(call: Call): Recording | undefined;
  };
  /** Stage identify: returns the policy's state for one request. A promise takes the route off the fast path. */
  begin?(call: Call): State | Promise<State>;
  /** Stage admit: returns the refusal of the request, or undefined. */
  admit?(call: Call, state: NoInfer<State>): MaybePromise<Refusal | undefined>;
  /** Describes, in English, its decision to the caller of a recorded request. */
  describe?(call: Call, state: NoInfer<State>): string | undefined;
  /** Reads the values of `provides` when a handler or a policy asks for them. Not before every policy's `begin` has run. */
  readonly provide?: {
    readonly [K in keyof P]: (call: Call, state: NoInfer<State>) => ValuesOf<P>[K];
  };
  /** Stage after admit: answers in place of the handler, or undefined. All headers are as on any answer of the route. */
  answer?(call: Call, state: NoInfer<State>): MaybePromise<PolicyAnswer | undefined>;
  /**
   * Wraps the handler of a route that writes: `proceed` validates the body, which was read before, evaluates
   * conditions, runs the handler and finishes the answer. It rejects if the write is refused (see `refusalOf`) or
   * fails, and may be called again. The first policy of the preset is the outermost.
   */
  around?(
    call: Call,
    proceed: () => Promise<WriteEnd>,
    state: NoInfer<State>,
    write: EnclosedWrite,
  ): MaybePromise<WriteEnd>;
  /**
   * Stage accept, required where the policy has an `upload`: returns what the handler finds under that name. A promise is
   * awaited before conditions are evaluated and the handler runs.
   */
  receive?(body: ArrivingBody): unknown;
  /** Scopes that a principal must all have, for documents. Default: the policy asks for no principal. */
  readonly security?: { readonly scopes: readonly string[] };
  /** Stage accept: largest request body in bytes. */
  readonly maxBodyBytes?: number;
  /** Stage accept: largest sum of all request bodies that are received at the same time, in bytes. */
  readonly maxBodyBytesUnderWay?: number;
  /** Stage accept: most values in a JSON body, including values within lists and objects. */
  readonly maxBodyValues?: number;
  /** Further limits above which the route refuses, by name, for documents: `{ maxDepth: 10 }`. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Stages accept and produce: query parameters of this policy, in addition to the route's. */
  readonly parameters?: QueryParameters;
  /** Stages accept and produce of a list. */
  readonly list?: ListEngine;
  /** Stage produce: returns members of JSON bodies, by name. */
  members?(outcome: Outcome): Readonly<Record<string, Member>>;
  /** Stage produce of a read: the last answer stands in if none can be made, unless it depends on who asks. */
  readonly staleIfError?: StaleIfError;
  /** Stage produce: further forms of errors. */
  readonly errorForms?: readonly ErrorForm[];
  /** Stage produce: the route's answers as pages. One policy has it, on routes that read JSON or a stream. */
  readonly view?: View;
  /** Stage encode: codings on offer in addition to identity, best first. */
  readonly codings?: readonly Coding[];
  /** Stage precondition (RFC 9110, section 13): called only when the answer would be 2xx. */
  precondition?(call: Call, reply: Reply): 304 | 412 | undefined;
  /** Request headers of this policy's `reads` that matter to this route. Default: all of them. */
  readonly reads?: readonly string[];
  /** Request headers of `reads` without which it refuses, for documents. Default: none. */
  readonly requires?: readonly string[];
  /** Request headers that select among this route's representations; they make up Vary. */
  readonly varies?: readonly string[];
  /** The same for answers to OPTIONS, which have no representation. */
  readonly variesOnOptions?: readonly string[];
  /** Parts of headers that other policies own. */
  readonly contributes?: readonly HeaderPart<NoInfer<State>>[];
  /** Stage finish: returns a value for each header the policy writes. */
  fields?(outcome: Outcome, view: HeaderView): Readonly<Record<Header, Field<NoInfer<State>>>>;
  /** Observes the decided reply, for logs and metrics. Must not throw and must be cheap. */
  observe?(call: Call, reply: Reply, state: NoInfer<State>): void;
  /** Observes a guard's refusal of a read by a plugin for a caller, for logs. Must not throw and must be cheap. */
  observeRefusedRead?(call: Call, refusal: Refusal): void;
}
