import "../../../chunks/kernel.js";
import { o as bodyTypesOf } from "../../../chunks/route-keys.js";
// plugins/pages/sitemap/writing.ts
/** The part of the index for language models about writes. */
/** Returns how to write, and which operations do; nothing where the service only reads. */
function writing({ routes, policies, rootLinks }) {
	const writes = routes.filter(({ represents, creates }) => represents !== void 0 || creates !== void 0);
	if (writes.length === 0) return [];
	const reads = (header) => policies.some(({ policy }) => policy.reads?.[header] !== void 0);
	return [
		...writes.some(({ represents }) => represents !== void 0) ? ["- Before a change, read the resource and keep its `ETag`. Send that in `If-Match` with PUT, PATCH and DELETE: when the resource has changed in between, the answer is 412 and nothing changes. Then read it again."] : [],
		"- 422 names each problem of the body: `error.errors[].pointer` is a JSON pointer into it.",
		...reads("idempotency-key") ? ["- Where an operation takes `Idempotency-Key`, send a new key with each request, and the same key when a request is sent again: it is not performed twice."] : [],
		...Object.hasOwn(rootLinks, "graphql") ? ["- In GraphQL each of these operations is a field of `Mutation`, under its `operationId`."] : [],
		...reads("prefer") ? ["- `Prefer: return=minimal` leaves the body of an answer out."] : [],
		"",
		...writes.map(({ method, path, declaration }) => {
			const types = bodyTypesOf(declaration).map((type) => `\`${type}\``);
			return [
				`- \`${method} ${path}\`: ${declaration.summary}`,
				...types.length === 0 ? [] : [`Takes ${types.join(" or ")}.`],
				...declaration.preconditions === "required" ? ["Requires a condition."] : []
			].join(" ");
		})
	];
}
export { writing };

//# sourceMappingURL=writing.js.map