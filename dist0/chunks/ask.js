import "./conformance.js";
import { O as testCase } from "./context.js";
// plugins/identity/access/conformance/ask.ts
let names = 0;
/** Headers of one request with a new credential from each way to identify callers that issues one. */
async function issueAll({ registry }, wanted, request) {
	const issued = [];
	for (const { issue } of registry.identifiers) {
		const credential = await issue?.({
			...wanted,
			name: `check-${names += 1}`
		});
		if (credential !== void 0) issued.push(typeof credential === "function" ? credential(request) : credential);
	}
	return issued;
}
/** The request that `ask` sends. */
function requestOf({ route: { method }, target }) {
	return {
		method,
		target
	};
}
/** Why no credential can be had; undefined where one can. */
function reasonToSkip({ registry, target }) {
	if (!target.exclusive) return "only a server of the check's own issues credentials to it";
	return registry.identifiers.some(({ issue }) => issue !== void 0) ? void 0 : "no plugin issues credentials to checks: write identifies.issue in a policy that identifies callers";
}
/** A case that needs credentials. */
function caseWith(context, name, run) {
	const skipped = reasonToSkip(context);
	return skipped === void 0 ? testCase(name, run) : {
		name,
		skipped
	};
}
/** Asks with no other credential than the one in these headers. */
function ask(operation, headers, question = {}) {
	const firstBytes = operation.route.kind === "stream";
	return operation.ask({
		...question,
		headers,
		anonymous: true,
		firstBytes
	});
}
export { requestOf as i, caseWith as n, issueAll as r, ask as t };

//# sourceMappingURL=ask.js.map