import { t as defineConformance } from "../../../chunks/conformance.js";
import { h as isStreamed } from "../../../chunks/explain-issues.js";
import { b as object, c as array, w as string } from "../../../chunks/zod2.js";
import "../../../chunks/kernel.js";
import { C as headerIs, O as testCase, v as OK } from "../../../chunks/context.js";
import { hash } from "node:crypto";
// plugins/policies/digest/conformance.ts
const DigestStatement = object({
	algorithms: array(string()),
	always: array(string()),
	onRequest: array(string())
});
const DIGESTS = "digest: digests";
const OPTIONAL = "sent on request";
var conformance_default = defineConformance({
	statement: DigestStatement,
	optional: {
		"Content-Digest": OPTIONAL,
		"Repr-Digest": OPTIONAL
	},
	volatile: {
		"Content-Digest": "HEAD has no content",
		"Repr-Digest": "replaces Content-Digest on HEAD"
	},
	covers: {
		algorithms: [DIGESTS],
		always: [DIGESTS],
		onRequest: [DIGESTS]
	},
	operation: (operation, _context, statement) => operation.route.method === "GET" && !isStreamed(operation.route.declaration) ? [testCase(DIGESTS, () => digests(operation, statement))] : []
});
/** The expected field (RFC 9530, section 2), computed from the bytes received. */
function field(algorithm, bytes) {
	return `${algorithm}=:${hash(algorithm.replace("sha-", "sha"), bytes, "base64")}:`;
}
async function digests(operation, statement) {
	const { path } = operation.route;
	const base = await operation.base();
	const isAlways = statement.always.includes(path);
	const isOffered = isAlways || statement.onRequest.includes(path);
	const violations = [...headerIs(base, "Content-Digest", isAlways ? field("sha-256", base.body) : void 0)];
	for (const algorithm of statement.algorithms) {
		const headers = {
			"want-content-digest": `${algorithm}=10`,
			"want-repr-digest": `${algorithm}=10`,
			"accept-encoding": "gzip"
		};
		const answer = await operation.ask({ headers });
		if (answer.status !== 200) return OK;
		const expected = isOffered ? field(algorithm, answer.body) : void 0;
		violations.push(...headerIs(answer, "Content-Digest", expected));
		violations.push(...headerIs(answer, "Repr-Digest", expected));
		if (!isOffered) break;
		const head = await operation.ask({
			method: "HEAD",
			headers
		});
		violations.push(...headerIs(head, "Content-Digest", void 0));
		if (answer.headers["etag"] !== void 0) violations.push(...headerIs(head, "Repr-Digest", expected));
		const old = await operation.ask({ headers: { "want-digest": algorithm } });
		violations.push(...headerIs(old, "Content-Digest", field(algorithm, old.body)));
	}
	return violations;
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map