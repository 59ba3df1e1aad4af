/** The tracepoint around whole requests. */
import type { Call } from "../../registry/contract/call.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { andThen } from "../support/and-then.ts";
import { Tracepoint, type Span, type SpanAttributes } from "../support/tracepoint.ts";
import type { Answer } from "./finish.ts";

export const requests = new Tracepoint("request");

/** Answers with a span that is named after the route: paths as received would be as many as clients like. */
export function watchRequest(call: Call, answer: () => MaybePromise<Answer>): MaybePromise<Answer> {
  const span = new RequestSpan(call);
  return requests.run(span, () => andThen(answer(), (answered) => span.end(answered)));
}

class RequestSpan implements Span {
  readonly kind = "server";
  isPending = false;
  error: unknown = undefined;
  readonly #call: Call;
  #status: number | undefined = undefined;

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
      "http.response.status_code": this.#status,
    };
  }

  get isForeign(): boolean {
    return !this.#call.proxied;
  }

  incoming(name: string): string | undefined {
    return this.#call.header(name);
  }

  end(answer: Answer): Answer {
    this.#status = answer.status;
    return answer;
  }
}
