/** Requests that plugins make of the service itself, in the form that h3 takes, and their calls. */
import type { Call } from "../../registry/contract/call.ts";
import { show } from "../../registry/contract/finding.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { InnerRequest } from "../services.ts";
import { FetchCall } from "./call.ts";

/** Returns a URL whose origin is never looked at. */
function urlOf(target: string): string {
  if (target.startsWith("/")) return `http://service.invalid${target}`;
  throw new TypeError(`the target of a request begins with a slash; received ${show(target)}`);
}

/** Runs a function outside of the asynchronous context of its caller. */
export type Outside = (run: () => void) => void;

export class InnerHttpRequest extends Request {
  readonly caller: Call;
  readonly outside: Outside;

  /** Throws on a target that does not begin with a slash, and on methods that a web request cannot have. */
  constructor(
    { method, target, headers = {}, body }: InnerRequest,
    caller: Call,
    outside: Outside,
  ) {
    super(urlOf(target), { method, headers, body: body ?? null });
    this.caller = caller;
    this.outside = outside;
  }
}

/** Passes through the router to find a route, and is not answered. */
export class RouteProbe extends Request {
  route: SealedRoute | undefined = undefined;

  constructor({ method, target }: Pick<InnerRequest, "method" | "target">) {
    super(urlOf(target), { method });
  }
}

/** The call of such a request: its headers are the plugin's, its principal is the caller's. */
export class DispatchedCall extends FetchCall {
  /** For those who observe: their work must not join a transaction of the plugin, which may be undone. */
  readonly outside: Outside;

  constructor(
    request: InnerHttpRequest,
    route: SealedRoute,
    target: string,
    params?: Readonly<Record<string, string>>,
  ) {
    const { caller } = request;
    const client = {
      address: () => caller.client,
      secure: () => caller.secure,
      host: () => caller.host,
      proxied: () => caller.proxied,
    };
    super(request, client, route, target, params);
    this.outside = request.outside;
    this.principal = caller.principal;
    this.trace = caller.trace;
  }

  override header(name: string): string | undefined {
    return this.route.credentials.includes(name) ? undefined : super.header(name);
  }
}
