import "../../../chunks/kernel.js";
import { m as spellHeader } from "../../../chunks/errors.js";
import { n as requiredScopes } from "../../../chunks/sealed-route.js";
// plugins/pages/sitemap/authentication.ts
/** The part of the index for language models about credentials. */
/** Returns how to authenticate, and which operations need that; nothing where callers cannot. */
function authentication({ identifiers, routes }) {
	const ways = identifiers.map((one) => {
		const place = placeOf(one);
		return `- ${place === void 0 ? "" : `\`${place}\`: `}${one.description}`;
	});
	if (ways.length === 0) return [];
	const operations = routes.flatMap((route) => {
		const scopes = requiredScopes(route);
		if (scopes === void 0 || route.site) return [];
		const needed = scopes.length === 0 ? "" : `: ${scopes.map((name) => `\`${name}\``).join(", ")}`;
		return [`- \`${route.method} ${route.path}\`${needed}`];
	});
	return operations.length === 0 ? [
		"No operation requires a credential. Callers may send one:",
		"",
		...ways
	] : [
		"Send one credential:",
		"",
		...ways,
		"",
		"These operations require it, and the scopes beside them. All others are open.",
		"",
		...operations
	];
}
/** The header that holds the credential, where there is one. */
function placeOf({ scheme, challenge }) {
	if (scheme.type === "mutualTLS") return void 0;
	return scheme.type === "apiKey" ? `${spellHeader(scheme.name)}: <credential>` : `Authorization: ${challenge} <credential>`;
}
export { authentication };

//# sourceMappingURL=authentication.js.map