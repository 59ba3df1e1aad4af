import { defineConformance, headerFits, headerIs, testCase } from "waymark/conformance";

/** A sampled trace that only this check sends, so each answer shows whether the client's trace was taken over. */
const SENT = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "waymark=check",
} as const;

/** The client's trace comes back, and an invalid one is replaced by a new one. */
export default defineConformance({
  covers: {},
  optional: { tracestate: "only sent by clients" },
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
