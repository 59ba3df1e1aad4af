/** The call of a request that a plugin makes of the service itself. */
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { FetchCall } from "./call.ts";
import type { InnerHttpRequest, Outside } from "./inner-http-request.ts";

/** A call with the headers of the plugin and the principal of the caller. */
export class DispatchedCall extends FetchCall {
  /** Runs the work of observers, which must not join a transaction of the plugin that may be undone. */
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
