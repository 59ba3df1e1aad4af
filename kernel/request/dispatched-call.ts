/** Requests that plugins make of the service itself. */
import type { Call } from "../../registry/contract/call.ts";
import { show } from "../../registry/contract/finding.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { InnerRequest } from "../services.ts";
import { FetchCall } from "./call.ts";

/** A request of a plugin, in the form that h3 takes. Its origin is never looked at. */
export class InnerHttpRequest extends Request {
  readonly caller: Call;

  /** Throws on a target that does not begin with a slash, and on methods that a web request cannot have. */
  constructor({ method, target, headers = {}, body }: InnerRequest, caller: Call) {
    if (!target.startsWith("/"))
      throw new TypeError(`the target of a request begins with a slash; received ${show(target)}`);
    super(`http://service.invalid${target}`, { method, headers, body: body ?? null });
    this.caller = caller;
  }
}

/** The call of such a request: its headers are the plugin's, its principal is the caller's. */
export class DispatchedCall extends FetchCall {
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
    };
    super(request, client, route, target, params);
    this.principal = caller.principal;
    this.traceId = caller.traceId;
  }

  override header(name: string): string | undefined {
    return this.route.credentials.includes(name) ? undefined : super.header(name);
  }
}
