import { t as defineConformance } from "../../../chunks/conformance.js";
import { O as testCase, T as same, v as OK, w as refuses } from "../../../chunks/context.js";
// plugins/identity/api-keys/conformance.ts
const FORGED = "api-keys: forged";
/** Neither is a key: the first has the form of one. */
const CREDENTIALS = [`wm_${"0".repeat(16)}_${"0".repeat(48)}`, "wm_forged"];
var conformance_default = defineConformance({
	covers: { revokedWithinSeconds: { because: "a check has no key that it may revoke" } },
	server: (context) => [testCase(FORGED, async () => {
		const [operation] = context.operations;
		if (operation === void 0) return OK;
		const answers = await Promise.all(CREDENTIALS.map((token) => context.ask(operation.target, { headers: {
			authorization: `Bearer ${token}`,
			accept: "application/json"
		} })));
		const [first, second] = answers.map(({ headers }) => Object.keys(headers).toSorted().join());
		return [...answers.flatMap((answer) => refuses(answer, context, "credentials-invalid")), ...same("headers of the refusal of a malformed key", second, first)];
	})]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map