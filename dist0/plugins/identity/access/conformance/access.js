import { b as object, c as array, w as string } from "../../../../chunks/zod2.js";
import { t as defineConformance } from "../../../../chunks/conformance.js";
import { C as headerIs, O as testCase, S as headerFits, v as OK, w as refuses, x as expectThat } from "../../../../chunks/context.js";
import { i as requestOf, n as caseWith, r as issueAll, t as ask } from "../../../../chunks/ask.js";
// plugins/identity/access/conformance/access.ts
/** Every protected route is asked without a credential, with too little, and with no more than it needs. */
const ANONYMOUS = "access: anonymous";
const SCOPES = "access: scopes";
const ALLOWED = "access: allowed";
const AccessStatement = object({ protected: array(object({
	route: string(),
	scopes: array(string())
})) });
async function anonymous(operation, context) {
	const answer = await ask(operation, {});
	return [
		...refuses(answer, context, "authentication-required"),
		...headerFits(answer, "WWW-Authenticate", /^[\w-]+ realm="[^"]*"/),
		...expectThat(!(answer.headers["www-authenticate"] ?? "").includes("error="), "WWW-Authenticate without an error, as there was no credential (RFC 6750, section 3.1)", answer.headers["www-authenticate"] ?? ""),
		...headerIs(answer, "ETag", void 0)
	];
}
/** Without any one of its scopes a credential does not open the route, and the answer names what it lacks. */
async function eachScope(operation, context, required) {
	const violations = [];
	for (const missing of required) {
		const scopes = required.filter((scope) => scope !== missing);
		for (const headers of await issueAll(context, {
			scopes,
			state: "good"
		}, requestOf(operation))) {
			const answer = await ask(operation, headers);
			violations.push(...refuses(answer, context, "insufficient-scope"), ...expectThat(answer.body.includes(missing), `the scope that is missing: ${missing}`, "none"), ...headerFits(answer, "WWW-Authenticate", / error="insufficient_scope".* scope="/));
		}
	}
	return violations;
}
/** With no more than its scopes, from each way to identify callers. */
async function allowed(operation, context, scopes) {
	const { request } = operation.sample;
	const violations = [];
	if (request === void 0) return OK;
	for (const headers of await issueAll(context, {
		scopes,
		state: "good"
	}, requestOf(operation))) {
		const answer = await ask(operation, {
			...request.headers,
			...headers
		}, { body: request.body });
		violations.push(...expectThat(answer.status !== 401 && answer.status !== 403, "an answer to those who may have it", `status ${answer.status}`));
	}
	return violations;
}
var access_default = defineConformance({
	statement: AccessStatement,
	covers: { protected: [
		ANONYMOUS,
		SCOPES,
		ALLOWED
	] },
	operation(operation, context, statement) {
		const { scopes } = statement.protected.find(({ route }) => route === operation.route.ref) ?? {};
		if (scopes === void 0) return [];
		return [
			testCase(ANONYMOUS, () => anonymous(operation, context)),
			...scopes.length === 0 ? [] : [caseWith(context, SCOPES, () => eachScope(operation, context, scopes))],
			caseWith(context, ALLOWED, () => allowed(operation, context, scopes))
		];
	}
});
export { access_default as default };

//# sourceMappingURL=access.js.map