/** Types of a handler, inferred from its route's declaration. */
import type { FieldError } from "../call/call.ts";
import type { BytesOf } from "./download.ts";
import type { ListQuery, ListPage } from "./list.ts";
import type { PageContent } from "./page.ts";
import type { Principal } from "../policy/principal.ts";
import type { RequestValues, ValuesOf } from "../plugin/service.ts";
import type { MaybePromise } from "../types.ts";
import type { Route } from "./route.ts";
import type { RouteKey } from "./route-keys.ts";
import type { OutputOf, Schema } from "../../schema/schema.ts";

/** The type of a key that no vocabulary knows: no value has it, and the compiler's message shows its text. */
type UnknownKey<K> =
  `${K & string} is not a key of routes. The policy that owns it declares it: declare module "waymark" { interface RoutePolicies { ${K & string}?: … } }` &
    never[];

/** Refuses keys that no vocabulary knows, at the key itself. */
type NoOtherKeys<T> = { readonly [K in keyof T as K extends RouteKey ? never : K]: UnknownKey<K> };

/** Constrains a record of routes: `R extends Checked<R>` reports each mistake where it was made. */
export type Checked<R> = { readonly [K in keyof R]: Route<keyof R & string> & NoOtherKeys<R[K]> };

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

type ParamsOf<R> = R extends { readonly params: infer S extends Schema }
  ? OutputOf<S>
  : R extends { readonly path: infer P extends string }
    ? { readonly [K in ParamNames<P>]: string }
    : never;

type QueryOf<R> = R extends { readonly list: unknown }
  ? R extends { readonly query: infer S extends Schema }
    ? ListQuery & OutputOf<S>
    : ListQuery
  : R extends { readonly query: infer S extends Schema }
    ? OutputOf<S>
    : Readonly<Record<never, never>>;

type HeadersOf<R> = R extends { readonly headers: infer S extends Schema }
  ? OutputOf<S>
  : Readonly<Record<never, never>>;

type HandedOn<R> = R extends { readonly values: infer V extends RequestValues }
  ? ValuesOf<V>
  : Readonly<Record<never, never>>;

type BodyOf<R> = R extends { readonly body: infer S extends Schema }
  ? OutputOf<S>
  : R extends { readonly bodies: infer B extends Readonly<Record<string, Schema>> }
    ? OutputOf<B[keyof B]>
    : undefined;

type BodyTypeOf<R> = R extends { readonly bodies: infer B } ? keyof B & string : string;

/** The headers that the handler may fill, by name. */
type ResponseHeadersOf<R> = R extends {
  readonly responseHeaders: infer H extends Readonly<Record<string, Schema>>;
}
  ? { readonly [K in keyof H & string]: OutputOf<H[K]> }
  : Readonly<Record<never, never>>;

type CodesOf<R> = R extends { readonly errors: readonly (infer C)[] } ? C : never;
type TargetOf<R> = R extends { readonly redirects: { readonly to: infer T } } ? T : never;
type StatusesOf<R> = R extends { readonly statuses: readonly (infer C)[] } ? C : never;

/** Languages that the route names, any if it names `"*"`; undefined if it names none. */
type LanguageOf<R> = R extends { readonly languages: readonly (infer L)[] }
  ? "*" extends L
    ? string
    : L
  : undefined;

/** The caller: certain if the route asks for one, under the key `access`. */
type CallerOf<R> = R extends { readonly access: infer A }
  ? "public" extends A
    ? Principal | undefined
    : Principal
  : Principal | undefined;

/** Particulars of a refusal raised by a handler. */
export interface FailOptions {
  /** Details of this occurrence, for people. */
  readonly detail?: string;
  /** Inputs that were invalid. */
  readonly errors?: readonly FieldError[];
  /** Seconds; becomes Retry-After. */
  readonly retryAfter?: number;
  /**
   * Resource that is there already, or its key: fills the path of the route's `creates`, which becomes Location if
   * the caller may read it.
   */
  readonly existing?: Readonly<Record<string, unknown>>;
}

/** Members of the argument of a handler that follow from keys of policies. A policy plugin augments it with its own. */
// oxlint-disable-next-line typescript/no-empty-object-type, no-unused-vars -- open on purpose: plugins augment it
export interface HandlerInputs<R> {}

/** The argument of a handler. It has no response object, because headers belong to policies. */
export interface HandlerCall<R = Route> extends HandlerInputs<R> {
  /** Path parameters, decoded: strings, or what the route's `params` made of them. */
  readonly params: ParamsOf<R>;
  /** The result of the route's `query`; on lists a checked {@link ListQuery} as well. */
  readonly query: QueryOf<R>;
  /** The request headers that the route declares, by lower-case name, as its `headers` made them. */
  readonly headers: HeadersOf<R>;
  /** The values that the route names under `values`, as policies provide them. */
  readonly values: HandedOn<R>;
  /** The JSON request body, validated; undefined if the route declares none. */
  readonly body: BodyOf<R>;
  /** The media type of the request body: one of the route's `bodies`, or `application/json`. */
  readonly bodyType: BodyTypeOf<R>;
  /** Aborts when the client is gone or the server stops. */
  readonly signal: AbortSignal;
  readonly method: string;
  readonly path: string;
  /** The media type that will be sent: one of the route's `produces`. */
  readonly mediaType: string;
  /** The language that will be sent: one of the route's `languages`. */
  readonly language: LanguageOf<R>;
  /** Id of the request, as in X-Request-ID; undefined while no policy names it. */
  readonly requestId: string | undefined;
  /** Headers that continue the client's trace in requests to others; empty while no policy takes part in traces. */
  readonly trace: Readonly<Record<string, string>>;
  /**
   * Global `fetch` for requests on behalf of this one: it adds the headers of `trace`, ends with the `signal` of
   * the call unless `init` has another, and shows in traces.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Id of the last event that the client of a stream has seen; "" for none. */
  readonly lastEventId: string;
  /** The client's address, as the rate limit sees it. */
  readonly client: string;
  /**
   * Sender of the request; undefined if anonymous. Reading it makes the answer private, so that no cache keeps it
   * for others.
   */
  readonly principal: CallerOf<R>;
  /** Fills one of the route's `responseHeaders`. The last value counts. */
  setHeader<K extends keyof ResponseHeadersOf<R>>(name: K, value: ResponseHeadersOf<R>[K]): void;
  /** Refuses the request with a declared code of the error catalog. */
  fail(code: CodesOf<R>, options?: FailOptions): never;
  /** Answers with a redirect to the route of `redirects`. `params` fill its path; nothing else is sent. */
  redirect(to: TargetOf<R>, params?: Readonly<Record<string, string>>): void;
  /** Answers with one of the route's `statuses` in place of 200, 201 or 204. `retryAfter` in seconds. */
  status(status: StatusesOf<R>, options?: { readonly retryAfter?: number }): void;
}

/** An event that some plugin contributes: only at run time is it known which. */
interface ContributedEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** A message of a stream: one of its events, a comment to keep the connection alive, or the time to reconnect (ms). */
type StreamMessageOf<R> = R extends {
  readonly stream: { readonly events: infer E extends Readonly<Record<string, Schema>> };
}
  ?
      | {
          readonly [K in keyof E & string]: {
            readonly event: K;
            readonly data: OutputOf<E[K]>;
            readonly id?: string;
          };
        }[keyof E & string]
      | (R extends { readonly stream: { readonly contributed: true } } ? ContributedEvent : never)
      | { readonly comment: string }
      | { readonly retry: number }
  : never;

/** The result of a handler or a document. */
type ValueOf<R> = R extends { readonly list: { readonly of: infer S extends Schema } }
  ? readonly OutputOf<S>[] | ListPage<Partial<OutputOf<S>>>
  : R extends { readonly returns: infer S extends Schema }
    ? OutputOf<S>
    : R extends { readonly stream: unknown }
      ? AsyncIterable<StreamMessageOf<R>>
      : R extends { readonly page: unknown }
        ? PageContent
        : R extends { readonly bytes: infer B }
          ? BytesOf<B>
          : R extends { readonly empty: true }
            ? void
            : string;

type Handled<R> = {
  [K in keyof R]: R[K] extends
    | { readonly document: true }
    | { readonly redirect: unknown }
    | { readonly alwaysFails: unknown }
    ? never
    : K;
}[keyof R];
type Documented<R> = {
  [K in keyof R]: R[K] extends { readonly document: true } ? K : never;
}[keyof R];

/** A handler for each route that is neither a document, nor a redirect, nor always refuses. */
export type Handlers<R> = {
  readonly [K in Handled<R>]: (call: HandlerCall<R[K]>) => MaybePromise<ValueOf<R[K]>>;
};

/** Items of a list for several sets of parameters at once: one list for each set, in their order. */
export type Loaders<R> = {
  readonly [K in keyof R]?: R[K] extends {
    readonly list: { readonly of: infer S extends Schema };
  }
    ? (
        params: readonly ParamsOf<R[K]>[],
        query: QueryOf<R[K]>,
        /** The caller of all of them. Reading any of it makes the lists theirs alone. */
        caller: Pick<HandlerCall<R[K]>, "principal" | "client" | "requestId" | "signal">,
      ) => MaybePromise<readonly (readonly OutputOf<S>[])[]>
    : never;
};

/** A pure function for each route with `document: true`. May be asynchronous, to load what it needs on first use. */
export type Documents<R, Options, Registry> = {
  readonly [K in Documented<R>]: (
    registry: Registry,
    options: Options,
    language: LanguageOf<R[K]>,
  ) => MaybePromise<ValueOf<R[K]>>;
};
