/** The kernel's implementations of a call: a request over a socket, one in memory, and bytes that are no request. */
import type { IncomingMessage } from "node:http";
import type { Call, Preferences } from "../registry/call.ts";
import type { SealedRoute } from "../registry/registry.ts";
import type { Client, ClientResolver } from "./client.ts";

const NO_PREFERENCES: Preferences = Object.freeze({});
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** What a call of any origin has in common. */
abstract class BaseCall implements Call {
  abstract readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly route: SealedRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly startedAt = performance.now();
  readonly states: unknown[] = [];
  requestId: string | undefined = undefined;
  traceId: string | undefined = undefined;
  preferences = NO_PREFERENCES;
  #found: Client | undefined;

  constructor(
    route: SealedRoute,
    target: string,
    params: Readonly<Record<string, string>> = NO_PARAMS,
  ) {
    const query = target.indexOf("?");
    this.route = route;
    this.path = query === -1 ? target : target.slice(0, query);
    this.search = query === -1 ? "" : target.slice(query);
    this.params = params;
  }

  abstract header(name: string): string | undefined;
  protected abstract find(): Client;

  get allow(): string {
    return this.route.allow;
  }
  get client(): string {
    return (this.#found ??= this.find()).address;
  }
  get secure(): boolean {
    return (this.#found ??= this.find()).secure;
  }
  get host(): string {
    return (this.#found ??= this.find()).host;
  }
}

/** A request that Node's parser accepted. */
export class NodeCall extends BaseCall {
  readonly request: IncomingMessage;
  readonly #resolve: ClientResolver;

  constructor(
    request: IncomingMessage,
    resolve: ClientResolver,
    route: SealedRoute,
    target: string,
    params?: Readonly<Record<string, string>>,
  ) {
    super(route, target, params);
    this.request = request;
    this.#resolve = resolve;
  }

  get method(): string {
    return this.request.method ?? "";
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  protected find(): Client {
    const { socket } = this.request;
    return this.#resolve({
      peer: socket.remoteAddress,
      encrypted: "encrypted" in socket,
      header: (name) => this.header(name),
    });
  }
}

/** A web request, handled without a socket. */
export class FetchCall extends BaseCall {
  readonly request: Request;
  readonly #resolve: ClientResolver;

  constructor(
    request: Request,
    resolve: ClientResolver,
    route: SealedRoute,
    target: string,
    params?: Readonly<Record<string, string>>,
  ) {
    super(route, target, params);
    this.request = request;
    this.#resolve = resolve;
  }

  get method(): string {
    return this.request.method;
  }

  header(name: string): string | undefined {
    return this.request.headers.get(name) ?? undefined;
  }

  protected find(): Client {
    const url = new URL(this.request.url);
    const header = (name: string) => this.header(name) ?? (name === "host" ? url.host : undefined);
    const peer =
      "ip" in this.request && typeof this.request.ip === "string" ? this.request.ip : undefined;
    return this.#resolve({ peer, encrypted: url.protocol === "https:", header });
  }
}

/** What arrived could not be parsed. At most its Accept is known, so that the answer has a fitting form. */
export class MalformedCall extends BaseCall {
  readonly method = "";
  readonly #accept: string | undefined;

  constructor(route: SealedRoute, accept?: string) {
    super(route, "");
    this.#accept = accept;
  }

  header(name: string): string | undefined {
    return name === "accept" ? this.#accept : undefined;
  }

  protected find(): Client {
    return { address: "", secure: false, host: "" };
  }
}
