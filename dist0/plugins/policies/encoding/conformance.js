import { t as defineConformance } from "../../../chunks/conformance.js";
import { h as isStreamed } from "../../../chunks/explain-issues.js";
import { b as object, c as array, w as string, y as number } from "../../../chunks/zod2.js";
import "../../../chunks/kernel.js";
import { d as asObject, g as readJson, p as isJson } from "../../../chunks/sample.js";
import { C as headerIs, E as sameNames, O as testCase, v as OK, w as refuses, x as expectThat } from "../../../chunks/context.js";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
// plugins/policies/encoding/conformance.ts
const EncodingStatement = object({
	encodings: array(string()),
	default: string(),
	minBytes: number()
});
const CODINGS = "encoding: codings";
const DECODERS = {
	gzip: gunzipSync,
	br: brotliDecompressSync,
	zstd: zstdDecompressSync
};
var conformance_default = defineConformance({
	statement: EncodingStatement,
	optional: { "Content-Encoding": "only where a coding is accepted and saves something" },
	covers: {
		encodings: [CODINGS],
		default: [CODINGS],
		minBytes: [CODINGS]
	},
	operation: (operation, context, statement) => operation.route.method === "GET" && !isStreamed(operation.route.declaration) ? [testCase(CODINGS, () => codings(operation, context, statement))] : []
});
async function codings(operation, context, statement) {
	const base = await operation.base();
	const unrequested = statement.default === "identity" ? void 0 : statement.default;
	const violations = [...headerIs(base, "Content-Encoding", unrequested)];
	const isCoded = operation.route.policies.some(({ compiled }) => (compiled.codings ?? []).length > 0);
	if (base.status !== 200 || !isCoded) return violations;
	const accepting = (accept) => operation.ask({ headers: { "accept-encoding": accept } });
	for (const coding of statement.encodings.filter((one) => one !== "identity")) {
		const accepted = await accepting(coding);
		if (base.headers["etag"] !== void 0) {
			const isLarge = base.body.byteLength >= statement.minBytes;
			violations.push(...headerIs(accepted, "Content-Encoding", isLarge ? coding : void 0));
		}
		const forced = await accepting(`${coding}, identity;q=0`);
		violations.push(...headerIs(forced, "Content-Encoding", coding));
		violations.push(...decodes(forced, coding, base));
	}
	const none = await accepting("identity;q=0, *;q=0");
	return [...violations, ...refuses(none, context, "not-acceptable")];
}
/** Decoded, the body is the plain one. Its entity tag differs. */
function decodes(answer, coding, base) {
	const decode = DECODERS[coding];
	if (decode === void 0 || answer.headers["content-encoding"] !== coding) return OK;
	let body;
	try {
		body = decode(answer.body);
	} catch (error) {
		return [{
			expected: `a body in ${coding}`,
			received: String(error)
		}];
	}
	const { etag } = base.headers;
	if (etag === void 0) {
		if (!isJson(base)) return OK;
		const members = (json) => Object.keys(asObject(json));
		return sameNames("the members of the plain body", members(readJson({ body })), members(readJson(base)));
	}
	return [...expectThat(body.equals(base.body), "the plain body once decoded", "another body"), ...expectThat(answer.headers["etag"] !== etag, "another ETag than that of the plain body (RFC 9110, section 8.8.3)", `the same, ${etag}`)];
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map