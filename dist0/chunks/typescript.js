import { C as mapSubschemas, h as getOrMake, m as toJsonSchema, y as definitionName } from "./route-keys.js";
import { t as memoize } from "./memoize.js";
import { i as publishedSchema, n as convertPublished } from "./json-schemas.js";
// registry/derive/typescript-declaration.ts
const UNKNOWN = { tsType: "unknown" };
const NEVER = { tsType: "never" };
/** Returns the exported declaration. The library changes identifiers that {@link toIdentifier} did not make. */
async function declareType(identifier, schema, identifierOf) {
	const { compile } = await import("json-schema-to-typescript");
	return (await compile(prepare(schema, identifierOf), identifier, {
		additionalProperties: false,
		bannerComment: "",
		style: {
			bracketSpacing: true,
			printWidth: 100
		},
		$refOptions: {
			resolve: { external: false },
			dereference: { excludedPathMatcher: () => true }
		}
	})).trim();
}
/** A schema's public name in the only spelling that the library leaves as it is: `geo.point` is `GeoPoint`. */
function toIdentifier(name) {
	const text = name.replaceAll(/(?:^|[^A-Za-z0-9]+|(?<=\d))([A-Za-z]?)/g, (_, letter) => letter.toUpperCase());
	return /^[A-Z]/.test(text) ? text : `Type${text}`;
}
function prepare(schema, identifierOf) {
	const { $ref, description, format, deprecated, readOnly, writeOnly, not } = schema;
	const lines = [
		...description === void 0 ? [] : [description.trim()],
		...format === void 0 ? [] : [`Format: ${format}.`],
		...readOnly === true ? ["Answers have it; requests do not set it."] : [],
		...writeOnly === true ? ["Requests set it; answers do not have it."] : []
	];
	const comment = {
		...lines.length === 0 ? {} : { description: lines.join("\n") },
		...deprecated === true ? { deprecated } : {}
	};
	if (not !== void 0 && Object.keys(not).length === 0) return {
		...comment,
		...NEVER
	};
	const type = prepareType(schema, (child) => prepare(child, identifierOf));
	if ($ref === void 0) return {
		...comment,
		...Object.keys(type).length === 0 ? UNKNOWN : type
	};
	const reference = { tsType: identifierOf(definitionName($ref)) };
	if (Object.keys(type).length === 0) return {
		...comment,
		...reference
	};
	return {
		...comment,
		allOf: [reference, type]
	};
}
/** Empty where TypeScript cannot express any of the schema. */
function prepareType(schema, prepareChild) {
	const { const: only, enum: values = only === void 0 ? void 0 : [only] } = schema;
	if (values?.some((value) => typeof value === "object" && value !== null) === true) return { tsType: values.map((value) => JSON.stringify(value)).join(" | ") };
	const { type, allOf, anyOf, oneOf } = schema;
	return {
		...type === void 0 ? {} : { type: typeof type === "string" ? type : [...type] },
		...values === void 0 ? {} : { enum: [...values] },
		...allOf === void 0 ? {} : { allOf: allOf.map(prepareChild) },
		...anyOf === void 0 ? {} : { anyOf: anyOf.map(prepareChild) },
		...oneOf === void 0 ? {} : { oneOf: oneOf.map(prepareChild) },
		...prepareMembers(schema, prepareChild),
		...prepareItems(schema, prepareChild)
	};
}
function prepareMembers(schema, prepareChild) {
	const { type = [], properties, patternProperties = {}, required = [] } = schema;
	const patterns = Object.values(patternProperties);
	if (!(properties !== void 0 || [type].flat().includes("object")) && patterns.length === 0) return {};
	const named = {
		...Object.fromEntries(required.map((name) => [name, {}])),
		...properties
	};
	const names = Object.keys(named);
	const { additionalProperties = names.length === 0 || patterns.length > 0 } = schema;
	const others = typeof additionalProperties === "object" ? [...patterns, additionalProperties] : patterns;
	const closed = names.length === 0 ? NEVER : false;
	const limited = others.length === 0 ? closed : { anyOf: others.map(prepareChild) };
	return {
		properties: Object.fromEntries(Object.entries(named).map(([name, child]) => [name, prepareChild(child)])),
		required: [...required],
		additionalProperties: additionalProperties === true ? UNKNOWN : limited
	};
}
function prepareItems(schema, prepareChild) {
	const { items, prefixItems, minItems = 0 } = schema;
	if (prefixItems === void 0 && items === void 0) return {};
	const item = typeof items === "object" ? prepareChild(items) : items === false ? NEVER : UNKNOWN;
	if (prefixItems === void 0) return { items: item };
	const more = items === false ? false : item;
	return {
		items: prefixItems.map(prepareChild),
		additionalItems: more,
		minItems
	};
}
// registry/derive/typescript.ts
const declarationsByRegistry = /* @__PURE__ */ new WeakMap();
/** Returns all published types as one module. */
function typescriptModule(registry) {
	return moduleOf([...declarationsOf(registry).byIdentifier.values()]);
}
/** Returns a published type and every type that it refers to as a module; undefined for unknown names. */
async function servedTypescript(registry, name) {
	const { published, byIdentifier } = declarationsOf(registry);
	const identifier = published.get(name);
	if (identifier === void 0) return void 0;
	return moduleOf([...reachedFrom([identifier], (each) => byIdentifier.get(each)?.uses ?? [])].flatMap((each) => byIdentifier.get(each) ?? []));
}
async function moduleOf(declarations) {
	const texts = await Promise.all(declarations.map(({ text }) => text()));
	return `${texts.length === 0 ? "export {};" : texts.join("\n\n")}\n`;
}
function declarationsOf(registry) {
	return getOrMake(declarationsByRegistry, registry, () => collect(registry));
}
function collect(registry) {
	const identifiers = new Identifiers(registry);
	const byIdentifier = /* @__PURE__ */ new Map();
	for (const entry of registry.schemas.values()) {
		const owner = identifiers.published.get(entry.name);
		const schema = publishedSchema(registry, entry.name);
		if (owner === void 0 || schema === void 0) continue;
		const { definitions } = schema;
		const identifierOf = (name) => Object.hasOwn(definitions, name) ? identifiers.of(name, definitions, owner) : owner;
		byIdentifier.set(owner, declarationOf(owner, explain(entry, schema, registry), identifierOf));
		for (const [name, definition] of Object.entries(definitions)) {
			const identifier = identifierOf(name);
			if (!byIdentifier.has(identifier)) byIdentifier.set(identifier, declarationOf(identifier, definition, identifierOf));
		}
	}
	return {
		published: identifiers.published,
		byIdentifier
	};
}
function declarationOf(identifier, schema, identifierOf) {
	return {
		uses: [...referencesOf(schema)].map(identifierOf),
		text: memoize(() => declareType(identifier, schema, identifierOf))
	};
}
/** Definitions of one name that mean different things get different identifiers. */
var Identifiers = class {
	/** By published name. */
	published = /* @__PURE__ */ new Map();
	#taken = /* @__PURE__ */ new Set();
	#byMeaning = /* @__PURE__ */ new Map();
	constructor(registry) {
		for (const { name, schema } of registry.schemas.values()) {
			const identifier = this.#take(toIdentifier(name));
			this.published.set(name, identifier);
			if (schema === void 0) continue;
			const { root, definitions } = convertPublished(registry, schema);
			this.#byMeaning.set(meaningOf(name, root, definitions), identifier);
		}
	}
	of(name, definitions, owner) {
		const meaning = meaningOf(name, definitions[name] ?? {}, definitions);
		return getOrMake(this.#byMeaning, meaning, () => {
			const short = toIdentifier(name);
			return this.#take(this.#taken.has(short) ? `${owner}${short}` : short);
		});
	}
	#take(name) {
		let free = name;
		for (let count = 2; this.#taken.has(free); count++) free = `${name}${count}`;
		this.#taken.add(free);
		return free;
	}
};
/** Equal for definitions of one name that mean the same, with everything that they refer to. */
function meaningOf(name, schema, definitions) {
	const reached = reachedFrom(referencesOf(schema), (ref) => referencesOf(definitions[ref] ?? {}));
	return JSON.stringify([
		name,
		schema,
		[...reached].map((ref) => [ref, definitions[ref]])
	]);
}
/** Returns the names themselves and every name that `next` leads to from them. */
function reachedFrom(names, next) {
	const reached = new Set(names);
	for (const name of reached) for (const further of next(name)) reached.add(further);
	return reached;
}
/** Returns the names of the definitions that the schema refers to directly. */
function referencesOf(schema) {
	const names = /* @__PURE__ */ new Set();
	const visit = (node) => {
		if (node.$ref !== void 0) names.add(definitionName(node.$ref));
		return mapSubschemas(node, visit);
	};
	visit(schema);
	return names;
}
const MAY_BE_ABSENT = "May be absent: what adds it to answers can be switched off.";
const TRIMMED = "Items are whole unless the request asks for some of their fields.";
/** Says in descriptions which members readers cannot rely on. */
function explain({ name, schema, list }, { root }, { routes }) {
	const declared = schema === void 0 ? [list?.as] : Object.keys(toJsonSchema(schema).root.properties ?? {});
	const properties = Object.entries(root.properties ?? {}).map(([key, member]) => declared.includes(key) ? [key, member] : [key, withText(member, MAY_BE_ABSENT)]);
	const explained = root.properties === void 0 ? root : {
		...root,
		properties: Object.fromEntries(properties)
	};
	const isTrimmed = routes.some((route) => route.schema === name && route.policies.some(({ compiled }) => compiled.list !== void 0));
	return list !== void 0 && isTrimmed ? withText(explained, TRIMMED) : explained;
}
function withText(schema, text) {
	const { description } = schema;
	return {
		...schema,
		description: description === void 0 ? text : `${description}\n${text}`
	};
}
export { typescriptModule as n, servedTypescript as t };

//# sourceMappingURL=typescript.js.map