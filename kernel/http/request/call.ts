/**
 * Calls of clients: `NodeCall` over a socket, `FetchCall` in memory, `MalformedCall` for unparsable bytes. Calls of the server
 * itself are in internal-call.ts, and handlers see a call as a `RouteCall` (route-call.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Call, Preferences, Trace } from "../../../registry/contract/call/call.ts";
import type { Principal } from "../../../registry/contract/policy/principal.ts";
import type { RequestValue } from "../../../registry/contract/plugin/service.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { NO_CLIENT, type Client, type ClientResolver, type ConnectionInfo } from "./client.ts";

const NO_PREFERENCES: Preferences = Object.freeze({});
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** Base class of the calls of clients and of the server itself. */
export abstract class BaseCall implements Call, ConnectionInfo {
  abstract readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly route: SealedRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly startedAt = performance.now();
  readonly states: unknown[] = [];
  charged = 0;
  principal: Principal | undefined = undefined;
  requestId: string | undefined = undefined;
  trace: Trace | undefined = undefined;
  preferences = NO_PREFERENCES;
  readonly #resolve: ClientResolver;
  #client: Client | undefined = undefined;
  #duration: number | undefined = undefined;

  constructor(
    resolve: ClientResolver,
    route: SealedRoute,
    target: string,
    params: Readonly<Record<string, string>> = NO_PARAMS,
  ) {
    const query = target.indexOf("?");
    this.#resolve = resolve;
    this.route = route;
    this.path = query === -1 ? target : target.slice(0, query);
    this.search = query === -1 ? "" : target.slice(query);
    this.params = params;
  }

  abstract header(name: string): string | undefined;

  charge(requests: number): void {
    this.charged += requests;
  }

  isRepeated(_name: string): boolean {
    return false;
  }

  value<T>({ id }: RequestValue<T>): T | undefined {
    const provided = this.route.values.get(id);
    // The provider's own types checked it where it was written.
    return provided?.read(this, this.states[provided.index]) as T | undefined;
  }

  get peer(): string | undefined {
    return undefined;
  }
  get encrypted(): boolean {
    return false;
  }
  get durationMs(): number {
    return (this.#duration ??= performance.now() - this.startedAt);
  }
  get allow(): string {
    return this.route.allow;
  }
  get #resolved(): Client {
    return (this.#client ??= this.#resolve(this));
  }
  get client(): string {
    return this.#resolved.client;
  }
  get secure(): boolean {
    return this.#resolved.secure;
  }
  get host(): string {
    return this.#resolved.host;
  }
  get proxied(): boolean {
    return this.#resolved.proxied;
  }
}

/** Key under which a response keeps its call, so that the log can name a call that is cut. */
const CALL = Symbol("call");
interface AnsweredResponse extends ServerResponse {
  [CALL]?: NodeCall;
}

/** Returns the call that is answered; undefined before it has a route. */
export function callOf(response: Pick<AnsweredResponse, "statusCode" | typeof CALL>) {
  return response[CALL];
}

/** Returns the members of a log line that name a request and, if it has them, its trace and principal: by id alone. */
export function idsOf({ requestId, trace, principal }: Call): Readonly<Record<string, unknown>> {
  return {
    requestId,
    ...(trace && { traceId: trace.traceId, spanId: trace.spanId }),
    ...(principal && { principal: principal.id }),
  };
}

/** A request that Node's parser accepted. */
export class NodeCall extends BaseCall {
  readonly request: IncomingMessage;
  /** The response; its `close` means that the client has left, while the request closes as soon as it is read. */
  readonly response: ServerResponse;
  readonly #headers: IncomingMessage["headers"];

  constructor(
    request: IncomingMessage,
    response: AnsweredResponse,
    resolve: ClientResolver,
    route: SealedRoute,
    target: string,
    params?: Readonly<Record<string, string>>,
  ) {
    super(resolve, route, target, params);
    this.request = request;
    this.response = response;
    this.#headers = request.headers;
    response[CALL] = this;
  }

  get method(): string {
    return this.request.method ?? "";
  }
  override get peer(): string | undefined {
    return this.request.socket.remoteAddress;
  }
  override get encrypted(): boolean {
    const { socket }: { readonly socket: Socket & { readonly encrypted?: boolean } } = this.request;
    return socket.encrypted === true; // on Bun, sockets without TLS have the key as well
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }
  /** Avoids Node's own `headersDistinct`, which sorts every header of the request. */
  override isRepeated(name: string): boolean {
    const { rawHeaders } = this.request;
    let times = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const raw = rawHeaders[index] ?? "";
      if (raw.length === name.length && raw.toLowerCase() === name) times += 1;
    }
    return times > 1;
  }
}

/** A web request, answered without a socket. */
export class FetchCall extends BaseCall {
  readonly request: Request;

  constructor(
    request: Request,
    resolve: ClientResolver,
    route: SealedRoute,
    target: string,
    params?: Readonly<Record<string, string>>,
  ) {
    super(resolve, route, target, params);
    this.request = request;
  }

  get method(): string {
    return this.request.method;
  }
  override get peer(): string | undefined {
    return "ip" in this.request && typeof this.request.ip === "string"
      ? this.request.ip
      : undefined;
  }
  override get encrypted(): boolean {
    return this.request.url.startsWith("https:");
  }

  header(name: string): string | undefined {
    const value = this.request.headers.get(name);
    return value ?? (name === "host" ? new URL(this.request.url).host : undefined);
  }
}

/** Bytes that could not be parsed. At most their Accept is known, which selects the form of the answer. */
export class MalformedCall extends BaseCall {
  readonly method = "";
  readonly #accept: string | undefined;

  constructor(route: SealedRoute, accept?: string) {
    super(NO_CLIENT, route, "");
    this.#accept = accept;
  }

  header(name: string): string | undefined {
    return name === "accept" ? this.#accept : undefined;
  }
}
