import { t as defineConformance } from "../../../chunks/conformance.js";
import { C as headerIs, O as testCase, S as headerFits } from "../../../chunks/context.js";
// plugins/policies/trace-context/conformance.ts
/** A sampled trace that only this check sends, so each answer shows whether the client's trace was taken over. */
const SENT = {
	traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
	tracestate: "waymark=check"
};
/** The client's trace comes back, and an invalid one is replaced by a new one. */
var conformance_default = defineConformance({
	covers: {},
	optional: { tracestate: "only sent by clients" },
	sends: () => SENT,
	answers: (operation) => [testCase("trace-context: echo", async () => operation.answers.flatMap(({ answer }) => [...headerIs(answer, "traceparent", SENT.traceparent), ...headerIs(answer, "tracestate", SENT.tracestate)]))],
	server: ({ operations, ask }) => [testCase("trace-context: new trace", async () => {
		const answer = await ask(operations[0]?.target ?? "/", {
			method: "HEAD",
			headers: { traceparent: "00-zz-zz-00" }
		});
		return [...headerFits(answer, "traceparent", /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-/), ...headerIs(answer, "tracestate", void 0)];
	})]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map