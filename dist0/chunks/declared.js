import { S as isRecord, h as getOrMake, m as toJsonSchema, w as textOf, x as flatten } from "./route-keys.js";
// registry/schema/declared.ts
/** Removes from a value what its schema does not declare, so that no member leaves the server by accident. */
const shapes = /* @__PURE__ */ new WeakMap();
/**
* Returns the function for a schema's output, compiled on first use. A union allows what any of its branches declares.
* `writeOnly` members count as undeclared. An object stays open where its author says so, as `z.looseObject` does.
*/
function declaredOnly(schema) {
	return getOrMake(shapes, schema, () => declaredIn(toJsonSchema(schema)));
}
/** The same for a schema that is converted already; compiled at each call. */
function declaredIn({ root, definitions }) {
	const shape = new ShapeCompiler(definitions).compile([root]);
	return shape === void 0 ? (value) => value : (value, removed) => trim(value, shape, removed);
}
function trim(value, shape, removed) {
	if (shape === void 0 || typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return trimItems(value, shape.items, removed);
	if ("toJSON" in value && typeof value.toJSON === "function") return trim(value.toJSON(), shape, removed);
	let kept;
	for (const [name, member] of Object.entries(value)) {
		const declared = shape.members.has(name) ? shape.members.get(name) : shape.others;
		if (declared === "drop") {
			kept ??= { ...value };
			delete kept[name];
			removed(name);
			continue;
		}
		const trimmed = trim(member, declared, removed);
		if (trimmed !== member) (kept ??= { ...value })[name] = trimmed;
	}
	return kept ?? value;
}
function trimItems(values, shape, removed) {
	if (shape === void 0) return values;
	let kept;
	for (const [index, value] of values.entries()) {
		const trimmed = trim(value, shape, removed);
		if (trimmed !== value) (kept ??= [...values])[index] = trimmed;
	}
	return kept ?? values;
}
var ShapeCompiler = class {
	#definitions;
	/** By the text of the subschemas, so that recursive types end. */
	#compiled = /* @__PURE__ */ new Map();
	constructor(definitions) {
		this.#definitions = definitions;
	}
	compile(nodes) {
		const key = nodes.map(textOf).join("\n");
		if (this.#compiled.has(key)) return this.#compiled.get(key);
		const parts = {
			members: /* @__PURE__ */ new Map(),
			others: [],
			items: [],
			open: false
		};
		for (const node of nodes) this.#collect(node, parts, true);
		if (parts.open || parts.members.size === 0 && parts.others.length === 0 && parts.items.length === 0) {
			this.#compiled.set(key, void 0);
			return;
		}
		const shape = {
			members: /* @__PURE__ */ new Map(),
			others: "drop",
			items: void 0
		};
		this.#compiled.set(key, shape);
		for (const [name, schemas] of parts.members) shape.members.set(name, this.compile(schemas));
		if (parts.others.length > 0) shape.others = this.compile(parts.others);
		if (parts.items.length > 0) shape.items = this.compile(parts.items);
		return shape;
	}
	/** `alone`: the node rules by itself, so that one without keywords allows everything. Members of `allOf` do not. */
	#collect(node, parts, alone) {
		const flat = this.#flatten(node);
		const { properties, additionalProperties, items, type } = flat;
		const branches = [...flat.anyOf ?? [], ...flat.oneOf ?? []];
		for (const branch of branches) this.#collect(branch, parts, true);
		const joined = [...flat.allOf ?? [], ...[flat.then, flat.else].filter((one) => one !== void 0)];
		for (const member of joined) this.#collect(member, parts, false);
		for (const [name, member] of Object.entries(properties ?? {})) if (this.#flatten(member).writeOnly !== true) getOrMake(parts.members, name, () => []).push(member);
		parts.others.push(...Object.values(flat.patternProperties ?? {}));
		if (additionalProperties !== void 0 && additionalProperties !== false) parts.others.push(isRecord(additionalProperties) ? additionalProperties : {});
		parts.items.push(...flat.prefixItems ?? [], ...isRecord(items) ? [items] : []);
		const fixed = flat.enum ?? (flat.const === void 0 ? [] : [flat.const]);
		const rules = branches.length + joined.length + fixed.length > 0;
		const takesObjects = type === void 0 || [type].flat().includes("object");
		const bare = properties === void 0 && additionalProperties === void 0 && !rules;
		const isList = type === void 0 && (flat.prefixItems ?? items) !== void 0;
		const isOpen = takesObjects && bare && !isList && flat.patternProperties === void 0;
		if (alone && isOpen || fixed.some((value) => typeof value === "object")) parts.open = true;
	}
	#flatten(node) {
		return flatten(node, { $defs: this.#definitions });
	}
};
export { declaredOnly as n, declaredIn as t };

//# sourceMappingURL=declared.js.map