/** The tracepoint around whole requests. */
import type { Call } from "../../registry/contract/call.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { andThen } from "../support/and-then.ts";
import { Tracepoint } from "../support/tracepoint.ts";
import type { Answer } from "./finish.ts";

export const requests = new Tracepoint("request");

/** Answers with a span that is named after the route: paths as received would be as many as clients like. */
export function watchRequest(call: Call, answer: () => MaybePromise<Answer>): MaybePromise<Answer> {
  const { method, path, route, secure } = call;
  const attributes = {
    "http.request.method": method,
    "http.route": route.path,
    "url.path": path,
    "url.scheme": secure ? "https" : "http",
    "waymark.route": route.ref,
    "waymark.plugin": route.plugin,
  };
  const incoming = (name: string) => call.header(name);
  const span = {
    name: `${method || "HTTP"} ${route.path}`.trim(),
    kind: "server",
    attributes,
    incoming,
  } as const;
  return requests.run(span, ({ attributes: facts }) =>
    andThen(answer(), (answered) => {
      facts["http.response.status_code"] = answered.status;
      return answered;
    }),
  );
}
