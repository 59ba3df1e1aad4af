import { T as typeOfValue, m as toJsonSchema, p as toInputJsonSchema, x as flatten } from "./route-keys.js";
import { isDeepStrictEqual } from "node:util";
// registry/schema/fields.ts
/** Top-level fields of a schema: what can be filtered by, sorted by and selected. */
/** The scalar top-level fields of an object schema's output, in its order; empty when it is not an object. */
function scalarFields(schema) {
	const { root, definitions } = toJsonSchema(schema);
	const scalars = [...fieldsOf(root, definitions)].flatMap(([name, field]) => readScalar(name, field, definitions) ?? []);
	return Object.fromEntries(scalars.map((scalar) => [scalar.name, scalar]));
}
/** All top-level fields of the output: those of every member of an intersection and every branch of a union. */
function fieldNames(schema) {
	const { root, definitions } = toJsonSchema(schema);
	return [...fieldsOf(root, definitions).keys()];
}
/** The top-level fields that every output has. */
function requiredNames(schema) {
	const { root, definitions } = toJsonSchema(schema);
	return [...fieldsOf(root, definitions)].filter(([, field]) => field.required).map(([name]) => name);
}
/**
* The defaults of the top-level fields that have a constant one. A default that differs each time it is asked for, such as
* a new id, is not among them.
*/
function fieldDefaults(schema) {
	const defaults = [...defaultsOf(toJsonSchema(schema))];
	if (defaults.length === 0) return {};
	let again;
	try {
		again = defaultsOf(toInputJsonSchema(schema));
	} catch {
		again = new Map(defaults);
	}
	return Object.fromEntries(defaults.filter(([name, value]) => isDeepStrictEqual(again.get(name), value)));
}
function defaultsOf({ root, definitions }) {
	const defaults = /* @__PURE__ */ new Map();
	for (const [name, { schemas }] of fieldsOf(root, definitions)) {
		const [first, ...others] = schemas.map((one) => flatten(one, { $defs: definitions }).default);
		if (first !== void 0 && others.every((other) => isDeepStrictEqual(other, first))) defaults.set(name, first);
	}
	return defaults;
}
/** The query parameters that an object schema describes; true for those that are lists, which a query repeats. */
function queryFields(schema) {
	const { root, definitions } = toInputJsonSchema(schema);
	const isList = (field) => leavesOf(field, definitions).some((leaf) => typesOf(leaf).includes("array"));
	return new Map([...fieldsOf(root, definitions)].map(([name, { schemas }]) => [name, schemas.some(isList)]));
}
/** The fields of an object schema: those of every member of an intersection and every branch of a union. */
function fieldsOf(node, definitions) {
	const flat = flatten(node, { $defs: definitions });
	const fields = /* @__PURE__ */ new Map();
	const add = (name, schemas, required) => {
		const known = fields.get(name);
		fields.set(name, {
			schemas: [...known?.schemas ?? [], ...schemas],
			required: required || (known?.required ?? false)
		});
	};
	for (const [name, schema] of Object.entries(flat.properties ?? {})) add(name, [schema], flat.required?.includes(name) ?? false);
	for (const member of flat.allOf ?? []) for (const [name, field] of fieldsOf(member, definitions)) add(name, field.schemas, field.required);
	for (const union of [flat.anyOf ?? [], flat.oneOf ?? []]) {
		const branches = union.map((branch) => fieldsOf(branch, definitions));
		for (const [name, field] of branches.flatMap((branch) => [...branch])) {
			const required = branches.every((other) => other.get(name)?.required ?? false);
			add(name, field.schemas, required);
		}
	}
	return fields;
}
function readScalar(name, field, definitions) {
	const leaves = field.schemas.flatMap((schema) => leavesOf(schema, definitions));
	const types = new Set(leaves.flatMap(typesOf));
	const nullable = types.delete("null");
	if (types.has("number")) types.delete("integer");
	const [type] = types;
	if (types.size !== 1 || type !== "string" && type !== "integer" && type !== "number" && type !== "boolean") return void 0;
	const filled = leaves.filter((leaf) => typesOf(leaf).some((leafType) => leafType !== "null"));
	const values = new Set(filled.flatMap(valuesOf));
	const listed = filled.every((leaf) => leaf.enum !== void 0 || leaf.const !== void 0);
	const allowed = [...values].filter((value) => typeof value === "string" || typeof value === "number");
	const [format, ...otherFormats] = new Set(filled.map((leaf) => leaf.format));
	return {
		name,
		type,
		...format !== void 0 && otherFormats.length === 0 ? { format } : {},
		...listed && allowed.length > 0 ? { enum: allowed } : {},
		nullable,
		required: field.required
	};
}
/** The schema with references written out and unions taken apart; a node without a type is not a scalar. */
function leavesOf(node, definitions) {
	const flat = flatten(node, { $defs: definitions });
	const branches = flat.anyOf ?? flat.oneOf;
	if (flat.type === void 0 && branches !== void 0) return branches.flatMap((branch) => leavesOf(branch, definitions));
	return [flat];
}
function valuesOf(leaf) {
	return leaf.enum ?? (leaf.const === void 0 ? [] : [leaf.const]);
}
function typesOf(leaf) {
	if (leaf.type !== void 0) return [leaf.type].flat();
	const values = valuesOf(leaf);
	return values.length === 0 ? ["object"] : values.map(typeOfValue);
}
// registry/contract/sealed-route.ts
/** Returns the policies that decide who may have the route's data; none where everybody may. */
function guardsOf({ policies }) {
	const guards = policies.filter(({ policy }) => policy.guards === true);
	return guards.some(({ compiled }) => compiled.admit !== void 0) ? guards : [];
}
/** Returns the scopes that policies ask for together; undefined where they ask for no principal. */
function requiredScopes({ policies }) {
	const asked = policies.flatMap(({ compiled }) => compiled.security ?? []);
	return asked.length === 0 ? void 0 : [...new Set(asked.flatMap(({ scopes }) => scopes))];
}
export { fieldsOf as a, scalarFields as c, fieldNames as i, requiredScopes as n, queryFields as o, fieldDefaults as r, requiredNames as s, guardsOf as t };

//# sourceMappingURL=sealed-route.js.map