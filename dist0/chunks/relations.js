import { t as fillPath } from "./path.js";
// registry/seal/relations.ts
/** `plugin.routeId` of a reference made inside `plugin`. */
function qualifyRef(ref, plugin) {
	return ref.includes(".") ? ref : `${plugin}.${ref}`;
}
/** Leaves out redirects whose target is off, and redirects to those, until none is left. */
function dropDanglingRedirects(routes) {
	const placed = (ref, { listener }) => `${listener ?? "public"} ${ref}`;
	const on = new Set(routes.map(({ name, plugin, value }) => placed(`${plugin}.${name}`, value)));
	const served = routes.filter(({ plugin, value }) => value.redirect === void 0 || on.has(placed(qualifyRef(value.redirect.to, plugin), value)));
	return served.length === routes.length ? served : dropDanglingRedirects(served);
}
/** Those of these relations of a route whose targets are on. Parameters of the same name bind without a declaration. */
function resolveRelations(relations, facts, byRef) {
	return Object.entries(relations ?? {}).flatMap(([rel, relation]) => resolveRelation(rel, relation, facts, byRef) ?? []);
}
/** Undefined when there is none, or its target is off. */
function resolveRelation(rel, relation, { plugin }, byRef) {
	if (relation === void 0) return void 0;
	const target = byRef.get(qualifyRef(targetOf(relation), plugin));
	return target && {
		rel,
		target: target.pattern,
		bindings: bindingsOf(relation, target)
	};
}
/** The route that a relation declared by `plugin` leads to, when it is on, with the bindings of its parameters. */
function relatedRoute(registry, plugin, relation) {
	const target = registry.route(qualifyRef(targetOf(relation), plugin));
	return target && {
		target,
		bindings: bindingsOf(relation, target)
	};
}
function bindingsOf(relation, { pattern }) {
	const renamed = typeof relation === "string" ? {} : relation.with ?? {};
	return Object.fromEntries(pattern.params.map((name) => [name, renamed[name] ?? name]));
}
/** The path of a relation's target, its parameters taken from these, in order; undefined when one is missing. */
function fillRelation({ target, bindings }, ...sources) {
	return fillPath(target, valuesOf(bindings, sources));
}
/** The parameters of a relation's target, as {@link fillRelation} takes them. */
function bindParams({ bindings }, ...sources) {
	const values = Object.entries(valuesOf(bindings, sources));
	return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}
function valuesOf(bindings, sources) {
	return Object.fromEntries(Object.entries(bindings).map(([parameter, name]) => [parameter, sources.find((source) => source[name] !== void 0)?.[name]]));
}
function targetOf(relation) {
	return typeof relation === "string" ? relation : relation.to;
}
export { relatedRoute as a, targetOf as c, qualifyRef as i, dropDanglingRedirects as n, resolveRelation as o, fillRelation as r, resolveRelations as s, bindParams as t };

//# sourceMappingURL=relations.js.map