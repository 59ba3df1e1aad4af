import { a as bodiesOf, h as getOrMake, m as toJsonSchema, p as toInputJsonSchema, w as textOf } from "./route-keys.js";
// registry/derive/json-schemas.ts
/** The dialect of every schema that is served. */
const JSON_SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema";
const published = /* @__PURE__ */ new WeakMap();
/**
* A published type with the members that policies add to its bodies. These are never required, so that a body stays
* valid when their policy is switched off; a closed type stays closed. Undefined for unknown names.
*/
function publishedSchema(registry, name) {
	const entry = registry.schemas.get(name);
	if (entry === void 0) return void 0;
	const schemas = getOrMake(published, registry, () => /* @__PURE__ */ new Map());
	return getOrMake(schemas, name, () => build(registry, entry));
}
/** A published type as a document of its own. `id` is the absolute URL that it is served under. */
function servedSchema(registry, name, id) {
	const schema = publishedSchema(registry, name);
	if (schema === void 0) return void 0;
	return {
		$schema: JSON_SCHEMA_DIALECT,
		$id: id,
		title: name,
		...withDefinitions(schema)
	};
}
/** A converted schema as one node, its definitions with it. */
function withDefinitions({ root, definitions }) {
	return Object.keys(definitions).length === 0 ? root : {
		...root,
		$defs: definitions
	};
}
const takenBodies = /* @__PURE__ */ new WeakMap();
/**
* A published type before policies add to it: as requests may have it where only requests do, else as answers have it.
* Keys with a default are what differs.
*/
function convertPublished(registry, schema) {
	return getOrMake(takenBodies, registry.schemas, () => onlyTaken(registry.routes)).has(schema) ? toInputJsonSchema(schema) : toJsonSchema(schema);
}
function onlyTaken(routes) {
	const declarations = routes.map(({ declaration }) => declaration);
	const taken = new Set(declarations.flatMap((one) => Object.values(bodiesOf(one))));
	for (const { returns, list } of declarations) for (const sent of [returns, list?.of]) if (sent !== void 0) taken.delete(sent);
	return taken;
}
const namesBySchema = /* @__PURE__ */ new WeakMap();
/** The name that a schema object is published under, if it is. */
function publicName({ schemas }, schema) {
	return getOrMake(namesBySchema, schemas, () => new Map([...schemas.values()].toReversed().map((entry) => [entry.schema, entry.name]))).get(schema);
}
function build(registry, { name, schema, list }) {
	const routes = registry.routes.filter((route) => route.schema === name);
	if (list !== void 0) return withMembers(envelope(registry, list, routes), membersOf(routes, "ok"));
	if (schema === void 0) throw new Error(`the published type ${name} has neither a schema nor a list`);
	const members = registry.builtin.unknown.errorForms.some((form) => form.schema === name) ? membersOf([registry.builtin.unknown, ...registry.routes], "error") : membersOf(routes, "ok");
	return withMembers(convertPublished(registry, schema), members);
}
/** `{ [as]: item[], _meta }`. It is closed when its items are: then nothing in it may surprise a reader. */
function envelope(registry, { of, as, name }, routes) {
	const item = toJsonSchema(of);
	const itemName = publicName(registry, of) ?? item.id ?? `${name}Item`;
	const meta = routes.flatMap(({ engine }) => engine?.meta ?? [])[0];
	return {
		root: {
			type: "object",
			properties: {
				[as]: {
					type: "array",
					items: { $ref: `#/$defs/${itemName}` }
				},
				...meta === void 0 ? {} : { _meta: meta }
			},
			required: [as],
			...item.root.additionalProperties === false ? { additionalProperties: false } : {}
		},
		definitions: {
			[itemName]: item.root,
			...item.definitions
		}
	};
}
/** The members that policies add. */
function membersOf(routes, outcome) {
	const members = {};
	const seen = /* @__PURE__ */ new Set();
	for (const { policies, declaration } of routes) {
		if (outcome === "ok" && declaration.bareBody === true) continue;
		for (const { compiled } of policies) for (const [name, { schema }] of Object.entries(compiled.members?.(outcome) ?? {})) {
			const key = `${name} ${textOf(schema)}`;
			if (!seen.has(key)) (members[name] ??= []).push(schema);
			seen.add(key);
		}
	}
	return {
		schemas: members,
		key: [...seen].join("\n")
	};
}
const extended = /* @__PURE__ */ new WeakMap();
/** A schema with further members; the author's own win. Registries share it, so that it is translated once. */
function withMembers(schema, members) {
	const known = getOrMake(extended, schema.root, () => /* @__PURE__ */ new Map());
	return getOrMake(known, members.key, () => extend(schema, members));
}
function extend({ root, definitions }, { schemas: members }) {
	const own = root.properties ?? {};
	const added = Object.entries(members).filter(([name]) => !Object.hasOwn(own, name)).map(([name, schemas]) => {
		const [only, ...others] = schemas;
		return [name, only === void 0 || others.length > 0 ? { anyOf: schemas } : only];
	});
	if (added.length === 0) return {
		root,
		definitions
	};
	return {
		root: {
			...root,
			properties: {
				...own,
				...Object.fromEntries(added)
			}
		},
		definitions
	};
}
export { servedSchema as a, publishedSchema as i, convertPublished as n, withDefinitions as o, publicName as r, JSON_SCHEMA_DIALECT as t };

//# sourceMappingURL=json-schemas.js.map