// registry/schema/json-schema.ts
/** Returns the narrowest type of a value. */
function typeOfValue(value) {
	if (value === null) return "null";
	if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
	if (typeof value === "string" || typeof value === "boolean") return typeof value;
	return Array.isArray(value) ? "array" : "object";
}
const IN_MAP = /* @__PURE__ */ new Set([
	"properties",
	"patternProperties",
	"dependentSchemas",
	"$defs"
]);
const IN_LIST = /* @__PURE__ */ new Set([
	"allOf",
	"anyOf",
	"oneOf",
	"prefixItems"
]);
const ALONE = /* @__PURE__ */ new Set([
	"propertyNames",
	"contains",
	"not",
	"if",
	"then",
	"else",
	"contentSchema"
]);
const ALONE_OR_BOOLEAN = /* @__PURE__ */ new Set([
	"items",
	"additionalProperties",
	"unevaluatedItems",
	"unevaluatedProperties"
]);
/**
* A copy of `node` with each direct subschema replaced by what `visit` returns for it. `key` is its name or index under
* `keyword`, when it has one. Distinguishes keywords from fields of the same name, so a field called `$ref` or `items` is safe.
*/
function mapSubschemas(node, visit) {
	const spell = (child) => typeof child === "boolean" ? child ? {} : { not: {} } : asSchema(child);
	const replace = (keyword, value) => {
		if (IN_MAP.has(keyword) && isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, visit(spell(child), keyword, key)]));
		if (IN_LIST.has(keyword) && Array.isArray(value)) return value.map((child, index) => visit(spell(child), keyword, index));
		if (ALONE.has(keyword)) return visit(spell(value), keyword);
		if (ALONE_OR_BOOLEAN.has(keyword) && typeof value !== "boolean") return visit(asSchema(value), keyword);
		return value;
	};
	return asSchema(Object.fromEntries(Object.entries(node).map(([keyword, value]) => [keyword, replace(keyword, value)])));
}
/**
* An object whose keys are an enum (zod: `z.record(z.enum([…]), …)`), spelled as a closed object with those keys:
* OpenAPI 3.0 has no `propertyNames`, and strict validators want required keys to be among the properties.
* A reference to the enum is looked up in `source`; one that is not there leaves the schema as it is.
*/
function expandRecordKeys(node, source = {}) {
	const { propertyNames, additionalProperties = {}, properties = {}, ...rest } = node;
	if (propertyNames === void 0 || node.patternProperties !== void 0) return node;
	const { enum: listed, const: fixed, type = "string", title: _, description: __, ...others } = propertyNames.$ref === void 0 || source.$defs !== void 0 ? flatten(propertyNames, source) : propertyNames;
	const names = listed ?? (fixed === void 0 ? void 0 : [fixed]);
	const alone = type === "string" && Object.keys(others).length === 0 && (listed === void 0 || fixed === void 0);
	if (names === void 0 || !alone) return node;
	const spelled = [];
	for (const name of names) {
		if (typeof name !== "string") continue;
		if (Object.hasOwn(properties, name)) spelled.push([name, properties[name] ?? {}]);
		else if (additionalProperties !== false) spelled.push([name, additionalProperties === true ? {} : additionalProperties]);
	}
	return {
		...rest,
		properties: Object.fromEntries(spelled),
		additionalProperties: false
	};
}
function lookup(source, name) {
	const found = Object.hasOwn(source.$defs ?? {}, name) ? source.$defs?.[name] : void 0;
	if (found !== void 0) return found;
	throw new SchemaError(`a reference to ${JSON.stringify(name)}, which is not defined`, "define it, or drop the reference");
}
/** `node` with the schema it refers to written out; keywords beside the `$ref` win. A root's own `#` stays as it is. */
function flatten(node, source) {
	let flat = node;
	const seen = /* @__PURE__ */ new Set();
	while (flat.$ref !== void 0) {
		const { $ref, $defs: _, ...beside } = flat;
		if (seen.has($ref)) throw new SchemaError(`a schema that is nothing but a reference to itself, ${$ref}`, "define it");
		seen.add($ref);
		const name = definitionName($ref);
		flat = {
			...name === "#" ? source : lookup(source, name),
			...beside
		};
	}
	return flat;
}
const texts = /* @__PURE__ */ new WeakMap();
/** Returns a schema as JSON text, to distinguish schemas. Made once for those that are frozen. */
function textOf(schema) {
	let text = texts.get(schema);
	if (text !== void 0) return text;
	text = JSON.stringify(schema);
	if (Object.isFrozen(schema)) texts.set(schema, text);
	return text;
}
function deepFreeze(value) {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
	Object.freeze(value);
	for (const inner of Object.values(value)) deepFreeze(inner);
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** The one place where a library's output, typed as an unknown record, is taken at its word to be JSON Schema. */
function asSchema(value) {
	return isRecord(value) ? value : {};
}
/** A schema that JSON Schema cannot express. The message has what was received and, as `hint` has, what to use. */
var SchemaError = class extends Error {
	name = "SchemaError";
	hint;
	constructor(message, hint, options) {
		super(`${message}: ${hint}`, options);
		this.hint = hint;
	}
};
function definitionName(ref) {
	if (ref === "#") return ref;
	if (ref.startsWith("#/$defs/")) return ref.slice(8).replaceAll("~1", "/").replaceAll("~0", "~");
	throw new SchemaError(`a reference to ${JSON.stringify(ref)}`, "refer to definitions of the same schema only");
}
// registry/schema/schema.ts
/**
* Schemas: what a payload schema must be able to do.
*
* A schema is anything that is both Standard Schema V1 and Standard JSON Schema V1 (https://standardschema.dev); no
* schema library is imported here. zod is named where its output needs repair; every repair is harmless for others.
*/
/** Functions count: ArkType's schemas are callable. */
function isSchema(value) {
	if (typeof value !== "object" && typeof value !== "function" || value === null) return false;
	const standard = Reflect.get(value, "~standard");
	if (!isRecord(standard) || typeof standard["validate"] !== "function") return false;
	const converter = standard["jsonSchema"];
	return isRecord(converter) && typeof converter["input"] === "function" && typeof converter["output"] === "function";
}
// registry/schema/get-or-make.ts
/** Returns an entry, made on first use. */
function getOrMake(entries, key, make) {
	const known = entries.get(key);
	if (known !== void 0) return known;
	const value = make();
	entries.set(key, value);
	return value;
}
// registry/schema/normalize.ts
/** Removes from a JSON Schema what a schema library adds without need, or in keywords of its own. */
/** Keywords that belong to a document, not to a schema, and zod's own `id` where it leaks. */
const DROPPED = /* @__PURE__ */ new Set([
	"$schema",
	"$id",
	"$defs",
	"id",
	"~standard"
]);
/** Samples of formats whose patterns zod adds: a pattern that accepts them all adds nothing to the format. */
const SAMPLES = /* @__PURE__ */ new Map([
	["date-time", ["2026-11-21T05:06:07Z", "2024-02-29T23:59:59.123Z"]],
	["date", ["2026-11-21", "2024-02-29"]],
	["duration", ["P1Y2M3DT4H5M6S", "P4W"]],
	["email", ["a@example.com", "first.last+tag@sub.example.org"]],
	["hostname", [
		"localhost",
		"a-b.example.com",
		"xn--bcher-kva.example"
	]],
	["ipv4", [
		"192.0.2.1",
		"0.0.0.0",
		"255.255.255.255"
	]],
	["ipv6", ["::", "2001:db8::1"]],
	["uuid", [
		"c232ab00-9414-11ec-b3c8-9f6bdeced846",
		"f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
		"01890a5d-ac96-774b-bcce-b302099a8057"
	]]
]);
/** The formats of JSON Schema 2020-12 (validation, section 7.3) and of OpenAPI 3.0.4 (section 4.4). */
const FORMATS = /* @__PURE__ */ new Set([
	...SAMPLES.keys(),
	"time",
	"idn-email",
	"idn-hostname",
	"uri",
	"uri-reference",
	"iri",
	"iri-reference",
	"uri-template",
	"json-pointer",
	"relative-json-pointer",
	"regex",
	"int32",
	"int64",
	"float",
	"double",
	"byte",
	"binary",
	"password"
]);
/** One node, its subschemas aside, without what only a schema library could have meant. */
function normalizeSchema(node) {
	const kept = Object.entries(node).filter(([keyword, value]) => {
		if (value === void 0 || DROPPED.has(keyword)) return false;
		if (keyword === "const") return node.type !== "null";
		if (node.type === "integer" && keyword === "minimum") return value !== Number.MIN_SAFE_INTEGER;
		if (node.type === "integer" && keyword === "maximum") return value !== Number.MAX_SAFE_INTEGER;
		if (keyword === "pattern") return !impliedBy(node.format, String(value));
		if (keyword === "format") return FORMATS.has(String(value));
		if (keyword === "propertyNames") return JSON.stringify(value) !== "{\"type\":\"string\"}";
		return true;
	});
	return asSchema(Object.fromEntries(kept));
}
function impliedBy(format, pattern) {
	const samples = SAMPLES.get(format ?? "");
	if (samples === void 0) return false;
	try {
		const expression = new RegExp(pattern, "u");
		return samples.every((sample) => expression.test(sample));
	} catch {
		return false;
	}
}
// registry/schema/export.ts
/** Gets JSON Schema from a schema library, and reports what it cannot express. zod is named where it needs its own options. */
/** The source of one direction. For zod, all unrepresentable parts are collected with their paths and thrown as one. */
function exportJsonSchema(schema, direction) {
	const { vendor, jsonSchema } = schema["~standard"];
	const faults = [];
	const hints = /* @__PURE__ */ new Set();
	const unrepresentable = ({ path, message }) => {
		faults.push(`${message} (${describePath(path)})`);
		hints.add(hintFor(message));
		return "any";
	};
	let source;
	try {
		source = jsonSchema[direction]({
			target: "draft-2020-12",
			...vendor === "zod" ? { libraryOptions: { unrepresentable } } : {}
		});
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		throw new SchemaError(`a schema of ${vendor} cannot become JSON Schema: ${message}`, hintFor(message), { cause });
	}
	if (faults.length > 0) throw new SchemaError(faults.join("; "), [...hints].join("; "));
	return asSchema(source);
}
/** Returns the input direction, only to learn which objects are closed, so that parts it cannot express are accepted. */
function exportInputVariant(schema) {
	const { vendor, jsonSchema } = schema["~standard"];
	try {
		const libraryOptions = vendor === "zod" ? { libraryOptions: { unrepresentable: "any" } } : {};
		return asSchema(jsonSchema.input({
			target: "draft-2020-12",
			...libraryOptions
		}));
	} catch {
		return {};
	}
}
const HINTS = [
	[/\bduplicate schema id\b/i, "give each schema its own id, or use one schema object in both places"],
	[/\bdate\b/i, "for a Date use a string with format date-time (zod: z.iso.datetime())"],
	[/\bbigint/i, "for a bigint use an integer or a string of digits (zod: z.int())"],
	[/\btransform/i, "end a transform in a JSON type (zod: .pipe(z.string())), or transform in the handler"],
	[/\bmap\b/i, "for a Map use an object with free keys (zod: z.record())"],
	[/\bset\b/i, "for a Set use an array (zod: z.array())"],
	[/\b(undefined|void)\b/i, "for an absent value make the key optional (zod: .optional())"],
	[/\bcustom\b/i, "for a custom type use a JSON type with a check (zod: z.string().refine())"]
];
function hintFor(message) {
	return HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? "use a type that JSON can carry";
}
/** `["properties", "a", "items"]` as `a[]`. */
function describePath(path) {
	let text = "";
	for (let index = 0; index < path.length; index++) if (path[index] === "properties") text += `.${path[++index]}`;
	else text += path[index] === "items" ? "[]" : `.${path[index]}`;
	return text === "" ? "the schema itself" : `at ${text.replace(/^\./, "")}`;
}
// registry/schema/convert.ts
/**
* The one conversion of a schema to JSON Schema 2020-12. zod is named where its output needs repair; every repair is
* harmless for others.
*/
const memo = {
	input: /* @__PURE__ */ new WeakMap(),
	output: /* @__PURE__ */ new WeakMap()
};
/**
* Returns the shape of the schema's output: keys with a default are required; an object is closed only if its author closed
* it. Converted once per schema object. Throws {@link SchemaError}.
*/
function toJsonSchema(schema) {
	return convertOnce(schema, "output");
}
/** Returns the shape that the schema accepts: keys with a default are optional. Otherwise as {@link toJsonSchema}. */
function toInputJsonSchema(schema) {
	return convertOnce(schema, "input");
}
function convertOnce(schema, direction) {
	return getOrMake(memo[direction], schema, () => {
		const source = exportJsonSchema(schema, direction);
		const converted = new SchemaConverter(source, direction === "input" ? source : exportInputVariant(schema)).run();
		deepFreeze(converted);
		return converted;
	});
}
/**
* One conversion. Beside each node of the source walks its twin, the same node in the input direction, because zod's
* output direction closes every plain object: only where the twin is closed as well did the author close it. Where the
* two directions differ in shape (behind a pipe) nothing is known, and the object stays open.
*/
var SchemaConverter = class {
	#source;
	#twin;
	/** Name in the source (`#` for the root) to public name. */
	#names = /* @__PURE__ */ new Map();
	#definitions = /* @__PURE__ */ new Map();
	constructor(source, twin) {
		this.#source = source;
		this.#twin = twin;
	}
	run() {
		const named = this.#source.$ref === void 0 ? void 0 : definitionName(this.#source.$ref);
		const body = named === void 0 || named === "#" ? this.#source : flatten(this.#source, this.#source);
		const root = this.#repair(body, this.#twin, [named ?? toName([this.#source.title ?? ""])]);
		const bare = Object.keys(this.#source).every((key) => key === "$ref" || key === "$defs" || key === "$schema");
		return {
			root,
			definitions: Object.fromEntries(this.#definitions),
			...named !== void 0 && named !== "#" && bare ? { id: checkName(named) } : {}
		};
	}
	#repair(node, twin, path) {
		const pair = twin === void 0 ? void 0 : expandRecordKeys(flatten(twin, this.#twin), this.#twin);
		if (pair !== void 0) this.#refuseEmptyIntersection(pair, path);
		const { additionalProperties, $ref, ...rest } = mapSubschemas(normalizeSchema(expandRecordKeys(node, this.#source)), (child, keyword, key) => this.#repair(child, subschema(pair, keyword, key), keyword === "properties" ? [...path, String(key)] : path));
		const open = additionalProperties === void 0 || additionalProperties === false && pair?.additionalProperties !== false;
		return {
			...$ref === void 0 ? {} : { $ref: this.#refer($ref, pair, path) },
			...rest,
			...open ? {} : { additionalProperties }
		};
	}
	/** Hoists what `ref` names, on first sight, and returns the reference to it. */
	#refer(ref, twin, path) {
		const key = definitionName(ref);
		let name = this.#names.get(key);
		if (name === void 0) {
			name = this.#nameFor(key, path);
			this.#names.set(key, name);
			this.#definitions.set(name, {});
			const body = key === "#" ? this.#source : lookup(this.#source, key);
			this.#definitions.set(name, this.#repair(body, twin ?? this.#twin.$defs?.[key], [name]));
		}
		return `#/$defs/${name}`;
	}
	/** zod names a recursive type without an id `__schema0`, counted again in each conversion, which is useless to readers. */
	#nameFor(key, path) {
		if (key !== "#" && !/^__schema\d+$/.test(key)) return checkName(key);
		const base = toName(key === "#" ? [this.#source.title ?? ""] : path);
		let name = base;
		const taken = () => this.#definitions.has(name) || Object.hasOwn(this.#source.$defs ?? {}, name);
		for (let count = 2; taken(); count++) name = `${base}${count}`;
		return name;
	}
	/**
	* A closed member of `allOf` knows only its own fields, so beside a member with others it accepts nothing, while zod
	* pools the fields. Loosening it would hide that the author wanted it closed, hence the refusal.
	*/
	#refuseEmptyIntersection(node, path) {
		const members = (node.allOf ?? []).map((member) => flatten(member, this.#twin));
		const fields = new Set(members.flatMap((member) => Object.keys(member.properties ?? {})));
		for (const member of members) {
			if (member.additionalProperties !== false) continue;
			const other = [...fields].find((name) => !Object.hasOwn(member.properties ?? {}, name));
			if (other === void 0) continue;
			throw new SchemaError(`an intersection in ${path.join(".")} has a closed member without the field ${JSON.stringify(other)}`, "extend one object by the other's fields, or leave both open");
		}
	}
};
/** Names become OpenAPI component keys and URL segments. */
function checkName(name) {
	if (/^[A-Za-z][\w.-]*$/.test(name)) return name;
	throw new SchemaError(`the schema name ${JSON.stringify(name)}`, "a name starts with a letter and holds only letters, digits, '.', '_' and '-'");
}
/** Path segments in upper camel case: `["Tree", "sub-trees"]` is `TreeSubTrees`. A nameless root is `Recursive`. */
function toName(path) {
	const name = path.flatMap((segment) => segment.split(/[^A-Za-z0-9]+/)).filter((word) => word !== "").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
	return /^[A-Za-z]/.test(name) ? name : `Recursive${name}`;
}
function subschema(node, keyword, key) {
	const held = node === void 0 ? void 0 : Reflect.get(node, keyword);
	if (key === void 0) return isRecord(held) ? asSchema(held) : void 0;
	if (typeof held !== "object" || held === null || !Object.hasOwn(held, key)) return void 0;
	const child = Reflect.get(held, key);
	return isRecord(child) ? asSchema(child) : void 0;
}
// registry/contract/upload.ts
/** The media type of forms (RFC 7578). */
const FORM_TYPE = "multipart/form-data";
/** Whether a part is a file; else it is a text. */
function isFile(part) {
	return !isSchema(part);
}
/** Returns one type or several as a list. */
function typesOf({ mediaTypes }) {
	return typeof mediaTypes === "string" ? [mediaTypes] : mediaTypes;
}
const BINARY = {
	type: "string",
	format: "binary"
};
/** Returns what documents say of an uploaded body: bytes, or a form of texts and bytes. */
function uploadSchema({ parts }) {
	if (parts === void 0) return {
		root: BINARY,
		definitions: {}
	};
	const converted = Object.entries(parts).map(([name, part]) => [name, isFile(part) ? {
		root: BINARY,
		definitions: {}
	} : toInputJsonSchema(part)]);
	return {
		root: {
			type: "object",
			properties: Object.fromEntries(converted.map(([name, { root }]) => [name, root])),
			required: requiredParts(parts)
		},
		definitions: Object.assign({}, ...converted.map(([, { definitions }]) => definitions))
	};
}
/** Returns the names of parts without which a form is refused: a text is optional where its shape accepts undefined. */
function requiredParts(parts) {
	return Object.entries(parts).flatMap(([name, part]) => {
		if (isFile(part)) return part.optional === true ? [] : [name];
		const result = part["~standard"].validate(void 0);
		return !(result instanceof Promise) && result.issues === void 0 ? [] : [name];
	});
}
// registry/contract/route-keys.ts
/** Values of routes' keys that promise what only a policy can keep. */
const PROMISES = { idempotency: ["key"] };
/** Returns the status of a 2xx answer unless its handler chooses another one. */
function successStatus({ creates, empty }) {
	if (creates !== void 0) return 201;
	return empty === true ? 204 : 200;
}
/** The media type of request bodies, unless a route names others under `bodies`. */
const BODY_MEDIA_TYPE = "application/json";
/** Returns the shapes of a route's request body by media type; empty for a route without a body. */
function bodiesOf({ body, bodies }) {
	return bodies ?? (body === void 0 ? {} : { ["application/json"]: body });
}
/** Returns the media types of all request bodies that a route takes, the usual one first. */
function bodyTypesOf(declaration) {
	const { upload } = declaration;
	if (upload === void 0) return Object.keys(bodiesOf(declaration));
	return upload.parts === void 0 ? typesOf(upload) : [FORM_TYPE];
}
/** Returns whether a route is served to clients, as all are that name no other listener. */
function isPublic({ listener }) {
	return listener === void 0;
}
/** The keys of the kinds of answers. */
const ANSWER_KEYS = keysOf({
	list: true,
	returns: true,
	redirect: true,
	alwaysFails: true,
	stream: true,
	page: true,
	text: true,
	bytes: true,
	empty: true
});
/** The vocabulary's own keys. Any other key of a route belongs to a policy. */
const ROUTE_KEYS = [...keysOf({
	method: true,
	path: true,
	summary: true,
	description: true,
	params: true,
	query: true,
	headers: true,
	responseHeaders: true,
	values: true,
	body: true,
	bodies: true,
	upload: true,
	redirects: true,
	preconditions: true,
	transaction: true,
	errors: true,
	statuses: true,
	relations: true,
	publish: true,
	listener: true,
	timeout: true,
	asset: true,
	probe: true,
	bareBody: true,
	produces: true,
	languages: true,
	cache: true,
	idempotency: true,
	creates: true,
	document: true
}), ...ANSWER_KEYS];
/** The keys of a union, each of which the compiler wants to see once. */
function keysOf(keys) {
	return Object.keys(keys);
}
export { mapSubschemas as C, isRecord as S, typeOfValue as T, SchemaError as _, bodiesOf as a, expandRecordKeys as b, successStatus as c, typesOf as d, uploadSchema as f, isSchema as g, getOrMake as h, ROUTE_KEYS as i, isFile as l, toJsonSchema as m, BODY_MEDIA_TYPE as n, bodyTypesOf as o, toInputJsonSchema as p, PROMISES as r, isPublic as s, ANSWER_KEYS as t, requiredParts as u, deepFreeze as v, textOf as w, flatten as x, definitionName as y };

//# sourceMappingURL=route-keys.js.map