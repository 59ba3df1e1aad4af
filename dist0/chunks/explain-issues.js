import { a as show, n as didYouMean } from "./finding.js";
import { _ as SchemaError, p as toInputJsonSchema } from "./route-keys.js";
// kernel/define/service.ts
/**
* Makes the token of a service: its name and its type.
*
* @param id unique name, such as `store`.
* @param options `version` reads the version of the data behind an instance; `track` does so for the data that one plugin
* reaches. Lists whose plugin needs only services with a version are finished once per version and query. `metrics` lists
* what an instance measures.
*/
function service(id, options = {}) {
	return {
		id,
		...options
	};
}
/** Returns the token of the same service for a plugin that can do without it: `undefined` when no plugin provides it. */
function optional(token) {
	return {
		...token,
		optional: true
	};
}
// registry/contract/bytes.ts
/** Returns the media types of a route of bytes, the default first. */
function bytesTypesOf({ bytes = [] }) {
	const types = typeof bytes === "object" && "mediaTypes" in bytes ? bytes.mediaTypes : bytes;
	return typeof types === "string" ? [types] : types;
}
/** Whether the body is sent while it is made, so that nothing about it is known before: events, and streamed bytes. */
function isStreamed({ stream, bytes }) {
	return stream !== void 0 || typeof bytes === "object" && "streamed" in bytes;
}
// registry/contract/describe-schema.ts
/** Reads a JSON Schema for messages: which schema a value of the config has, and how to describe it in words. */
/** Describes the input of a schema. Throws a SchemaError when JSON Schema cannot express it. */
function toNode(schema) {
	const { root, definitions } = toInputJsonSchema(schema);
	return {
		node: root,
		definitions
	};
}
/** Describes the input of a schema; undefined when JSON Schema cannot express it, which is a finding elsewhere. */
function toNodeIfPossible(schema) {
	try {
		return toNode(schema);
	} catch (error) {
		if (error instanceof SchemaError) return void 0;
		throw error;
	}
}
/** The names that an object schema lists; references followed. */
function keysOf(schema) {
	return schema === void 0 ? [] : Object.keys(resolve(schema).node.properties ?? {});
}
/** The schema of a property or an item, references followed; undefined where the schema does not say. */
function propertyOf(parent, key) {
	if (parent === void 0) return void 0;
	const { node, definitions } = resolve(parent);
	const properties = node.properties ?? {};
	const named = Object.hasOwn(properties, key) ? properties[String(key)] : void 0;
	const rest = node.items ?? node.additionalProperties;
	const property = named ?? (typeof rest === "object" ? rest : void 0);
	if (property !== void 0) return resolve({
		node: property,
		definitions
	});
	for (const member of unionMembers({
		node,
		definitions
	})) {
		const inMember = propertyOf(member, key);
		if (inMember !== void 0) return inMember;
	}
}
/** The schema at a path into a value. */
function nodeAt(root, path) {
	return path.reduce(propertyOf, root);
}
/** The alternatives of a union, references followed; empty for any other schema. */
function unionMembers({ node, definitions }) {
	return (node.anyOf ?? node.oneOf ?? []).map((member) => resolve({
		node: member,
		definitions
	}));
}
/** A hint: `write a whole number, at least 1; default 600 (Requests per window.)` */
function describeExpected(schema, key) {
	if (schema === void 0) return "remove the value, or write one that fits";
	const { node } = schema;
	const { default: preset, examples = [] } = holdsSecret(schema) ? {} : node;
	const fallback = preset === void 0 ? "" : `; default ${show(preset)}`;
	const [example] = examples;
	const shown = example === void 0 ? "" : `, for example ${key}: ${show(example)}`;
	const about = node.description === void 0 ? "" : ` (${node.description})`;
	return `write ${describe(schema)}${shown}${fallback}${about}`;
}
function describe(schema) {
	const { node } = schema;
	const members = unionMembers(schema);
	if (members.length > 0) return [...new Set(members.map(describe))].join(" or ");
	if (node.const !== void 0) return show(node.const);
	if (node.enum !== void 0) return ALTERNATIVES.format(node.enum.map(show));
	const types = node.type === void 0 ? [] : [node.type].flat();
	const bounds = [
		...node.minimum === void 0 ? [] : [`at least ${node.minimum}`],
		...node.exclusiveMinimum === void 0 ? [] : [`more than ${node.exclusiveMinimum}`],
		...node.maximum === void 0 ? [] : [`at most ${node.maximum}`],
		...node.minItems === void 0 ? [] : [`with ${node.minItems} or more entries`],
		...node.pattern === void 0 ? [] : [`that matches ${node.pattern}`],
		...node.format === void 0 ? [] : [`in the form ${node.format}`]
	];
	return [types.length === 0 ? "a value that fits" : ALTERNATIVES.format(types.map((type) => NOUNS[type])), ...bounds].join(", ");
}
/** Types in words: those of JSON Schema. */
const NOUNS = {
	null: "null",
	boolean: "true or false",
	integer: "a whole number",
	number: "a number",
	string: "a string",
	array: "an array",
	object: "an object"
};
/** British English puts no comma before the last "or". */
const ALTERNATIVES = new Intl.ListFormat("en-GB", { type: "disjunction" });
/** Values that no message may show: the schema says `writeOnly` or the format `password`. */
function isSecret(schema) {
	return schema?.node.writeOnly === true || schema?.node.format === "password";
}
/** Whether a value of the schema may hold a secret at any depth. */
function holdsSecret({ node, definitions }) {
	const text = JSON.stringify(node);
	return MARK.test(text) || text.includes("\"$ref\"") && MARK.test(JSON.stringify(definitions));
}
/** The texts of what `isSecret` looks for. */
const MARK = /"writeOnly":true|"format":"password"/;
/** The same with references followed. */
function resolve({ node, definitions }) {
	let current = node;
	while (current.$ref !== void 0) {
		const { $ref, ...others } = current;
		current = {
			...definitions[$ref.slice(8)],
			...others
		};
	}
	return {
		node: current,
		definitions
	};
}
// registry/contract/read-issues.ts
/** Returns the problems, one for each place: zod reports unknown keys together, and bounds of values of a wrong type. */
function readIssues(issues) {
	const problems = issues.flatMap(readIssue);
	const ofWrongType = new Set(problems.flatMap((problem) => problem.kind === "type" ? [placeOf(problem)] : []));
	return problems.filter((problem) => problem.kind === "type" || !ofWrongType.has(placeOf(problem)));
}
function placeOf({ path }) {
	return JSON.stringify(path.map(String));
}
function readIssue(issue) {
	const path = (issue.path ?? []).map((part) => typeof part === "object" ? part.key : part);
	if (!isOfZod(issue) || !WORDS_OF_ZOD.test(issue.message)) return {
		path,
		message: issue.message,
		kind: "own"
	};
	if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({
		path: [...path, key],
		message: `there is no key ${JSON.stringify(key)} here`,
		kind: "unknown key"
	}));
	const expected = expectedBy(issue);
	return {
		path,
		message: expected === void 0 ? lowered(issue.message) : `expected ${expected}`,
		kind: issue.code === "invalid_type" ? "type" : "value"
	};
}
/** A type by zod's name for it. */
const TYPES = {
	...NOUNS,
	record: NOUNS.object,
	int: NOUNS.integer
};
/** Formats of texts by zod's name for them. */
const FORMATS = {
	date: "a date such as 2026-01-31",
	datetime: "a date and time such as 2026-01-31T09:30:00Z",
	time: "a time such as 09:30:00",
	email: "an e-mail address",
	url: "a URL",
	uuid: "a UUID",
	ipv4: "an IPv4 address",
	ipv6: "an IPv6 address"
};
/** Undefined for what only zod's own text says. */
function expectedBy(issue) {
	switch (issue.code) {
		case "invalid_type": return TYPES[issue.expected];
		case "invalid_value": return oneOf(issue.values.map((value) => JSON.stringify(value) ?? String(value)));
		case "too_small": return bound(issue.origin, issue.minimum, issue.exact, issue.inclusive ? "at least" : "more than");
		case "too_big": return bound(issue.origin, issue.maximum, issue.exact, issue.inclusive ? "at most" : "less than");
		case "not_multiple_of": return `a multiple of ${issue.divisor}`;
		case "invalid_format": return FORMATS[issue.format];
		default: return;
	}
}
/** Units of bounds by the type that has them; numbers have none. */
const UNITS = {
	string: [" character", " characters"],
	array: [" item", " items"]
};
function bound(origin, value, isExact, word) {
	const [one, many] = UNITS[origin] ?? ["", ""];
	return `${isExact === true ? "exactly" : word} ${value}${Number(value) === 1 ? one : many}`;
}
function oneOf(values) {
	return values.length === 1 ? values.join() : `one of ${values.join(", ")}`;
}
/** The beginnings of zod's own texts, in English. Texts that the author of a schema chose stay as they are. */
const WORDS_OF_ZOD = /^(?:Invalid|Too small|Too big|Unrecognized) ?/;
/** Issues of other libraries may have a `code` too; their codes are others. */
function isOfZod(issue) {
	return "code" in issue && typeof issue.code === "string";
}
function lowered(text) {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
// registry/contract/secrets.ts
/** Printed in place of a secret. */
const HIDDEN = "(not shown)";
/**
* Returns the value with each secret in it replaced, at any depth. A part that the schema does not describe is hidden
* too where its surroundings hold a secret: it may be that secret under a misspelt key or in another form.
*/
function withoutSecrets(value, schema) {
	return schema === void 0 ? value : hide(value, composed(schema));
}
function hide(value, schemas) {
	if (schemas.some(isSecret)) return HIDDEN;
	if (!schemas.some(holdsSecret)) return value;
	if (Array.isArray(value)) return value.map((item, index) => hideMember(item, schemas, ({ prefixItems, items }) => prefixItems?.[index] ?? items));
	if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hideMember(member, schemas, ({ properties = {}, additionalProperties }) => Object.hasOwn(properties, key) ? properties[key] : additionalProperties)]));
	return schemas.some(({ node }) => isScalar(node)) ? value : HIDDEN;
}
function hideMember(member, parents, pick) {
	const schemas = parents.flatMap(({ node: parent, definitions }) => {
		const node = pick(parent);
		return typeof node === "object" ? composed({
			node,
			definitions
		}) : [];
	});
	return schemas.length === 0 ? HIDDEN : hide(member, schemas);
}
/** The schema with all that it is composed of, references followed. */
function composed(schema) {
	const { node, definitions } = resolve(schema);
	const parts = (node.allOf ?? []).map((part) => ({
		node: part,
		definitions
	}));
	const members = [...unionMembers({
		node,
		definitions
	}), ...parts];
	return [{
		node,
		definitions
	}, ...members.flatMap(composed)];
}
/** Whether the schema names a value without members. */
function isScalar({ type, const: only, enum: choices }) {
	const types = [type ?? []].flat();
	return only !== void 0 || choices !== void 0 || types.some((name) => name !== "object" && name !== "array");
}
// registry/contract/explain-issues.ts
/** Why a value does not fit its schema, in the words of findings. */
/**
* Explains each issue. Unknown keys come first: a misspelt key is often the reason why another one is missing.
*
* @param schema undefined where the schema cannot be described.
* @param name the value's own name, for issues about the whole of it.
*/
function explainIssues(issues, input, schema, name) {
	const visible = withoutSecrets(input, schema);
	return readIssues(issues).toSorted((a, b) => rank(b) - rank(a)).map((problem) => {
		const { path, kind } = problem;
		const key = String(path.at(-1) ?? name);
		if (kind === "unknown key") return {
			...problem,
			hint: didYouMean(key, keysOf(nodeAt(schema, path.slice(0, -1))))
		};
		const received = showReceived(valueAt(visible, path));
		return {
			...problem,
			message: `${problem.message}; received ${received}`,
			hint: describeExpected(nodeAt(schema, path), key)
		};
	});
}
function rank({ kind }) {
	return Number(kind === "unknown key");
}
function showReceived(value) {
	if (value === void 0) return "nothing";
	return value === "(not shown)" ? "a value that is not shown" : show(value);
}
/** The value at a path into another; undefined where the path leads nowhere. */
function valueAt(value, path) {
	return path.reduce((parent, key) => typeof parent === "object" && parent !== null ? Reflect.get(parent, key) : void 0, value);
}
export { service as _, readIssues as a, keysOf as c, toNode as d, toNodeIfPossible as f, optional as g, isStreamed as h, withoutSecrets as i, nodeAt as l, bytesTypesOf as m, valueAt as n, NOUNS as o, unionMembers as p, HIDDEN as r, holdsSecret as s, explainIssues as t, propertyOf as u };

//# sourceMappingURL=explain-issues.js.map