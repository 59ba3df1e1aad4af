/** The tracepoint around whole requests. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { andThen } from "./in-turn.ts";
import { Tracepoint, type Span, type SpanAttributes } from "../../host/support/tracepoint.ts";
import type { Answer } from "./finish.ts";

export const requests = new Tracepoint("request");

/**
 * The span of a request, named after its route: paths as received would be as many as clients like. A class, as V8 makes
 * a shape for each object literal with getters, which keeps its request until a full collection of garbage.
 */
class RequestSpan implements Span {
  readonly kind = "server";
  isPending = false;
  error: unknown = undefined;
  status: number | undefined = undefined;
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  get name(): string {
    const { method, route } = this.#call;
    return `${method || "HTTP"} ${route.path}`.trim();
  }

  get attributes(): SpanAttributes {
    const { method, path, route, secure } = this.#call;
    return {
      "http.request.method": method,
      "http.route": route.path,
      "url.path": path,
      "url.scheme": secure ? "https" : "http",
      "waymark.route": route.ref,
      "http.response.status_code": this.status,
    };
  }

  get isForeign(): boolean {
    return !this.#call.proxied;
  }

  incoming(name: string): string | undefined {
    return this.#call.header(name);
  }
}

export function watchRequest(call: Call, answer: () => MaybePromise<Answer>): MaybePromise<Answer> {
  const span = new RequestSpan(call);
  return requests.run(span, () =>
    andThen(answer(), (answered) => {
      span.status = answered.status;
      return answered;
    }),
  );
}
