// plugins/pages/shared/operations/credentials.ts
/** Labels of a credential that follows a word in the header Authorization. */
const LABELS = {
	en: (scheme) => scheme === "Bearer" ? "Bearer token" : `Credential for ${scheme}`,
	es: (scheme) => scheme === "Bearer" ? "Token Bearer" : `Credencial para ${scheme}`
};
/** Each header and form once; none where callers cannot authenticate. */
function credentialsOf(registry, language) {
	const all = registry.identifiers.flatMap((one) => credentialOf(one, registry, language) ?? []);
	return [...Map.groupBy(all, ({ header, prefix }) => `${header}: ${prefix}`).values()].flatMap(([first, ...others]) => first === void 0 ? [] : {
		...first,
		description: [first, ...others].map((one) => one.description).join(" ")
	});
}
function credentialOf({ scheme, challenge, description: english }, registry, language) {
	const description = registry.translate(english, language);
	switch (scheme.type) {
		case "mutualTLS": return;
		case "apiKey": return {
			label: scheme.name,
			header: scheme.name,
			prefix: "",
			description
		};
		case "http":
		case "openIdConnect": return {
			label: LABELS[language](challenge),
			header: "Authorization",
			prefix: `${challenge} `,
			description
		};
	}
}
/** The call of an operation with the credential that it needs, if any. */
function withCredential(call, { scopes }, [first]) {
	if (scopes === void 0 || first === void 0) return call;
	return {
		...call,
		credential: {
			header: first.header,
			prefix: first.prefix
		}
	};
}
export { withCredential as n, credentialsOf as t };

//# sourceMappingURL=credentials2.js.map