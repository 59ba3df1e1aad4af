/** A request and its reply, as policies see them. The kernel makes the only implementations. */
import type { Principal } from "../policy/principal.ts";
import type { RequestValue } from "../plugin/service.ts";
import type { RouteInfo } from "../route/route-info.ts";

/**
 * The result of a request, as far as headers are concerned. `options` is the answer to OPTIONS; `error` is every status from 400.
 */
export type Outcome = "ok" | "redirect" | "notModified" | "error" | "options";
/** All outcomes, in the order of listings. */
export const OUTCOMES: readonly Outcome[] = ["ok", "redirect", "notModified", "error", "options"];

/** The preferences of the client (RFC 7240); empty unless a policy parses them. */
export interface Preferences {
  readonly return?: "minimal" | "representation";
  readonly handling?: "strict" | "lenient";
}

/** The place of a request in a distributed trace (W3C Trace Context). */
export interface Trace {
  /** 32 lower-case hex digits. */
  readonly traceId: string;
  /** The request's own span: 16 lower-case hex digits, made when they are first read. */
  readonly spanId: string;
  /** `traceparent` and, if the client sent one, `tracestate`: for requests to others on behalf of this one. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Request as policies see it. Answers below HTTP's parser have no target, no headers and no client. */
export interface Call {
  /** The method as received, or "" when the request could not be parsed. */
  readonly method: string;
  /** Path without query, percent-encoded: in its one canonical form if a route was found, else as received. */
  readonly path: string;
  /** Query with its `?`, or "". */
  readonly search: string;
  /** Returns the value of a request header by its lower-case name; repeated fields are joined with `, `. */
  header(name: string): string | undefined;
  /** Returns the value that a policy provides for this request; undefined if none does. Not before `admit`. */
  value<T>(token: RequestValue<T>): T | undefined;
  /** Address of the client, found behind trusted proxies only; "" when unknown. */
  readonly client: string;
  /** True if the client came over TLS: by our own socket or, from a trusted proxy, by its word. */
  readonly secure: boolean;
  /** The requested host, without port; "" when unknown. */
  readonly host: string;
  /** True if a trusted proxy sent the request: headers then count that a stranger could have made up. */
  readonly proxied: boolean;
  /** Time at which the request was taken up, in milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Milliseconds until the answer was put together: fixed on first read, so that all readers see the same value. */
  readonly durationMs: number;
  readonly route: RouteInfo;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Methods of the path, as Allow lists them. */
  readonly allow: string;
  /** The state that each policy's `begin` returned, by the policy's place. For the kernel. */
  readonly states: unknown[];
  /** Checks that the request has this header, by its lower-case name, more than once. */
  isRepeated(name: string): boolean;
  /** Requests counted for it in addition to itself, because its work cost more than a single request. */
  readonly charged: number;
  /** Adds to `charged`. */
  charge(requests: number): void;
  /** Set by the policy that asks who sends the request; undefined if anonymous. */
  principal: Principal | undefined;
  /** Set by the policy that identifies requests. */
  requestId: string | undefined;
  /** Set by the policy that takes part in distributed traces. */
  trace: Trace | undefined;
  /** Set by the policy that parses `Prefer`. */
  preferences: Preferences;
}

/** The part of a call that bodies are made from, and the only key to kept bodies. */
export type CallTarget = Pick<Call, "path" | "search" | "params" | "route" | "preferences">;

/** Finished body: the bytes of a route in one media type and content coding. */
export interface Representation {
  /** Full Content-Type value. */
  readonly contentType: string;
  /** `identity`, `gzip`, … */
  readonly coding: string;
  /** Hash of the body before its coding: the same on every node, in every coding. */
  readonly version: string;
  /** Length of the encoded body in bytes. */
  readonly byteLength: number;
  /** Strong entity tag, quoted: a hash of the bytes sent (RFC 9110, section 8.8.3). */
  readonly etag: string;
  /** SHA-256 over the encoded bytes, base64. */
  readonly sha256: string;
  /** The encoded bytes. */
  readonly bytes: Uint8Array;
}

/** Invalid input and its place. */
export interface FieldError {
  readonly detail: string;
  /** JSON Pointer into the request body. */
  readonly pointer?: string;
  /** Query or path parameter. */
  readonly parameter?: string;
  readonly header?: string;
}

/** A refused request: an entry of the error catalog with the particulars of this occurrence. */
export interface Failure {
  readonly code: string;
  readonly status: number;
  /** The catalog's sentence: the same on every occurrence. */
  readonly message: string;
  /** Details of this occurrence: what happened, what was received, what to do next. */
  readonly detail?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  /** Path of the resource that is there already; becomes Location. */
  readonly location?: string | undefined;
  /** Seconds until a retry makes sense; becomes Retry-After. */
  readonly retryAfter?: number | undefined;
  /** Members that an error form may add, such as the policies that were violated. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer as it is about to be sent. */
export interface Reply {
  readonly outcome: Outcome;
  readonly status: number;
  /** The selected body; undefined if there is none (redirects, OPTIONS, streams). On 304 it is the body not sent. */
  readonly representation: Representation | undefined;
  readonly failure: Failure | undefined;
  /** The client left before its request was complete: nothing is sent, and the status is 499. */
  readonly abandoned?: true;
  /** Facts about the body that slots may need. */
  readonly facts: BodyInfo;
}

/** Data about a body that producing it revealed. */
export interface BodyInfo {
  /** Path and query of the next page. */
  readonly next?: string | undefined;
  /** Path of the resource that the request created. */
  readonly created?: string | undefined;
  /** The route's schema does not describe the media type. */
  readonly offSchema?: boolean;
  /** The body has data or refusals that depend on the caller, so that no shared cache may keep it, even if the route is public. */
  readonly personal?: boolean;
  /** Entity tag of the resource as it is now, if its representation is not sent. */
  readonly etag?: string | undefined;
  /** The body of a write is not the representation of the resource, so that it has no entity tag. */
  readonly transient?: boolean;
  /** Response headers that the handler filled, by the names that the route declares. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Last time the answer was known to be current, as `performance.now()` returns it: on an answer that stands in for
   * another that cannot be made.
   */
  readonly asOf?: number;
  /** Preferences that were honoured, for Preference-Applied (RFC 7240, section 3). */
  readonly applied?: readonly string[];
}
