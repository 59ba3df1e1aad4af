/** The tracepoint around whole requests. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { andThen } from "./in-turn.ts";
import { Tracepoint } from "../../host/support/tracepoint.ts";
import type { Answer } from "./finish.ts";

export const requests = new Tracepoint("request");

/** Answers with a span that is named after the route: paths as received would be as many as clients like. */
export function watchRequest(call: Call, answer: () => MaybePromise<Answer>): MaybePromise<Answer> {
  const { method, path, route } = call;
  let status: number | undefined;
  const span = {
    kind: "server",
    name: `${method || "HTTP"} ${route.path}`.trim(),
    get attributes() {
      return {
        "http.request.method": method,
        "http.route": route.path,
        "url.path": path,
        "url.scheme": call.secure ? "https" : "http",
        "waymark.route": route.ref,
        "http.response.status_code": status,
      };
    },
    get isForeign() {
      return !call.proxied;
    },
    incoming: (name: string) => call.header(name),
  } as const;
  return requests.run(span, () =>
    andThen(answer(), (answered) => {
      ({ status } = answered);
      return answered;
    }),
  );
}
