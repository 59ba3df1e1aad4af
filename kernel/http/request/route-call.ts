/** The call as handlers see it. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { ErrorCode } from "../../../registry/contract/call/errors.ts";
import type { FailOptions, HandlerCall } from "../../../registry/contract/route/infer.ts";
import type { Principal } from "../../../registry/contract/policy/principal.ts";
import { show } from "../../../registry/schema/words.ts";
import { fieldValue } from "../../../registry/contract/policy/headers.ts";
import type { RouteInfo } from "../../../registry/contract/route/route-info.ts";
import { BODY_MEDIA_TYPE } from "../../../registry/contract/route/route-keys.ts";
import type { RequestValues } from "../../../registry/contract/plugin/service.ts";
import { onBehalfOf } from "./current-caller.ts";
import { FetchCall, NodeCall } from "./call.ts";
import { forwardingFetch } from "./forwarding-fetch.ts";
import { Refused } from "../../host/support/refusal.ts";

/** Validated input of a request. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: unknown;
  /** Headers that the route declares. */
  readonly headers: unknown;
  readonly body: unknown;
  /** Media type of the body. Default: `application/json`. */
  readonly bodyType?: string;
  /** A body that the handler reads while it arrives, as its policy received it. */
  readonly upload?: unknown;
}

const NO_VALUES: RequestValues = {};
const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});

/** The result of negotiation. */
export interface Selected {
  /** Media type of the answer. Default: `application/json`. */
  readonly mediaType?: string | undefined;
  readonly language?: string | undefined;
  /** Aborts the handler's signal, as the client's leaving and the end of its time do. */
  readonly signal?: AbortSignal | undefined;
}

export class RouteCall implements Omit<
  HandlerCall,
  | "params"
  | "query"
  | "headers"
  | "values"
  | "body"
  | "upload"
  | "language"
  | "principal"
  | "setHeader"
> {
  readonly params: Input["params"];
  readonly query: unknown;
  readonly body: unknown;
  readonly bodyType: string;
  readonly upload: Input["upload"];
  /** Headers that the route declares. */
  readonly headers: unknown;
  #values: Readonly<Record<string, unknown>> | undefined = undefined;
  /** The media type that will be sent. */
  readonly mediaType: string;
  /** The language that will be sent, if there is a choice. */
  readonly language: string | undefined;
  /** The arguments of `status`, once the handler has called it. */
  chosen: { readonly status: number; readonly retryAfter: number | undefined } | undefined =
    undefined;
  /** True if the handler has read anything of its caller that the key of a kept answer does not have. */
  #sawCaller = false;
  #personal = false;
  /** The end of the handler, which may come after its time is over. The kernel sets it. */
  running: Promise<unknown> | undefined = undefined;
  readonly #call: Call;
  readonly #outerSignal: AbortSignal | undefined;
  #signal: AbortSignal | undefined = undefined;
  #abort: (() => void) | undefined = undefined;
  #expired = false;

  constructor(
    call: Call,
    { params, query, headers, body, bodyType = BODY_MEDIA_TYPE, upload }: Input,
    { mediaType = "application/json", language, signal }: Selected = {},
  ) {
    this.#call = call;
    this.#outerSignal = signal;
    this.language = language;
    this.params = params;
    this.query = query;
    this.body = body;
    this.bodyType = bodyType;
    this.upload = upload;
    this.headers = headers;
    this.mediaType = mediaType;
  }

  /** Marks the answer of the handler that received the call: it depends on who asked. Throws as `callOf` does. */
  static markPersonal(received: object): void {
    RouteCall.callOf(received);
    (received as RouteCall).#personal = true; // callOf has checked it
  }

  /** Runs a handler on behalf of its caller, which does not make its answer personal. */
  static run<T>(received: RouteCall, handler: (call: RouteCall) => T): T {
    return onBehalfOf(received.#call, () => handler(received));
  }

  get personal(): boolean {
    return this.#personal;
  }

  get sawCaller(): boolean {
    return this.#sawCaller;
  }

  /** Returns the call behind a handler's call. Throws on anything else: no caller is made up. */
  static callOf(received: object): Call {
    if (!(#call in received))
      throw new TypeError(
        "onBehalfOf takes the call that a handler received, not a copy of it or a part",
      );
    return received.#caller;
  }

  /** The call, for what a handler reads of its caller. */
  get #caller(): Call {
    this.#sawCaller = true;
    return this.#call;
  }

  get method(): string {
    return this.#caller.method;
  }
  get path(): string {
    return this.#call.path;
  }
  get values(): Readonly<Record<string, unknown>> {
    const { values = NO_VALUES } = this.#call.route.declaration;
    return (this.#values ??= Object.fromEntries(
      Object.entries(values).map(([name, token]) => [name, this.#call.value(token)]),
    ));
  }
  get requestId(): string | undefined {
    return this.#caller.requestId;
  }
  get trace(): Readonly<Record<string, string>> {
    return this.#caller.trace?.headers ?? NO_HEADERS;
  }
  /** The handler's `fetch`. Reading it prevents keeping lists, as no version of the data counts changes elsewhere. */
  get fetch(): typeof globalThis.fetch {
    return forwardingFetch(this.#caller.trace, () => this.signal);
  }
  get lastEventId(): string {
    return this.#caller.header("last-event-id") ?? "";
  }
  get client(): string {
    return this.#caller.client;
  }
  /** The caller. Reading it makes the answer personal. */
  get principal(): Principal | undefined {
    this.#personal = true;
    return this.#caller.principal;
  }

  /** The handler's signal. Made on first use, because most handlers need none. */
  get signal(): AbortSignal {
    return (this.#signal ??= this.#createSignal());
  }

  #createSignal(): AbortSignal {
    const call = this.#call;
    const controller = new AbortController();
    this.#abort = () => controller.abort();
    if (this.#expired) controller.abort();
    if (call instanceof NodeCall) {
      const { response } = call;
      // Aborting after the answer is sent would cost an error with its stack for each request.
      response.once("close", () => {
        if (!response.writableFinished) controller.abort();
      });
    }
    const outer =
      this.#outerSignal ?? (call instanceof FetchCall ? call.request.signal : undefined);
    return outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  }

  /** Aborts the signal. The kernel calls this when the handler's time is over. */
  abort(): void {
    this.#expired = true;
    this.#abort?.();
  }

  /** Chooses the status. A field, not a method, because handlers destructure the call. */
  readonly status = (status: number, options: { readonly retryAfter?: number } = {}): void => {
    this.chosen = { status, retryAfter: options.retryAfter };
  };

  /** Fills a header. Made on first use, because most handlers fill none. */
  get setHeader(): (name: string, value: unknown) => void {
    this.filled ??= {};
    return headerSetter(this.#call.route, this.filled);
  }
  /** The headers that the handler has filled. */
  filled: Record<string, string> | undefined = undefined;

  /** The arguments of `redirect`, once the handler has called it. */
  redirection:
    | { readonly to: string; readonly params: Readonly<Record<string, string>> }
    | undefined = undefined;
  readonly redirect = (to: string, params: Readonly<Record<string, string>> = {}): void => {
    this.redirection = { to, params };
  };

  fail(code: string, { existing, ...options }: FailOptions = {}): never {
    throw new Refused({ code: code as ErrorCode, ...options }, existing); // among the route's `errors`, by its type
  }
}

/**
 * Returns the function that fills headers of one answer. It throws on a header that the route does not declare, and on a
 * value that does not fit: a line break would let a client inject headers.
 */
function headerSetter(
  { ref, declaration }: Pick<RouteInfo, "ref" | "declaration">,
  filled: Record<string, string>,
): (name: string, value: unknown) => void {
  const { responseHeaders: shapes = {} } = declaration;
  return (name, value) => {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined)
      throw new TypeError(`${ref} does not declare the header ${show(name)} among responseHeaders`);
    const result = shape["~standard"].validate(value);
    const fails = (problem: string) =>
      new TypeError(`${ref} fills ${name} with ${show(value)}: ${problem}`);
    if (result instanceof Promise) throw fails("its schema is asynchronous");
    if (result.issues?.[0] !== undefined) throw fails(result.issues[0].message);
    const text = fieldValue(value);
    if (text === undefined)
      throw fails("a header has visible ASCII characters, with spaces between");
    filled[name] = text;
  };
}
