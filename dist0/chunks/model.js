import "./kernel.js";
import { o as parsePath } from "./path.js";
import { a as bodiesOf, m as toJsonSchema, p as toInputJsonSchema, x as flatten } from "./route-keys.js";
import { a as relatedRoute } from "./relations.js";
import { a as fieldsOf, i as fieldNames } from "./sealed-route.js";
import { r as publicName } from "./json-schemas.js";
// plugins/graphql/derive/names.ts
/** Names and descriptions as GraphQL spells them. */
/** Spec of October 2021, section 2.1.9; names with two underscores are the language's own. */
const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;
/** No names of enum values (section 2.9.6). */
const NO_ENUM_VALUES = /* @__PURE__ */ new Set([
	"true",
	"false",
	"null"
]);
/** Whether a value can be one of a GraphQL enum. */
function isEnumValue(value) {
	return typeof value === "string" && NAME.test(value) && !NO_ENUM_VALUES.has(value);
}
/** Whether a name can stand in a GraphQL schema. */
function isGraphqlName(name) {
	return NAME.test(name);
}
/** `due-date` as `due_date`. */
function toFieldName(source) {
	if (NAME.test(source)) return source;
	const name = source.replace(/[^A-Za-z0-9_]/g, "_").replace(/^_+/, "_");
	return NAME.test(name) ? name : `_${name}`;
}
/** `error-catalog` as `ErrorCatalog`. */
function toTypeName(text) {
	const name = text.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
	return NAME.test(name) ? name : `T${name}`;
}
/** A description in front of what it describes. JSON's escapes are GraphQL's (section 2.9.4). */
function describe(text, indent = "") {
	return text === void 0 ? "" : `${indent}${JSON.stringify(text)}\n`;
}
/** The name that a schema has as a published type, or by itself. */
function schemaName(registry, schema, { id }) {
	return publicName(registry, schema) ?? id;
}
// plugins/graphql/derive/fields.ts
/** Which routes are fields of the query or of the mutation, and under which names. */
/** Fields of the query about the server itself, without a route. */
const FACTS = {
	service: "Name of the service.",
	version: "Release of the service."
};
/** A body without room for members has a format of its own, as GraphQL's answers have, and is not read. */
function isRead({ schema, declaration }) {
	const { method, list, returns, bareBody } = declaration;
	return method === "GET" && (list !== void 0 || returns !== void 0) && schema !== void 0 && bareBody !== true;
}
/**
* Whether a route is a field of the mutation: one that changes something, and answers with JSON or nothing. A body
* without room for members has a format of its own, as with reads. One outside of transactions only passes requests on.
*/
function isWritten({ id, declaration }) {
	const { method, path, returns, empty, produces, asset, bareBody, transaction } = declaration;
	return method !== "GET" && (returns !== void 0 || empty === true) && asset !== true && bareBody !== true && transaction !== false && (produces ?? []).every((mediaType) => /[/+]json$/.test(mediaType)) && [id, ...parsePath(path).params].every(isGraphqlName);
}
/** Whether the query itself has all fields of a resource, as with `/api/version`. */
function isFact({ declaration: { returns } }) {
	return returns !== void 0 && fieldNames(returns).every((name) => Object.hasOwn(FACTS, name));
}
/**
* A name for each route that can be read. It follows from the routes of the same plugin alone, so that it stays when
* other plugins come and go; two plugins that arrive at one name are a conflict (GRAPHQL_FIELD_CONFLICT).
*/
function rootFields(routes) {
	const names = /* @__PURE__ */ new Map();
	for (const ofPlugin of Map.groupBy(routes, ({ plugin }) => plugin).values()) {
		const taken = new Set(Object.keys(FACTS));
		for (const route of ofPlugin.filter(isNameable)) {
			const name = namesFor(route).find((candidate) => !taken.has(candidate));
			if (name === void 0) continue;
			taken.add(name);
			names.set(route, name);
		}
	}
	return names;
}
/** The path's parameters become arguments. */
function isNameable(route) {
	return isRead(route) && parsePath(route.declaration.path).params.every(isGraphqlName);
}
/** The best first: what the list calls its items, else the id without its verb. */
function namesFor(route) {
	const { id, declaration } = route;
	const noun = decapitalize(id.replace(/^(get|list|show|read|find)(?=[A-Z])/, ""));
	return [
		declaration.list?.as ?? noun,
		noun,
		id,
		qualifiedField(route)
	].filter(isGraphqlName);
}
/** With the plugin's id in front. */
function qualifiedField({ id, plugin }) {
	return `${plugin.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())}_${id}`;
}
function decapitalize(text) {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
// plugins/graphql/derive/arguments.ts
/** Parameters of routes as arguments of fields. */
/** The parameters of a path, each a line. */
function pathArguments({ pattern, declaration: { params } }) {
	const properties = params === void 0 ? void 0 : toInputJsonSchema(params).root.properties;
	return pattern.params.map((name) => `${name}: ${scalarOf(properties?.[name] ?? {})}!`);
}
/** Query parameters that the route itself declares. */
function queryParameters({ declaration: { query } }) {
	return parametersOf(query);
}
/** The members of a schema of parameters or headers. */
function parametersOf(schema) {
	const { properties = {}, required = [] } = schema === void 0 ? {} : toInputJsonSchema(schema).root;
	return Object.entries(properties).map(([name, property]) => ({
		name,
		type: `${inputType(property)}${required.includes(name) ? "!" : ""}`
	}));
}
function inputType({ type, items, ...property }) {
	if (type !== "array") return scalarOf({
		...property,
		...type === void 0 ? {} : { type }
	});
	return `[${scalarOf(typeof items === "object" ? items : {})}!]`;
}
/** Returns the scalar of a parameter: text, unless its schema has another type. */
function scalarOf({ type, maximum = Infinity, minimum = -Infinity }) {
	if (type === "boolean") return "Boolean";
	if (type === "integer" && minimum >= -(2 ** 31) && maximum < 2 ** 31) return "Int";
	return type === "integer" || type === "number" ? "Float" : "String";
}
/** A field that stands for a route, with its summary. */
function fieldLine({ declaration: { summary } }, name, args, type) {
	const list = args.length === 0 ? "" : `(${args.join(", ")})`;
	return `${describe(summary, "  ")}  ${name}${list}: ${type}`;
}
// plugins/graphql/derive/mutations.ts
/** The fields of the mutation: one for each route that writes, with a type of its own for the result. */
const MERGE_PATCH = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";
/** Fields of results that are not the resource, with their descriptions. */
const RESULT = {
	status: "HTTP status of the write.",
	etag: "Entity tag of the resource as it is now; as `ifMatch` it makes the next write conditional.",
	location: "Path of the resource that was created.",
	replayed: "Whether this is the result of an earlier write with the same `idempotencyKey`."
};
var Mutations = class {
	#registry;
	#types;
	constructor(registry, types) {
		this.#registry = registry;
		this.#types = types;
	}
	/** The type's definition is empty where nothing is written, because GraphQL has no type without fields. */
	run() {
		const fields = /* @__PURE__ */ new Map();
		for (const route of this.#registry.routes.filter(isWritten)) {
			const name = fields.has(route.id) ? qualifiedField(route) : route.id;
			fields.set(name, this.#field(route, name));
		}
		const lines = [...fields.values()].map(([line]) => line);
		return {
			sdl: lines.length === 0 ? "" : `type Mutation {\n${lines.join("\n")}\n}`,
			writes: [...fields.values()].map(([, write]) => write)
		};
	}
	#field(route, name) {
		const taken = new Set(route.pattern.params);
		const isFree = (argument) => isGraphqlName(argument) && !taken.has(argument);
		const body = this.#body(route, isFree);
		if (body !== void 0) taken.add(body.argument);
		const search = queryParameters(route).filter((parameter) => isFree(parameter.name));
		for (const parameter of search) taken.add(parameter.name);
		const headers = headersOf(route).filter(({ argument }) => isFree(argument));
		const { type, resource } = this.#result(route, name);
		return [fieldLine(route, name, [
			...pathArguments(route),
			...body === void 0 ? [] : [`${body.argument}: ${body.type}`],
			...search.map((parameter) => `${parameter.name}: ${parameter.type}`),
			...headers.map(({ argument, type: text }) => `${argument}: ${text}`)
		], type), {
			field: name,
			ref: route.ref,
			headers: Object.fromEntries(headers.map((header) => [header.name, header.argument])),
			search: search.map((parameter) => parameter.name),
			body,
			resource
		}];
	}
	/** A merge patch where there is one, because GraphQL distinguishes null from an absent field. */
	#body({ id, declaration }, isFree) {
		const bodies = Object.entries(bodiesOf(declaration));
		const [mediaType, schema] = bodies.find(([type]) => type === MERGE_PATCH) ?? bodies[0] ?? [];
		if (mediaType === void 0 || schema === void 0) return void 0;
		const preferred = declaration.method === "PATCH" ? "patch" : "input";
		return {
			argument: [
				preferred,
				"body",
				"content"
			].find(isFree) ?? `${preferred}_`,
			mediaType,
			type: this.#written(id, mediaType, schema)
		};
	}
	#written(id, mediaType, schema) {
		if (mediaType === JSON_PATCH) return "JSON!";
		const converted = toInputJsonSchema(schema);
		const name = schemaName(this.#registry, schema, converted);
		if (mediaType === MERGE_PATCH) return this.#types.written(converted, name ?? nounOf(id) ?? id, "patch");
		const type = this.#types.written(converted, name ?? id, "whole");
		const fields = [...fieldsOf(converted.root, converted.definitions).values()];
		return type !== "JSON!" && fields.every(({ required }) => !required) && fields.length > 0 ? `${type.slice(0, -1)} = {}` : type;
	}
	#result(route, field) {
		const { answersAs, creates, represents, declaration } = route;
		const { returns, statuses = [] } = declaration;
		const noun = nounOf(route.id) ?? "";
		const resource = isGraphqlName(noun) && !Object.hasOwn(RESULT, noun) ? noun : "result";
		const lines = { status: lineOf("status", "Int!") };
		if (returns !== void 0) {
			const converted = toJsonSchema(returns);
			const name = schemaName(this.#registry, returns, converted) ?? `${field}Result`;
			lines[resource] = `  ${resource}: ${this.#types.of(converted, name, true)}`;
			if (answersAs !== void 0) lines["etag"] = lineOf("etag", "String");
		}
		if (creates !== void 0 || represents !== void 0 && statuses.includes(201)) lines["location"] = lineOf("location", "String");
		if (declaration.idempotency === "key") lines["replayed"] = lineOf("replayed", "Boolean!");
		const description = `Result of \`${field}\`.`;
		return {
			type: this.#types.object(`${field}Payload`, description, lines),
			resource: returns === void 0 ? void 0 : resource
		};
	}
};
function lineOf(name, type) {
	return `${describe(RESULT[name], "  ")}  ${name}: ${type}`;
}
/** `createBooking` as `booking`; undefined for an id of one word. */
function nounOf(id) {
	const noun = /^[a-z0-9]+([A-Z]\w*)$/.exec(id)?.[1];
	return noun && noun.charAt(0).toLowerCase() + noun.slice(1);
}
/** The headers that a client may send: those that the route declares, and those of conditions and repetitions. */
function headersOf({ represents, declaration }) {
	const { method, headers, preconditions, idempotency } = declaration;
	const types = /* @__PURE__ */ new Map();
	if (represents !== void 0) {
		types.set("if-match", preconditions === "required" && method !== "PUT" ? "String!" : "String");
		if (method === "PUT") types.set("if-none-match", "String");
	}
	if (idempotency === "key") types.set("idempotency-key", "String");
	for (const { name, type } of parametersOf(headers)) types.set(name, type);
	return [...types].map(([name, type]) => ({
		name,
		type,
		argument: name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
	}));
}
// plugins/graphql/derive/json-types.ts
const INT32 = 2 ** 31;
/** The GraphQL scalar that holds every value of a JSON type. */
const SCALARS = {
	string: "String",
	boolean: "Boolean",
	integer: "Float",
	number: "Float"
};
function valuesOf({ const: fixed, enum: values }) {
	return values ?? (fixed === void 0 ? [] : [fixed]);
}
function typesOf(node) {
	if (node.type !== void 0) return [node.type].flat();
	const types = valuesOf(node).map((value) => {
		if (value === null) return "null";
		return Array.isArray(value) ? "array" : typeof value;
	});
	return [...new Set(types)];
}
function isObject({ type, properties, allOf }) {
	return (type ?? "object") === "object" && (properties !== void 0 || allOf !== void 0);
}
function isInt32(node) {
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
	const listed = valuesOf(node);
	const fits = (value) => typeof value === "number" && value >= -INT32 && value < INT32;
	if (listed.length > 0) return listed.every(fits);
	const low = minimum ?? (exclusiveMinimum === void 0 ? void 0 : exclusiveMinimum + 1);
	const high = maximum ?? (exclusiveMaximum === void 0 ? void 0 : exclusiveMaximum - 1);
	return fits(low) && fits(high);
}
// plugins/graphql/derive/inputs.ts
/** Which members of a request's body are fields of an input type. */
/** Members that policies add to answers. Writes ignore them. */
const ADDED = /* @__PURE__ */ new Set(["_links", "_meta"]);
/** Returns undefined when an input type cannot have all members: none is named, others are allowed, or two names are one. */
function writableFields(node, definitions) {
	const flat = flatten(node, { $defs: definitions });
	if ((flat.additionalProperties ?? false) !== false) return void 0;
	const fields = [...fieldsOf(flat, definitions)].filter(([source, { schemas, required }]) => !ADDED.has(source) && (required || !schemas.every(({ readOnly }) => readOnly === true)));
	const names = new Set(fields.map(([source]) => toFieldName(source)));
	return names.size === 0 || names.size < fields.length ? void 0 : fields;
}
// plugins/graphql/derive/types.ts
/** JSON Schemas as GraphQL types. A schema that GraphQL cannot express becomes the scalar `JSON`. */
/** Types that the schema has anyway. */
const RESERVED = [
	"Query",
	"Mutation",
	"Subscription",
	"JSON",
	"Int",
	"Float",
	"String",
	"Boolean",
	"ID"
];
var GraphqlTypes = class {
	#objects = /* @__PURE__ */ new Map();
	/** Enums and inputs, as SDL by name. */
	#others = /* @__PURE__ */ new Map();
	/** The schema behind each name, to distinguish two types of one name. */
	#sources = new Map(RESERVED.map((name) => [name, ""]));
	renamed = [];
	/** The same for input types, which nothing resolves. */
	renamedInputs = [];
	/** Input types whose fields are not complete: one of them within itself cannot be required. */
	#open = /* @__PURE__ */ new Set();
	/** The type of a schema, `!` included. `name` is for an object or enum that has no name of its own. */
	of({ root, definitions }, name, optional = false) {
		return spell(this.#type(root, {
			definitions,
			name: toTypeName(name)
		}), optional);
	}
	/** The type in which a client writes a schema, with `!` unless all of it is optional. */
	written({ root, definitions }, name, form) {
		const stem = toTypeName(name).replace(/(?<=.)(?:Input|Patch)$/, "");
		return spell(this.#type(root, {
			definitions,
			name: stem,
			form
		}), false);
	}
	/** An object type of the service's own, with these fields. Returns its name. */
	object(name, description, lines) {
		const final = this.#claim(toTypeName(name), JSON.stringify(lines));
		this.#objects.set(final, {
			description,
			fields: new Map(Object.entries(lines))
		});
		return final;
	}
	/** Adds a field to an object type, unless it has one of this name. Returns whether it did. */
	addField(type, name, line) {
		const fields = this.#objects.get(type)?.fields;
		if (fields === void 0 || fields.has(name)) return false;
		fields.set(name, line);
		return true;
	}
	/** Fields of an object type, as they are in JSON. */
	hasField(type, source) {
		return this.renamed.some((one) => one.type === type && one.source === source) || this.#objects.get(type)?.fields.has(source) === true;
	}
	/** An input type with these fields; equal ones are shared. Returns its name. */
	input(name, fields) {
		const body = `{\n${Object.entries(fields).map(([field, type]) => `  ${field}: ${type}`).join("\n")}\n}`;
		const final = this.#claim(toTypeName(name), `input ${body}`);
		this.#others.set(final, `input ${final} ${body}`);
		return final;
	}
	/** All types in order of first use, as SDL. */
	toSdl() {
		return [...[...this.#objects].map(([name, { description, fields }]) => `${describe(description)}type ${name} {\n${[...fields.values()].join("\n")}\n}`), ...this.#others.values()].join("\n\n");
	}
	#type(node, place) {
		const named = node.$ref?.replace(/^#\/\$defs\//, "");
		const target = named === void 0 ? node : place.definitions[named] ?? {};
		const flat = flatten(target, { $defs: place.definitions });
		const here = {
			...place,
			name: named === void 0 ? place.name : toTypeName(named)
		};
		const branches = flat.anyOf ?? flat.oneOf;
		if (branches !== void 0 && flat.type === void 0 && flat.properties === void 0) return this.#union(flat, branches, here);
		const types = typesOf(flat);
		const nullable = types.includes("null");
		const [only, ...others] = types.filter((type) => type !== "null");
		if (others.length > 0) return {
			text: "JSON",
			nullable
		};
		if (types.length === 0 && !isObject(flat)) return {
			text: "JSON",
			nullable: true
		};
		return {
			text: this.#single(only, flat, here),
			nullable
		};
	}
	#single(type, node, place) {
		if (type === "string") return this.#string(node, place);
		if (type === "array") return this.#array(node, place);
		if (type === "integer" && isInt32(node)) return "Int";
		return SCALARS[type ?? ""] ?? this.#object(node, place);
	}
	#string({ enum: values, description }, { name }) {
		if (values === void 0 || !values.every(isEnumValue)) return "String";
		const body = `{\n${values.map((value) => `  ${value}`).join("\n")}\n}`;
		const final = this.#claim(name, `enum ${body}`);
		if (!this.#others.has(final)) this.#others.set(final, `${describe(description)}enum ${final} ${body}`);
		return final;
	}
	#array({ items, prefixItems }, place) {
		if (prefixItems !== void 0 || typeof items !== "object") return "[JSON]";
		const form = place.form && "whole";
		return `[${spell(this.#type(items, {
			...place,
			form
		}), false)}]`;
	}
	/** Null aside, scalars of one type are that type, and objects are one object with the fields of all. */
	#union(node, branches, place) {
		const isNull = (branch) => branch.type === "null";
		const nullable = branches.some(isNull);
		const values = branches.filter((branch) => !isNull(branch));
		const [only, ...others] = values;
		if (only !== void 0 && others.length === 0) {
			const type = this.#type(only, place);
			return {
				text: type.text,
				nullable: nullable || type.nullable
			};
		}
		const flat = values.map((branch) => flatten(branch, { $defs: place.definitions }));
		if (flat.every(isObject)) return {
			text: this.#object(node, place),
			nullable
		};
		const [scalar, ...rest] = new Set(flat.map(typesOf).map(([type = "", ...more]) => more.length > 0 ? "" : SCALARS[type]));
		return {
			text: rest.length > 0 ? "JSON" : scalar || "JSON",
			nullable
		};
	}
	#object(node, place) {
		if (place.form !== void 0) return this.#inputObject(node, place, place.form);
		const { definitions, name } = place;
		const fields = [...fieldsOf(node, definitions)].filter(([field]) => field !== "_links");
		if (fields.length === 0) return "JSON";
		const final = this.#claim(name, JSON.stringify(node));
		if (this.#objects.has(final)) return final;
		const lines = /* @__PURE__ */ new Map();
		this.#objects.set(final, {
			description: node.description,
			fields: lines
		});
		for (const [source, field] of fields) {
			const fieldName = toFieldName(source);
			if (lines.has(fieldName)) continue;
			const { text, description } = this.#field(source, field, {
				definitions,
				name: final
			});
			lines.set(fieldName, `${describe(description, "  ")}  ${fieldName}: ${text}`);
			if (fieldName !== source) this.renamed.push({
				type: final,
				field: fieldName,
				source
			});
		}
		return final;
	}
	#inputObject(node, { definitions, name }, form) {
		const fields = writableFields(node, definitions);
		if (fields === void 0) return "JSON";
		const final = this.#claim(`${name}${form === "patch" ? "Patch" : "Input"}`, `${form} ${JSON.stringify(node)}`);
		if (this.#others.has(final) || this.#open.has(final)) return final;
		this.#open.add(final);
		const lines = fields.map(([source, field]) => {
			const fieldName = toFieldName(source);
			if (fieldName !== source) this.renamedInputs.push({
				type: final,
				field: fieldName,
				source
			});
			const required = field.required && form === "whole";
			const { text, description } = this.#field(source, {
				...field,
				required
			}, {
				definitions,
				name,
				form
			});
			const optional = this.#open.has(text.slice(0, -1)) ? text.slice(0, -1) : text;
			return `${describe(description, "  ")}  ${fieldName}: ${optional}`;
		});
		this.#open.delete(final);
		this.#others.set(final, `${describe(node.description)}input ${final} {\n${lines.join("\n")}\n}`);
		return final;
	}
	#field(source, { schemas, required }, { definitions, name, form }) {
		const [only, ...others] = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
		const { description, ...alone } = only ?? {};
		const schema = others.length === 0 ? alone : { anyOf: schemas };
		return {
			text: spell(this.#type(schema, {
				definitions,
				name: `${name}${toTypeName(source)}`,
				form
			}), !required),
			description
		};
	}
	/** The name for a type: its own, unless another type has it. */
	#claim(name, source) {
		let final = name;
		const taken = () => this.#sources.has(final) && this.#sources.get(final) !== source;
		for (let count = 2; taken(); count++) final = `${name}${count}`;
		this.#sources.set(final, source);
		return final;
	}
};
function spell({ text, nullable }, optional) {
	return nullable || optional ? text : `${text}!`;
}
// plugins/graphql/derive/model.ts
/**
* The GraphQL schema of a registry: every list and every resource with a published type is a field of the query, every
* write one of the mutation.
*/
/** Derives the model of the routes that are on. Equal registries have equal models. */
function graphqlModel(registry) {
	return new Derivation(registry).run();
}
var Derivation = class {
	#registry;
	#types = new GraphqlTypes();
	#query = new Map(Object.entries(FACTS).map(([name, text]) => [name, `${describe(text, "  ")}  ${name}: String!`]));
	#reads = [];
	constructor(registry) {
		this.#registry = registry;
	}
	run() {
		const related = [];
		const names = rootFields(this.#registry.routes);
		for (const route of this.#registry.routes.filter((one) => isRead(one) && !isFact(one))) {
			const type = this.#typeOf(route);
			const name = names.get(route);
			if (name !== void 0) this.#addRoot(route, name, type);
			related.push(() => this.#addRelations(route, bare(type)));
		}
		for (const add of related) add();
		const { sdl: mutation, writes } = new Mutations(this.#registry, this.#types).run();
		const query = `type Query {\n${[...this.#query.values()].join("\n")}\n}`;
		const types = this.#types.toSdl();
		return {
			sdl: [
				query,
				mutation,
				types,
				.../^ {2}\w.*: \[*JSON\b/m.test([
					query,
					mutation,
					types
				].join("\n")) ? [`${describe("Any JSON value.")}scalar JSON`] : []
			].filter((part) => part !== "").join("\n\n"),
			reads: this.#reads,
			writes,
			renamed: this.#types.renamed,
			renamedInputs: this.#types.renamedInputs
		};
	}
	/** The type that a route's field has. Reading may fail, so it is never required. */
	#typeOf({ declaration: { list, returns }, schema = "" }) {
		if (list === void 0) return this.#named(returns, schema);
		return `[${this.#named(list.of, `${list.name}Item`)}!]`;
	}
	#named(schema, fallback) {
		if (schema === void 0) return "JSON";
		const converted = toJsonSchema(schema);
		const name = schemaName(this.#registry, schema, converted) ?? fallback;
		return this.#types.of(converted, name, true);
	}
	#addRoot(route, preferred, type) {
		const name = this.#query.has(preferred) ? qualifiedField(route) : preferred;
		const args = [...pathArguments(route), ...this.#queryArguments(route, bare(type))];
		this.#query.set(name, fieldLine(route, name, args, type));
		const bindings = Object.fromEntries(route.pattern.params.map((param) => [param, param]));
		this.#addRead(route, "Query", name, bindings);
	}
	/** Relations that lead from one object to what belongs to it; the others are fields of the query already. */
	#addRelations(route, type) {
		const { list, relations = {} } = route.declaration;
		const { item: _, ...ofItems } = list?.relations ?? {};
		for (const [field, relation] of Object.entries(list ? ofItems : relations)) {
			const { target, bindings = {} } = relatedRoute(this.#registry, route.plugin, relation) ?? {};
			if (target === void 0 || !isRead(target) || !isGraphqlName(field)) continue;
			const sources = Object.values(bindings);
			if (sources.length === 0 || !sources.every((source) => this.#types.hasField(type, source))) continue;
			const targetType = this.#typeOf(target);
			const args = this.#queryArguments(target, bare(targetType)).filter((line) => !line.startsWith("cursor:"));
			if (this.#types.addField(type, field, fieldLine(target, field, args, targetType))) this.#addRead(target, type, field, bindings);
		}
	}
	#addRead({ ref, kind }, type, field, bindings) {
		this.#reads.push({
			type,
			field,
			ref,
			list: kind === "list",
			bindings
		});
	}
	/** Query parameters as the list engine, or the route itself, describes them. Fields are chosen by the query. */
	#queryArguments(route, type) {
		const ofList = route.engine?.parameters ?? [];
		const taken = new Set(route.pattern.params);
		return [...ofList.map(({ name, schema, style }) => ({
			name,
			type: style === "deepObject" ? this.#filter(schema, type) : scalarOf(schema)
		})), ...queryParameters(route)].filter(({ name }) => name !== "fields" && isGraphqlName(name) && !taken.has(name)).map(({ name, type: text }) => `${name}: ${text}`);
	}
	/** Conditions by field and operator. A field without a valid GraphQL name cannot be filtered by. */
	#filter({ properties = {} }, type) {
		const fields = Object.entries(properties).filter(([name]) => isGraphqlName(name));
		return this.#types.input(`${type}Filter`, Object.fromEntries(fields.map(([name, schema]) => [name, this.#conditions(schema)])));
	}
	#conditions({ anyOf = [] }) {
		const operators = anyOf.flatMap(({ properties = {} }) => Object.entries(properties));
		const [base = "String"] = operators.map(([, schema]) => scalarOf(schema));
		const inputs = operators.map(([name]) => [name, name === "in" ? `[${base}!]` : base]);
		return this.#types.input(`${base}Filter`, Object.fromEntries(inputs));
	}
};
/** `[OfficeWithHito!]` as `OfficeWithHito`. */
function bare(type) {
	return type.replace(/[[\]!]/g, "");
}
export { rootFields as a, isWritten as i, isFact as n, isRead as r, graphqlModel as t };

//# sourceMappingURL=model.js.map