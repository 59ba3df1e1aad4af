import { a as partIf } from "../../../../chunks/markdown.js";
// plugins/pages/texts/shared/context.ts
function textContext(registry, options, language) {
	const { baseUrl, app, href } = registry;
	const { name, description, version } = app;
	return {
		name,
		description: registry.translate(description, language),
		version,
		baseUrl,
		language,
		options,
		href,
		when: (feature) => partIf(isOn(feature, registry)),
		unless: (feature) => partIf(!isOn(feature, registry)),
		whenIdentified: partIf(registry.identifiers.length > 0),
		whenWritten: partIf(registry.routes.some(({ represents, creates }) => represents !== void 0 || creates !== void 0)),
		whenPlanned: (ref) => partIf(isPlanned(ref, registry))
	};
}
function isOn(feature, { installed, rootLinks, route }) {
	if (feature.startsWith("rel:")) return Object.hasOwn(rootLinks, feature.slice(4));
	if (feature.includes(".")) return route(feature) !== void 0;
	return installed.some(({ plugin, enabled }) => enabled && plugin.id === feature);
}
function isPlanned(ref, registry) {
	const route = registry.route(ref);
	const document = route && registry.document(route);
	return typeof document === "object" && document !== null && Reflect.get(document, "planned") === true;
}
export { textContext };

//# sourceMappingURL=context.js.map