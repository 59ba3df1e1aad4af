import { b as object, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { t as isBindable } from "../../../chunks/bindable.js";
import { C as headerIs, O as testCase } from "../../../chunks/context.js";
// plugins/policies/hsts/conformance.ts
const HSTS = "hsts: header";
var conformance_default = defineConformance({
	statement: object({
		headerName: string(),
		value: string()
	}),
	optional: { "Strict-Transport-Security": "sent over HTTPS only" },
	covers: {
		headerName: [HSTS],
		value: [HSTS],
		maxAgeSeconds: [HSTS],
		includeSubDomains: [HSTS],
		preload: [HSTS]
	},
	server: (context, { headerName, value }) => {
		const [operation] = context.operations;
		if (operation === void 0) return [];
		const secure = context.target.origin.startsWith("https:");
		const sent = async (headers, expected) => {
			const answer = await context.ask(operation.target, {
				method: "HEAD",
				headers
			});
			return headerIs(answer, headerName, expected);
		};
		if (!context.target.exclusive) {
			const { hostname } = new URL(context.target.origin);
			const expected = isBindable(hostname) ? value : void 0;
			return secure ? [testCase(HSTS, async () => headerIs(await operation.base(), headerName, expected))] : [{
				name: HSTS,
				skipped: "it is sent over HTTPS only; check an https URL"
			}];
		}
		return [testCase(HSTS, async () => [
			...await sent({}),
			...await sent({
				"x-forwarded-proto": "https",
				host: "localhost"
			}),
			...await sent({
				"x-forwarded-proto": "https",
				host: "192.0.2.1"
			}),
			...await sent({
				"x-forwarded-proto": "https",
				host: "service.example"
			}, value)
		])];
	},
	answers: (operation, { target }, { headerName }) => target.origin.startsWith("https:") ? [] : [testCase("hsts: not without TLS", async () => operation.answers.flatMap(({ answer }) => headerIs(answer, headerName, void 0)))]
});
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map