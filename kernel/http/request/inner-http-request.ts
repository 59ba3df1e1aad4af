/**
 * Requests that plugins make of the service itself, in the form that h3 takes. They stand apart, because Node loads its fetch
 * for the class that they extend.
 */
import type { Call } from "../../../registry/contract/call/call.ts";
import { show } from "../../../registry/schema/words.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import type { InnerRequest } from "../../services.ts";

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
