import "../../../chunks/kernel.js";
import { b as object, y as number } from "../../../chunks/zod2.js";
import { a as bodiesOf } from "../../../chunks/route-keys.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { D as statusIs, O as testCase, T as same, v as OK, w as refuses } from "../../../chunks/context.js";
// plugins/policies/size-limits/conformance.ts
const URL_LENGTH = "size-limits: URL";
var conformance_default = defineConformance({
	statement: object({
		maxUrlLength: number(),
		maxRequestPayloadBytes: number()
	}),
	covers: {
		maxUrlLength: [URL_LENGTH, "size-limits: longest URL"],
		maxRequestPayloadBytes: ["size-limits: payload", "413"]
	},
	operation: (operation, context, { maxUrlLength }) => [testCase(URL_LENGTH, async () => refuses(await operation.askAt(padded(operation, maxUrlLength + 1)), context, "uri-too-long"))],
	server: (context, { maxUrlLength, maxRequestPayloadBytes }) => {
		const read = context.operations.find(({ route }) => route.method === "GET" && route.document);
		return [testCase("size-limits: longest URL", async () => read === void 0 ? OK : statusIs(await read.askAt(padded(read, maxUrlLength)), 200)), testCase("size-limits: payload", async () => context.operations.filter(({ route }) => Object.keys(bodiesOf(route.declaration)).length > 0).flatMap(({ route: { ref, policies, declaration } }) => {
			const limits = policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity);
			const declared = declaration.maxPayloadBytes ?? Infinity;
			return same(`the limit of ${ref}`, Math.min(...limits), Math.min(maxRequestPayloadBytes, declared));
		}))];
	}
});
/** The path with a query that makes it exactly `length` long. */
function padded({ path }, length) {
	return `${path}?x=`.padEnd(length, "x");
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map