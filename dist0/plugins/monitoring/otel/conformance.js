import { t as defineConformance } from "../../../chunks/conformance.js";
import { O as testCase, S as headerFits, T as same } from "../../../chunks/context.js";
// plugins/monitoring/otel/conformance.ts
const SENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const FORM = /^00-([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-0[0-3]$/;
/** The span of each answer is in the trace of its request, and is another one than the client's. */
var conformance_default = defineConformance({
	covers: {},
	answers: (operation) => [testCase("otel: traceresponse", async () => operation.answers.flatMap(({ answer }) => {
		const { traceparent = "", traceresponse = "" } = answer.headers;
		return [...headerFits(answer, "traceresponse", FORM), ...same("the trace of traceresponse", traceresponse.slice(0, 35), traceparent.slice(0, 35))];
	}))],
	server: ({ operations, ask }) => [testCase("otel: a span of its own", async () => {
		const headers = { traceparent: SENT };
		const { traceresponse = "" } = (await ask(operations[0]?.target ?? "/", {
			method: "HEAD",
			headers
		})).headers;
		const [, trace, span] = FORM.exec(traceresponse) ?? [];
		return [...same("the trace of traceresponse", trace, SENT.slice(3, 35)), ...same("whether the span is the client's", span === SENT.slice(36, 52), false)];
	})]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map