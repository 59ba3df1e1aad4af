// registry/derive/read-headers.ts
/** Conditions of writes (RFC 9110, section 13.1). */
const CONDITIONS = {
	"if-match": "Entity tags of the state that may be changed, or `*` for any state; in all others the answer is 412 and nothing changes.",
	"if-none-match": "`*` writes only where nothing exists yet; entity tags write only in a state of another tag. Otherwise the answer is 412."
};
/** Returns each name once, in the order of policies. */
function readHeadersOf(route) {
	const conditions = route.represents === void 0 ? {} : CONDITIONS;
	const headers = /* @__PURE__ */ new Map();
	for (const { policy, compiled } of route.policies) for (const [name, { onWrites, description, schema }] of Object.entries(policy.reads ?? {})) {
		if (!(compiled.reads?.includes(name) ?? true) || headers.has(name) || Object.hasOwn(conditions, name)) continue;
		const ofWrites = route.method === "GET" ? void 0 : onWrites;
		const required = compiled.requires?.includes(name) ?? false;
		headers.set(name, {
			name,
			reader: policy.id,
			variant: variantOf(ofWrites !== void 0, required),
			description: ofWrites ?? description,
			...schema === void 0 ? {} : { schema },
			required
		});
	}
	for (const [name, description] of Object.entries(conditions)) {
		const required = name === "if-match" && requiresMatch(route);
		const variant = variantOf(true, required);
		headers.set(name, {
			name,
			reader: "kernel",
			variant,
			description,
			required
		});
	}
	return [...headers.values()];
}
/** A route that may also create takes If-None-Match in its place. */
function requiresMatch({ declaration: { preconditions, statuses = [] } }) {
	return preconditions === "required" && !statuses.includes(201);
}
function variantOf(onWrites, required) {
	return `${onWrites ? "-on-writes" : ""}${required ? "-required" : ""}`;
}
export { readHeadersOf as t };

//# sourceMappingURL=read-headers.js.map