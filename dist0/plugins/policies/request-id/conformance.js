import { t as defineConformance } from "../../../chunks/conformance.js";
import { m as readError, p as isJson } from "../../../chunks/sample.js";
import { C as headerIs, O as testCase, S as headerFits, T as same } from "../../../chunks/context.js";
import { randomUUID } from "node:crypto";
// plugins/policies/request-id/conformance.ts
/** The client's id comes back, in errors also in the body. An invalid one is replaced by a new one. */
var conformance_default = defineConformance({
	covers: {},
	volatile: { "X-Request-ID": "names the request" },
	sends: () => ({ "x-request-id": randomUUID() }),
	answers: (operation) => [testCase("request-id: echo", async () => operation.answers.flatMap(({ answer }) => {
		const id = answer.requestHeaders["x-request-id"];
		const hasBody = answer.status >= 400 && isJson(answer) && answer.body.byteLength > 0;
		return [...headerIs(answer, "X-Request-ID", id), ...hasBody ? same("the error's requestId", readError(answer)["requestId"], id) : []];
	}))],
	server: ({ operations, ask }) => [testCase("request-id: new id", async () => {
		const answer = await ask(operations[0]?.target ?? "/", {
			method: "HEAD",
			headers: { "x-request-id": "not an id, but words" }
		});
		return headerFits(answer, "X-Request-ID", /^[A-Za-z0-9._~-]{1,128}$/);
	})]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map