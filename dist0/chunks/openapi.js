import { t as localized } from "./page-form.js";
import { a as plannedNames, h as SECTIONS, m as spellHeader, r as kernelErrors } from "./errors.js";
import { t as fillPath } from "./path.js";
import { T as typeOfValue, _ as SchemaError, a as bodiesOf, b as expandRecordKeys, c as successStatus, d as typesOf, f as uploadSchema, h as getOrMake, l as isFile, m as toJsonSchema, o as bodyTypesOf, p as toInputJsonSchema, v as deepFreeze, w as textOf } from "./route-keys.js";
import { i as qualifyRef } from "./relations.js";
import { r as responseHeadersOf } from "./response-headers.js";
import { n as requiredScopes, t as guardsOf } from "./sealed-route.js";
import { i as publishedSchema, n as convertPublished, r as publicName } from "./json-schemas.js";
import { t as readHeadersOf } from "./read-headers.js";
// registry/derive/pages.ts
/** The pages for people, as menus, sitemaps and indexes list them. */
/** Pages of paths with parameters that everybody may open, as their plugins list them. They are in no menu. */
function pageEntriesOf(registry, language) {
	return registry.routes.flatMap((route) => {
		const { page } = route.declaration;
		if (page === void 0 || guardsOf(route).length > 0) return [];
		return instancesOf(registry, route, language).map(({ params, title, description }) => ({
			route,
			params,
			title,
			description,
			href: fillPath(route.pattern, params) ?? route.path,
			here: true,
			menu: "none",
			updated: page.updated
		}));
	});
}
/** The pages that the path of one route stands for; none where its plugin does not list them. */
function instancesOf(registry, { plugin: owner, id }, language) {
	return (registry.installed.find((one) => one.plugin.id === owner)?.plugin)?.pageEntries?.[id]?.(registry, language) ?? [];
}
/**
* Pages that everybody may open and that have a path of their own, in the preset's order; then those that the operator has
* elsewhere. A guarded page is in no menu and no sitemap: those are the same for all visitors.
*/
function pagesOf(registry, language) {
	const here = registry.routes.flatMap((route) => {
		const { declaration, pattern, path } = route;
		const { page, summary } = declaration;
		if (page === void 0 || pattern.params.length > 0 || guardsOf(route).length > 0) return [];
		return [{
			title: localized(page.title, registry, language),
			description: localized(page.description ?? summary, registry, language),
			href: path,
			here: true,
			menu: page.menu ?? "footer",
			updated: page.updated
		}];
	});
	const elsewhere = registry.externalPages.map(({ title, menu, href }) => {
		return {
			title: localized(title, registry, language),
			href,
			here: false,
			menu,
			description: void 0,
			updated: void 0
		};
	});
	return [...here, ...elsewhere];
}
// registry/derive/openapi/types.ts
/** Keywords of the same name and meaning in both dialects. */
const SAME = [
	"title",
	"description",
	"default",
	"deprecated",
	"readOnly",
	"writeOnly",
	"format",
	"minLength",
	"maxLength",
	"minimum",
	"maximum",
	"multipleOf",
	"minProperties",
	"maxProperties",
	"minItems",
	"maxItems",
	"uniqueItems"
];
// registry/derive/openapi/values.ts
/** Types, values, null and bounds of one schema, as OpenAPI 3.0 spells them. */
/** 3.0 has no type null; this accepts null and nothing else. */
const NULL_ONLY = {
	type: "string",
	nullable: true,
	enum: [null]
};
/**
* `anyOf: [X, null]` becomes X with null added to its type, where X is a plain typed schema and nothing but annotations
* stands beside; otherwise the null branch stays one. An `allOf` of a reference beside `nullable` would refuse null.
*/
function mergeNull(schema) {
	const keyword = schema.anyOf === void 0 ? "oneOf" : "anyOf";
	const { [keyword]: branches, ...beside } = schema;
	const [first, second, ...others] = branches ?? [];
	if (first === void 0 || second === void 0 || others.length > 0) return schema;
	const [inner, other] = first.type === "null" ? [second, first] : [first, second];
	if (other.type !== "null" || typeof inner.type !== "string" || inner.type === "null") return schema;
	if (COMBINING.some((key) => inner[key] !== void 0)) return schema;
	if (!Object.keys(beside).every((key) => ANNOTATIONS.has(key) || isExtension(key))) return schema;
	const { const: _, ...rest } = inner;
	const allowed = allowedValues(inner)?.filter((value) => value !== null);
	return {
		...rest,
		...beside,
		type: [inner.type, "null"],
		...allowed === void 0 ? {} : { enum: [...allowed, null] }
	};
}
const COMBINING = [
	"allOf",
	"anyOf",
	"oneOf",
	"not",
	"if",
	"$ref"
];
const ANNOTATIONS = /* @__PURE__ */ new Set([
	"$comment",
	"title",
	"description",
	"default",
	"examples",
	"deprecated",
	"readOnly",
	"writeOnly",
	"$schema",
	"$id",
	"$defs"
]);
const isExtension = (keyword) => keyword.startsWith("x-");
const TYPES = /* @__PURE__ */ new Set([
	"boolean",
	"integer",
	"number",
	"string",
	"array",
	"object"
]);
const isType30 = (type) => TYPES.has(type);
/** `type`, `nullable` and `enum`. Untyped schemas accept null by themselves, so `nullable` is only ever set beside a type. */
function typeAndValues(schema, draft) {
	const given = schema.type === void 0 ? [] : [schema.type].flat();
	const types = [];
	for (const type of given) if (isType30(type)) types.push(type);
	else if (type !== "null") throw new SchemaError(`the JSON Schema type ${JSON.stringify(type)}`, `use one of ${[...TYPES, "null"].join(", ")}`);
	const typeTakesNull = given.length === 0 || given.some((type) => type === "null");
	const values = allowedValues(schema)?.filter((value) => value !== null || typeTakesNull);
	if (given.length > 0 && types.length === 0) {
		Object.assign(draft, values?.includes(null) === false ? { not: {} } : NULL_ONLY);
		return;
	}
	const [inferred, ...others] = types.length > 0 || values === void 0 ? types : typesOfValues(values);
	const nullable = given.some((type) => type === "null") || given.length === 0 && (values?.includes(null) ?? false);
	if (values !== void 0) {
		if (values.length === 0) draft.not = {};
		else draft.enum = [...values];
	}
	if (inferred === void 0) return;
	const takesNull = nullable && (values === void 0 || values.includes(null));
	if (others.length === 0) {
		draft.type = inferred;
		if (takesNull) draft.nullable = true;
	} else if (types.length > 0) {
		draft.anyOf = [inferred, ...others].map((type) => ({
			type,
			...type === "array" ? { items: {} } : {}
		}));
		if (takesNull) draft.anyOf = [...draft.anyOf, NULL_ONLY];
	}
}
/** Returns the values that `enum` and `const` allow; both together allow only common values. */
function allowedValues(schema) {
	const { const: fixed, enum: values } = schema;
	if (fixed === void 0) return values;
	return values === void 0 || values.some((value) => same(value, fixed)) ? [fixed] : [];
}
function typesOfValues(values) {
	const types = /* @__PURE__ */ new Set();
	for (const value of values) {
		const type = typeOfValue(value);
		if (type !== "null") types.add(type === "integer" ? "number" : type);
	}
	return types.size === 0 && values.length > 0 ? ["string"] : [...types];
}
/** Draft 4 style: the bound in `minimum`, its strictness beside it as a boolean. The tighter of two bounds wins. */
function bounds(schema, draft) {
	const { minimum = -Infinity, exclusiveMinimum: above, maximum = Infinity, exclusiveMaximum: below } = schema;
	if (above !== void 0 && above >= minimum) Object.assign(draft, {
		minimum: above,
		exclusiveMinimum: true
	});
	if (below !== void 0 && below <= maximum) Object.assign(draft, {
		maximum: below,
		exclusiveMaximum: true
	});
}
/**
* 3.0's patterns are ECMA-262 5.1. There `\p{L}` and `\u{1F600}` are letters with a count, read without complaint and
* wrong; look-behind and named groups do not parse. Such a pattern is left out.
*/
function readByEs5(pattern) {
	const unescaped = pattern.replaceAll(/\\[^pPuk]/g, "");
	if (/\\p\{|\\P\{|\\u\{|\\k<|\(\?(?![:=!])/.test(unescaped)) return false;
	try {
		new RegExp(pattern);
		return true;
	} catch {
		return false;
	}
}
/** Equal as JSON text; key order counts, which at worst keeps a duplicate. */
function same(a, b) {
	return JSON.stringify(a) === JSON.stringify(b);
}
// registry/derive/openapi/schema.ts
/**
* JSON Schema 2020-12 → the Schema Object of OpenAPI 3.0.4 (section 4.7.24; a subset of JSON Schema Wright-00).
*
* Keywords that 3.0 lacks are left out, so the result accepts at least what the source accepts. Where accepting more
* in one place would mean accepting less overall (under `not`, in `oneOf`), the surrounding keyword is loosened too.
* zod's own `openapi-3.0` target is not used: it emits invalid and wrong schemas (standards.md section 17).
*/
/**
* The schema in OpenAPI 3.0's dialect. `rewriteRef` gets each `$ref`; by default `#/$defs/Name` becomes
* `#/components/schemas/Name`, other references to components and absolute URLs stay, and the rest throws.
* By default each schema object is translated once, and the result is frozen: documents share it.
* Throws {@link SchemaError} for a `type` that JSON Schema does not know and for references that cannot be kept.
*/
function toOpenApi30(schema, rewriteRef = toComponentRef) {
	return down(schema, {
		rewriteRef,
		loosened: false
	});
}
/** The default reference rewriting: `#/$defs/Name` → `#/components/schemas/Name`. */
function toComponentRef(ref) {
	if (ref.startsWith("#/$defs/") && !ref.includes("/", 8)) return `#/components/schemas/${ref.slice(8)}`;
	if (ref.startsWith("#/components/schemas/") || /^https?:\/\//.test(ref)) return ref;
	throw new SchemaError(`OpenAPI 3.0 cannot hold the reference ${JSON.stringify(ref)}`, "refer to a named definition, #/$defs/Name");
}
/** Assertions without any equivalent. Annotations that 3.0 lacks (`$comment`, `contentMediaType`) are not needed. */
const LOST = [
	"if",
	"dependentRequired",
	"dependentSchemas",
	"contains",
	"unevaluatedProperties",
	"unevaluatedItems",
	"$dynamicRef",
	"propertyNames",
	"patternProperties",
	"prefixItems"
];
/** Schemas translated with the usual references, because documents of one process share most of them. */
const known = /* @__PURE__ */ new WeakMap();
function down(schema, context) {
	const shared = context.rewriteRef === toComponentRef;
	let lowered = shared ? known.get(schema) : void 0;
	if (lowered === void 0) {
		lowered = lower(schema, context.rewriteRef);
		if (shared) known.set(schema, lowered);
		if (shared) deepFreeze(lowered);
	}
	if (lowered.loosened) context.loosened = true;
	return lowered.schema;
}
function lower(schema, rewriteRef) {
	const merged = mergeNull(expandRecordKeys(schema));
	const context = {
		rewriteRef,
		loosened: LOST.some((keyword) => Object.hasOwn(merged, keyword))
	};
	const draft = {};
	for (const keyword of SAME) if (merged[keyword] !== void 0) Object.assign(draft, { [keyword]: merged[keyword] });
	for (const [keyword, value] of Object.entries(merged)) if (isExtension(keyword)) draft[keyword] = value;
	if (merged.examples?.[0] !== void 0) draft.example = merged.examples[0];
	typeAndValues(merged, draft);
	bounds(merged, draft);
	strings(merged, draft, context);
	objects(merged, draft, context);
	arrays(merged, draft, context);
	combinations(merged, draft, context);
	return {
		schema: draft,
		loosened: context.loosened
	};
}
function strings(schema, draft, context) {
	if (schema.pattern !== void 0) {
		if (readByEs5(schema.pattern)) draft.pattern = schema.pattern;
		else context.loosened = true;
	}
	if (schema.contentEncoding === "base64" && draft.format === void 0) draft.format = "byte";
}
function objects(schema, draft, context) {
	const { properties, patternProperties, required, additionalProperties } = schema;
	if (properties !== void 0) draft.properties = mapValues(properties, (property) => down(property, context));
	if (required !== void 0 && required.length > 0) draft.required = [...new Set(required)];
	if (additionalProperties === void 0) return;
	const beyond = typeof additionalProperties === "boolean" ? additionalProperties : down(additionalProperties, context);
	const patterned = Object.values(patternProperties ?? {}).map((property) => down(property, context));
	if (patterned.length === 0) draft.additionalProperties = beyond;
	else if (beyond !== true) draft.additionalProperties = anyOf([...beyond === false ? [] : [beyond], ...patterned]);
}
function arrays(schema, draft, context) {
	const { items, prefixItems } = schema;
	if (items === void 0 && prefixItems === void 0) {
		if (draft.type === "array") draft.items = {};
		return;
	}
	const prefix = (prefixItems ?? []).map((item) => down(item, context));
	const rest = items === void 0 || items === true ? {} : items === false ? void 0 : down(items, context);
	draft.items = anyOf(rest === void 0 ? prefix : [...prefix, rest]);
	if (rest === void 0) draft.maxItems = Math.min(draft.maxItems ?? Infinity, prefix.length);
}
function combinations(schema, draft, context) {
	const all = (schema.allOf ?? []).map((member) => down(member, context));
	if (schema.$ref !== void 0) all.unshift({ $ref: context.rewriteRef(schema.$ref) });
	const any = schema.anyOf?.map((member) => down(member, context));
	const inOne = {
		...context,
		loosened: false
	};
	const one = schema.oneOf?.map((member) => down(member, inOne));
	const inNot = {
		...context,
		loosened: false
	};
	const not = schema.not === void 0 ? void 0 : down(schema.not, inNot);
	if (inOne.loosened || inNot.loosened) context.loosened = true;
	for (const [keyword, branches] of [["anyOf", any], [inOne.loosened ? "anyOf" : "oneOf", one]]) {
		if (branches === void 0) continue;
		if (draft[keyword] === void 0) draft[keyword] = branches;
		else all.push({ [keyword]: branches });
	}
	if (not !== void 0 && !inNot.loosened) {
		if (draft.not === void 0) draft.not = not;
		else all.push({ not });
	}
	const [only] = all;
	if (all.length === 1 && only?.$ref !== void 0 && Object.keys(draft).length === 0) draft.$ref = only.$ref;
	else if (all.length > 0) draft.allOf = all;
}
/** One schema for several alternatives, each named once; any alternative that accepts everything swallows the rest. */
function anyOf(alternatives) {
	const distinct = alternatives.filter((one, index) => alternatives.findIndex((other) => same(one, other)) === index);
	const [first] = distinct;
	if (first === void 0 || distinct.some((one) => Object.keys(one).length === 0)) return {};
	return distinct.length === 1 ? first : { anyOf: distinct };
}
function mapValues(record, map) {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
// registry/derive/openapi/components.ts
/** `listBrains` as `ListBrains`, the usual form of type names. */
function capitalize(text) {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
var Components = class {
	#registry;
	#schemas = /* @__PURE__ */ new Map();
	/** Each schema as its author wrote it, to distinguish two definitions of one name. */
	#sources = /* @__PURE__ */ new Map();
	#parameters = /* @__PURE__ */ new Map();
	/** The components of request headers that routes share. */
	#readHeaders = /* @__PURE__ */ new Map();
	#headers = /* @__PURE__ */ new Map();
	/** Headers of answers by requested names, most of them on many routes. */
	#headerSets = /* @__PURE__ */ new Map();
	/** Content by its text. */
	#contents = /* @__PURE__ */ new Map();
	#responses = /* @__PURE__ */ new Map();
	/** Names of responses by base name. */
	#responseNames = /* @__PURE__ */ new Map();
	/** Begins with every published type, under its public name. */
	constructor(registry) {
		this.#registry = registry;
		for (const { name, schema } of registry.schemas.values()) {
			if (schema !== void 0) this.#sources.set(name, textOf(convertPublished(registry, schema).root));
			this.#schemas.set(name, {});
		}
		for (const name of registry.schemas.keys()) {
			const published = publishedSchema(registry, name);
			if (published !== void 0) this.#schemas.set(name, this.schema(published, name));
		}
	}
	/** A reference to a published type, or a schema without limits when none has this name. */
	published(name) {
		return this.#registry.schemas.has(name) ? { $ref: `#/components/schemas/${name}` } : { type: "object" };
	}
	/** A schema object: by reference when it is published, else written out. `owner` names what it hoists, where it must. */
	of(schema, owner) {
		const name = publicName(this.#registry, schema);
		return name === void 0 ? this.schema(toJsonSchema(schema), owner) : this.published(name);
	}
	/** The same for the body of a request. A type that answers have as well may accept less than it shows, and is written out. */
	ofBody(schema, owner) {
		const name = publicName(this.#registry, schema);
		const accepted = toInputJsonSchema(schema);
		return name !== void 0 && convertPublished(this.#registry, schema) === accepted ? this.published(name) : this.schema(accepted, owner);
	}
	/** A converted schema, its definitions hoisted. */
	schema({ root, definitions }, owner) {
		const names = /* @__PURE__ */ new Map();
		const added = [];
		for (const [name, definition] of Object.entries(definitions)) {
			const source = textOf(definition);
			const final = this.#nameFor(name, source, owner);
			names.set(name, final);
			if (this.#sources.has(final) || this.#schemas.has(final)) continue;
			this.#sources.set(final, source);
			added.push(name);
		}
		const rewrite = [...names].every(([name, final]) => name === final) ? toComponentRef : (ref) => {
			const name = ref.replace(/^#\/\$defs\//, "");
			return `#/components/schemas/${names.get(name) ?? name}`;
		};
		for (const name of added) {
			const definition = definitions[name] ?? {};
			this.#schemas.set(names.get(name) ?? name, toOpenApi30(definition, rewrite));
		}
		return toOpenApi30(root, rewrite);
	}
	#nameFor(name, source, owner) {
		const fits = (candidate) => this.#sources.has(candidate) ? this.#sources.get(candidate) === source : !this.#schemas.has(candidate);
		if (fits(name)) return name;
		let final = `${owner}${name}`;
		for (let count = 2; !fits(final); count++) final = `${owner}${name}${count}`;
		return final;
	}
	/** A reference to a parameter; one that differs from another of its name is written out. `name`: default, its own. */
	parameter(parameter, name = parameter.name) {
		const known = this.#parameters.get(name);
		if (known !== void 0 && JSON.stringify(known) !== JSON.stringify(parameter)) return parameter;
		this.#parameters.set(name, parameter);
		return { $ref: `#/components/parameters/${name}` };
	}
	/** A request header that routes share. `make` is called once for each of its meanings. */
	readHeader({ name, reader, variant }, make) {
		return getOrMake(this.#readHeaders, `${reader} ${name}${variant}`, () => {
			const parameter = make();
			return this.parameter(parameter, `${parameter.name}${variant}`);
		});
	}
	/** References to headers, sorted by name; the same object for the same names. `describe` is called for new ones. */
	headers(names, describe) {
		return getOrMake(this.#headerSets, names.join(" "), () => {
			const sorted = [...new Set(names)].toSorted();
			return getOrMake(this.#headerSets, sorted.join(" "), () => Object.fromEntries(sorted.map((name) => [name, this.#header(name, describe)])));
		});
	}
	/** The same object for equal content. */
	content(content) {
		return getOrMake(this.#contents, JSON.stringify(content), () => content);
	}
	#header(name, describe) {
		if (!this.#headers.has(name)) this.#headers.set(name, {
			description: describe(name),
			schema: { type: "string" }
		});
		return { $ref: `#/components/headers/${name}` };
	}
	/**
	* A reference to a response, made of {@link headers} and {@link content}. Equal ones are shared, others of the same
	* base name are counted.
	*/
	response(base, response) {
		const names = getOrMake(this.#responseNames, base, () => []);
		let name = names.find((known) => {
			const { description, headers, content } = this.#responses.get(known) ?? {};
			return description === response.description && headers === response.headers && content === response.content;
		});
		if (name === void 0) {
			name = base;
			for (let count = 2; this.#responses.has(name); count++) name = `${base}${count}`;
			names.push(name);
			this.#responses.set(name, response);
		}
		return { $ref: `#/components/responses/${name}` };
	}
	toObject() {
		return {
			schemas: Object.fromEntries(this.#schemas),
			parameters: Object.fromEntries(this.#parameters),
			headers: Object.fromEntries(this.#headers),
			responses: Object.fromEntries(this.#responses)
		};
	}
};
// registry/derive/openapi/parameters.ts
/** Request headers that OpenAPI leaves to `content`, `requestBody` and `security` (3.0.4, section 4.7.12.1). */
const NO_PARAMETERS = /* @__PURE__ */ new Set([
	"accept",
	"content-type",
	"authorization"
]);
const ANY_TEXT = { type: "string" };
function parametersOf(route, { registry, components }) {
	const { params, query, headers, languages = [] } = route.declaration;
	const inPath = params && toInputJsonSchema(params).root.properties;
	const inQuery = query && toInputJsonSchema(query).root;
	const inHeader = headers && toInputJsonSchema(headers).root;
	const ofList = (route.engine?.parameters ?? []).map(({ name, description, schema, style }) => ({
		name,
		in: "query",
		description,
		...style === void 0 ? {} : {
			style,
			explode: true
		},
		schema: toOpenApi30(schema)
	}));
	return [
		...route.pattern.params.map((name) => describeParameter("path", name, inPath?.[name] ?? ANY_TEXT, true)),
		...Object.entries(inQuery?.properties ?? {}).map(([name, schema]) => describeParameter("query", name, schema, inQuery?.required?.includes(name) === true)),
		...ofList.map((one) => components.parameter(one)),
		...languages.length < 2 ? [] : [components.parameter({
			name: "Accept-Language",
			in: "header",
			description: `Languages that the client reads. On offer: ${languages.join(", ")}.`,
			schema: { type: "string" }
		})],
		...Object.entries(inHeader?.properties ?? {}).filter(([name]) => !NO_PARAMETERS.has(name)).map(([name, schema]) => describeParameter("header", spellHeader(name), schema, inHeader?.required?.includes(name) === true)),
		...headerParameters(route, {
			registry,
			components
		}, Object.keys(inHeader?.properties ?? {}))
	];
}
function describeParameter(place, name, property, required) {
	const { description, ...schema } = toOpenApi30(property);
	return {
		name,
		in: place,
		...description === void 0 ? {} : { description },
		...required ? { required } : {},
		schema
	};
}
function headerParameters(route, { registry, components }, declared) {
	return readHeadersOf(route).filter(({ name }) => !NO_PARAMETERS.has(name) && !declared.includes(name)).map((header) => components.readHeader(header, () => ({
		name: spellHeader(header.name, registry.policies.flatMap((owner) => Object.keys(owner.policy.writes ?? {}))),
		in: "header",
		description: header.description,
		...header.required ? { required: true } : {},
		schema: toOpenApi30(header.schema ?? ANY_TEXT)
	})));
}
// registry/derive/openapi/errors.ts
/** The errors that an operation may answer with. */
/** Catalog entries that the route's declaration and its policies make possible; the rest is `default`. */
function errorsOf(route, registry) {
	const { declaration } = route;
	const owner = registry.installed.find(({ plugin }) => plugin.id === route.plugin)?.plugin;
	const { query, params, list, alwaysFails } = declaration;
	const kernel = [];
	if (query !== void 0 || params !== void 0 || list !== void 0) kernel.push("bad-request");
	if (route.mediaTypes.length > 0) kernel.push("not-acceptable");
	if (declaration.preconditions === "required") kernel.push("precondition-required");
	if (bodyTypesOf(declaration).length > 0) kernel.push("bad-request", "payload-too-large", "unsupported-media-type", "unprocessable-content");
	if (route.policies.some(({ compiled }) => compiled.precondition !== void 0) || route.method !== "GET" && alwaysFails === void 0) kernel.push("precondition-failed");
	if (owner?.optional === true) kernel.push("service-unavailable");
	const scopes = requiredScopes(route);
	const codes = /* @__PURE__ */ new Set([
		...declaration.errors ?? [],
		...alwaysFails === void 0 ? [] : [alwaysFails.code],
		...kernel,
		...route.policies.flatMap((bound) => refusalsOf(bound, scopes, registry))
	]);
	return registry.errors.filter(({ code }) => codes.has(code)).toSorted((a, b) => a.status - b.status);
}
/** A policy that may refuse does so with an error that its plugin declares. */
function refusalsOf({ policy, compiled }, scopes, { policies, errors }) {
	if (compiled.admit === void 0 && compiled.around === void 0) return [];
	const owner = policies.find((entry) => entry.policy === policy)?.plugin;
	const leftOut = policy.asksIdentifiers === true || compiled.security !== void 0 ? [...scopes === void 0 ? [401] : [], ...scopes?.length ? [] : [403]] : [];
	return errors.filter(({ plugin, code }) => plugin === owner && !Object.hasOwn(kernelErrors, code)).filter(({ status }) => !leftOut.includes(status)).map(({ code }) => code);
}
// registry/derive/openapi/write-responses.ts
/** Statuses of answers without content (RFC 9110, sections 15.3.5 and 15.3.6). */
const NO_CONTENT = /* @__PURE__ */ new Set([204, 205]);
/** Whether clients may ask for an answer without the representation (RFC 7240, section 4.2). */
function mayBeMinimal(route) {
	return route.answersAs !== void 0 && readHeadersOf(route).some(({ name }) => name === "prefer");
}
/** Whether the resource that a request would create may be there already. */
function mayExist({ creates, declaration: { errors = [] } }) {
	return creates !== void 0 && errors.includes("resource-exists");
}
/** Says of a status that the route declares what sets it apart. */
function textOfStatus({ creates, represents }, status) {
	if (status === 201 && creates === void 0 && represents !== void 0) return "The resource did not exist, and was created.";
	return NO_CONTENT.has(status) ? "Without a body." : `The same body, with status ${status}.`;
}
/**
* Operations of the resource that a request created, by operation (OpenAPI 3.0.4, section 4.7.20). Undefined where the
* route creates none, or its answer has no body to fill their parameters from.
*/
function linksOf({ creates, mediaTypes, pattern }, { routes }) {
	if (creates === void 0 || mediaTypes.length === 0) return void 0;
	const parameters = Object.entries(creates.bindings).map(([parameter, source]) => [parameter, pattern.params.includes(source) ? `$request.path.${source}` : `$response.body#/${source.replaceAll("~", "~0").replaceAll("/", "~1")}`]);
	const links = routes.filter(({ path }) => path === creates.target.path).map(({ ref, declaration: { summary } }) => [ref, {
		operationId: ref,
		description: summary,
		parameters: Object.fromEntries(parameters)
	}]);
	return Object.fromEntries(links);
}
// registry/derive/openapi/responses.ts
/** Every answer that an operation may have, with its headers and bodies. */
/** Descriptions of headers that the kernel owns. */
const KERNEL_HEADER_TEXTS = {
	"Content-Language": "The language of the text (RFC 9110, section 8.5).",
	Vary: "The request headers that this answer depends on.",
	Location: "Where to go instead, or where what was created is.",
	"Retry-After": "Seconds until a retry makes sense.",
	"Accept-Patch": "The media types that PATCH takes at this path (RFC 5789, section 3.1)."
};
function responsesOf(route, context) {
	const { registry, components } = context;
	const { plans, policies } = route;
	const headers = headersOf(route, context);
	const own = contentOf(route, context);
	const content = (status) => Object.keys(own).length > 0 && !NO_CONTENT.has(status) ? { content: own } : {};
	const ofErrors = errorContent(route, context);
	const parts = {
		route,
		registry,
		headers,
		content
	};
	const errors = Map.groupBy(errorsOf(route, registry), ({ status }) => status);
	const success = successStatus(route.declaration);
	const responses = {
		...mainResponse(parts, success),
		...otherPath(parts)
	};
	for (const status of route.declaration.statuses ?? []) responses[status] = {
		description: [textOfStatus(route, status), ...textsOf(errors.get(status))].join("\n\n"),
		headers: headers(plans[status >= 400 ? "error" : "ok"], ...particular(route, status)),
		...errors.has(status) ? { content: either(own, ofErrors) } : content(status)
	};
	if (success === 200 && mayBeMinimal(route)) responses["204"] ??= {
		description: "The answer to `Prefer: return=minimal`, without the representation.",
		headers: headers(plans.ok)
	};
	if (responses[success] !== void 0 && policies.some(({ compiled }) => compiled.precondition !== void 0)) responses["304"] = components.response("NotModified", {
		description: "The client's copy is still current.",
		headers: headers(plans.notModified)
	});
	for (const [status, entries] of errors) responses[status] ??= components.response(`Error${status}`, {
		description: textsOf(entries).join("\n\n"),
		headers: headers(plans.error, ...particular(route, status)),
		content: ofErrors
	});
	responses["default"] = components.response("Error", {
		description: "Any other error of the catalog.",
		headers: headers(plans.error),
		content: ofErrors
	});
	return responses;
}
/** The answer that the route exists for; nothing for one that always fails. */
function mainResponse({ route, registry, headers, content }, success) {
	const { declaration, plans, engine } = route;
	const { redirect, alwaysFails, languages, summary } = declaration;
	if (redirect !== void 0) return { [redirect.status]: {
		description: summary,
		headers: headers(plans.redirect, "Location")
	} };
	if (alwaysFails !== void 0) return {};
	const { trimmedBy = [] } = engine ?? {};
	const trimmed = trimmedBy.map((name) => `With the parameter \`${name}\`, items may lack members that their schema requires.`);
	const links = linksOf(route, registry);
	const short = success === 201 && mayBeMinimal(route) ? ["With `Prefer: return=minimal`, the answer has no body."] : [];
	const spoken = languages === void 0 ? [] : ["Content-Language"];
	return { [success]: {
		description: [
			summary,
			...trimmed,
			...short
		].join("\n\n"),
		headers: headers(plans.ok, ...particular(route, success), ...spoken),
		...content(success),
		...links === void 0 ? {} : { links },
		...trimmed.length === 0 ? {} : { "x-trimmed-by": trimmedBy }
	} };
}
/** The redirect of a write to the path that has its answer. */
function otherPath({ route, registry, headers }) {
	const { redirects } = route.declaration;
	if (redirects === void 0 || !isOn(redirects.to, route, registry)) return {};
	return { [redirects.status]: {
		description: "The answer is at another path, to be read with GET.",
		headers: headers(route.plans.redirect, "Location")
	} };
}
/** Headers of the kernel that only some statuses have. */
function particular(route, status) {
	return [
		...status === 503 || status === 429 ? ["Retry-After"] : [],
		...status === 415 && route.accepts.includes("Accept-Patch") ? ["Accept-Patch"] : [],
		...status === 201 || status === 409 && mayExist(route) ? ["Location"] : []
	];
}
function headersOf(route, context) {
	const { registry, components } = context;
	const filled = filledHeaders(route, context);
	const textOf = (name) => {
		return registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, name))?.policy.writes?.[name] ?? KERNEL_HEADER_TEXTS[name] ?? "";
	};
	return (plan, ...more) => {
		const planned = plannedNames(plan);
		const shared = [...planned, ...more].filter((name) => !Object.hasOwn(filled, name));
		const own = planned.flatMap((name) => {
			const header = filled[name];
			return header === void 0 ? [] : [[name, header]];
		});
		const headers = components.headers(shared, textOf);
		return own.length === 0 ? headers : {
			...headers,
			...Object.fromEntries(own)
		};
	};
}
/** Written out, as two routes may have headers of one name. */
function filledHeaders({ declaration }, { components, operationId }) {
	const headers = Object.entries(responseHeadersOf(declaration)).map(([name, shape]) => {
		const { description = "", ...schema } = components.of(shape, capitalize(operationId));
		return [name, {
			description,
			schema
		}];
	});
	return Object.fromEntries(headers);
}
function isOn(ref, { plugin }, registry) {
	return registry.route(qualifyRef(ref, plugin)) !== void 0;
}
function textsOf(entries = []) {
	return entries.map(({ code, message }) => `\`${code}\`: ${message}`);
}
/** The content of a status that comes with the route's own body as well as with an error's. */
function either(own, ofErrors) {
	const shared = Object.keys(own).flatMap((mediaType) => {
		const [first, second] = [own[mediaType]?.schema, ofErrors[mediaType]?.schema];
		return first === void 0 || second === void 0 ? [] : [[mediaType, { schema: anyOf([first, second]) }]];
	});
	return {
		...ofErrors,
		...own,
		...Object.fromEntries(shared)
	};
}
function contentOf(route, context) {
	const rendered = pluginOf(route, context.registry)?.renderers?.[route.id];
	const schema = bodySchema(route, context);
	const { stream } = route.declaration;
	if (stream !== void 0) {
		const { components, operationId } = context;
		const events = Object.entries(stream.events).map(([name, data]) => [name, components.of(data, capitalize(operationId))]);
		const audiences = stream.contributed === true ? context.registry.audiences : {};
		return { "text/event-stream": {
			schema,
			"x-events": Object.fromEntries(events),
			...Object.keys(audiences).length === 0 ? {} : { "x-audiences": audiences }
		} };
	}
	return Object.fromEntries(route.mediaTypes.map((mediaType) => [mediaType, Object.hasOwn(rendered ?? {}, mediaType) ? {} : { schema }]));
}
function pluginOf(route, { installed }) {
	return installed.find(({ plugin }) => plugin.id === route.plugin)?.plugin;
}
function bodySchema(route, { components, operationId }) {
	const { returns, list, bytes } = route.declaration;
	if (bytes !== void 0) return {
		type: "string",
		format: "binary"
	};
	if (list !== void 0) return components.published(list.name);
	return returns === void 0 ? { type: "string" } : components.of(returns, capitalize(operationId));
}
function errorContent(route, { components }) {
	const media = route.errorForms.flatMap(({ mediaType, schema }) => schema === void 0 ? [] : [[mediaType, { schema: components.published(schema) }]]);
	return components.content(Object.fromEntries(media));
}
// registry/derive/openapi/security.ts
/** The member `securitySchemes` of the components; nothing where callers cannot authenticate. */
function securitySchemesOf(registry) {
	const schemes = describedBy(registry).map(({ id, description, scheme }) => [id, {
		...scheme,
		description
	}]);
	return schemes.length === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) };
}
/** The members of an operation that say which credential it needs; nothing where it needs none. */
function securityOf(route, registry) {
	const scopes = requiredScopes(route);
	if (scopes === void 0) return {};
	const alternatives = describedBy(registry).map(({ id, scheme }) => ({ [id]: scheme.type === "openIdConnect" ? scopes : [] }));
	return {
		...alternatives.length === 0 ? {} : { security: alternatives },
		...scopes.length === 0 ? {} : { "x-required-scopes": scopes }
	};
}
function describedBy({ identifiers }) {
	return identifiers.flatMap(({ policy: id, description, scheme }) => scheme.type === "mutualTLS" ? [] : [{
		id,
		description,
		scheme
	}]);
}
// registry/derive/openapi/index.ts
/** Returns the document as JSON. Equal registries have the same document, key by key. */
function openapiDocument(registry, info = {}) {
	const components = new Components(registry);
	const routes = registry.routes.filter(({ site }) => !site);
	const plugins = taggedPlugins(routes, registry);
	const paths = describePaths(routes, registry, components);
	const { contact, license, termsOfService, externalDocs } = info;
	return {
		openapi: "3.0.4",
		info: {
			title: registry.app.name,
			version: registry.app.version,
			description: registry.app.description,
			...termsOfService === void 0 ? {} : { termsOfService },
			...contact === void 0 ? {} : { contact },
			...license === void 0 ? {} : { license }
		},
		...externalDocs === void 0 ? {} : { externalDocs },
		servers: [{ url: registry.baseUrl }],
		tags: plugins.map(({ id, summary }) => ({
			name: id,
			description: summary
		})),
		"x-tagGroups": groupTags(plugins),
		paths,
		components: {
			...components.toObject(),
			...securitySchemesOf(registry)
		},
		security: []
	};
}
function describePaths(routes, registry, components) {
	const paths = {};
	for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = describeOperation(route, {
		registry,
		components,
		operationId: route.ref
	});
	return paths;
}
function describeOperation(route, context) {
	const { declaration } = route;
	const parameters = parametersOf(route, context);
	return {
		tags: [route.plugin],
		operationId: context.operationId,
		summary: declaration.summary,
		...declaration.description === void 0 ? {} : { description: declaration.description },
		..."deprecated" in declaration ? { deprecated: true } : {},
		...parameters.length === 0 ? {} : { parameters },
		...requestBodyOf(route, context),
		responses: responsesOf(route, context),
		...securityOf(route, context.registry)
	};
}
function requestBodyOf({ declaration }, { components, operationId }) {
	const { upload } = declaration;
	if (upload !== void 0) {
		const schema = components.schema(uploadSchema(upload), capitalize(operationId));
		const media = bodyTypesOf(declaration).map((type) => [type, {
			schema,
			...encodingOf(upload)
		}]);
		return { requestBody: {
			required: true,
			content: Object.fromEntries(media)
		} };
	}
	const bodies = Object.entries(bodiesOf(declaration));
	if (bodies.length === 0) return {};
	const content = bodies.map(([mediaType, body]) => [mediaType, { schema: components.ofBody(body, capitalize(operationId)) }]);
	return { requestBody: {
		required: true,
		content: Object.fromEntries(content)
	} };
}
/** The media types of files (OpenAPI 3.0.4, section 4.7.15). */
function encodingOf({ parts = {} }) {
	const files = Object.entries(parts).flatMap(([name, part]) => isFile(part) ? [[name, { contentType: typesOf(part).join(", ") }]] : []);
	return files.length === 0 ? {} : { encoding: Object.fromEntries(files) };
}
/** The tags of each section, in the form that readers of OpenAPI know since Redoc. */
function groupTags(plugins) {
	return SECTIONS.flatMap((section) => {
		const tags = plugins.flatMap(({ id, section: own = "resources" }) => own === section ? id : []);
		return tags.length === 0 ? [] : [{
			name: capitalize(section),
			tags
		}];
	});
}
/** Plugins that serve operations of the API, in the preset's order. */
function taggedPlugins(routes, { installed }) {
	const used = new Set(routes.map(({ plugin }) => plugin));
	return installed.flatMap(({ plugin, enabled }) => enabled && used.has(plugin.id) ? plugin : []);
}
export { pagesOf as i, instancesOf as n, pageEntriesOf as r, openapiDocument as t };

//# sourceMappingURL=openapi.js.map