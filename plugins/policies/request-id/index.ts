/** Assigns each request an identifier, the same in the answer, its error body and the log. */
import { definePlugin, definePolicy } from "waymark";
import { Ids } from "waymark/services";

/** Unreserved characters (RFC 3986): safe in headers, logs, URLs and JSON. */
const ACCEPTED = /^[A-Za-z0-9._~-]{1,128}$/;

export default definePlugin({
  id: "request-id",
  summary: "Gives each request an identifier, so that an answer and its log line can be matched.",
  policies: [
    definePolicy({
      id: "request-id",
      needs: { ids: Ids },
      reads: {
        "x-request-id": {
          description: "The client's own identifier, used when it is valid; otherwise one is made.",
          schema: { type: "string", pattern: ACCEPTED.source },
        },
      },
      writes: { "X-Request-ID": "Identifier of this request." },
      compile: (_route, ctx) => ({
        begin(call) {
          const received = call.header("x-request-id");
          call.requestId =
            received !== undefined && ACCEPTED.test(received) ? received : ctx.use().ids.uuid();
        },
        fields: () => ({ "X-Request-ID": (call) => call.requestId }),
      }),
      conformance: () => import("./conformance.ts"),
    }),
  ],
});
