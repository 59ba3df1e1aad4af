import { defineConformance, headerFits, headerIs, testCase } from "waymark/conformance";

/** A sampled trace of the check's own, so that each answer shows whether it takes over what the client says. */
const SENT = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "waymark=check",
} as const;

/** What the client says comes back, and what it cannot say is made up anew. */
export default defineConformance({
  covers: {},
  optional: { tracestate: "only a caller has one" },
  sends: () => SENT,
  answers: (operation) => [
    testCase("trace-context: echo", async () =>
      operation.answers.flatMap(({ answer }) => [
        ...headerIs(answer, "traceparent", SENT.traceparent),
        ...headerIs(answer, "tracestate", SENT.tracestate),
      ]),
    ),
  ],
  server: ({ operations, ask }) => [
    testCase("trace-context: new trace", async () => {
      const headers = { traceparent: "00-zz-zz-00" };
      const answer = await ask(operations[0]?.target ?? "/", { method: "HEAD", headers });
      return [
        ...headerFits(answer, "traceparent", /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-/),
        ...headerIs(answer, "tracestate", undefined),
      ];
    }),
  ],
});
