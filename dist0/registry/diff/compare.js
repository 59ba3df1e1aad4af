import { t as RULES } from "../../chunks/rules.js";
import { S as isRecord, T as typeOfValue, n as BODY_MEDIA_TYPE } from "../../chunks/route-keys.js";
import { r as messageOf } from "../../chunks/finding.js";
import { n as UnreadableDocument } from "../../chunks/read.js";
import { o as parsePath, s as shapeOf } from "../../chunks/path.js";
import { isDeepStrictEqual } from "node:util";
// registry/diff/change.ts
/** Collects the changes at one place. */
var Report = class Report {
	before;
	after;
	changes;
	#where;
	constructor({ before, after }, where = "", changes = []) {
		this.before = before;
		this.after = after;
		this.changes = changes;
		this.#where = where;
	}
	/** Returns a report about another place that collects into the same list. */
	at(where) {
		return new Report(this, where, this.changes);
	}
	/** `kind` defaults to the rule's. */
	add(rule, message, kind = RULES[rule].kind) {
		const { severity } = RULES[rule];
		this.changes.push({
			kind,
			severity,
			where: this.#where,
			message,
			rule
		});
	}
	/** Adds a value that differs: "it now leads to `/b` (was `/a`)". */
	compareValues(rule, text, before, after) {
		if (before !== after) this.add(rule, `${text} ${listed([after])} (was ${listed([before])})`);
	}
	/** Compares lists of plain values. */
	compareLists(rules, before, after, label) {
		for (const entry of without(after, before)) this.add(`${rules}-added`, `${label(entry)} is new`);
		for (const entry of without(before, after)) this.add(`${rules}-removed`, `${label(entry)} is gone`);
	}
	/** Compares records; `compare` handles the entries that are in both. */
	compareRecords(rules, before, after, name, compare = () => void 0) {
		for (const [key, old, current] of pairs(before, after)) {
			const [report, label] = name(key);
			if (old === void 0) report.add(`${rules}-added`, `${label} is new`);
			else if (current === void 0) report.add(`${rules}-removed`, `${label} is gone`);
			else compare(old, current, report, key);
		}
	}
};
/** Entries of two records by key, each present before, after, or both. */
function pairs(before, after) {
	const entry = (record, key) => Object.hasOwn(record, key) ? record[key] : void 0;
	return [.../* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => [
		key,
		entry(before, key),
		entry(after, key)
	]);
}
/** Returns the entries that only the first list has. */
function without(list, other) {
	return list.filter((entry) => !other.includes(entry));
}
/** Values as messages show them: `` `a`, `b` ``. */
function listed(values) {
	return values.map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``).join(", ");
}
// registry/diff/access.ts
/** Adds one change for all that is required beyond before, and one for all that no longer is. */
function compareAccess(report, before, after) {
	const raised = beyond(before, after);
	const lowered = beyond(after, before);
	if (raised !== void 0) report.add("access-raised", `it now requires ${raised}`);
	if (lowered !== void 0) report.add("access-lowered", `it no longer requires ${lowered}`);
}
/** Returns what one level asks for and the other does not, as text. */
function beyond(level, other) {
	if (other === void 0) return void 0;
	const scopes = without(other, level ?? []);
	const noun = scopes.length === 1 ? "the scope" : "the scopes";
	const named = scopes.length === 0 ? [] : [`${noun} ${listed(scopes)}`];
	const parts = [...level === void 0 ? ["authentication"] : [], ...named];
	return parts.length === 0 ? void 0 : parts.join(" and ");
}
/** Compares who receives events that both documents have. */
function compareAudiences(report) {
	const { before, after } = report;
	for (const [name, old, current] of pairs(before.audiences ?? {}, after.audiences ?? {})) if (hasEvent(before, name) && hasEvent(after, name)) compareAccess(report.at(`event ${name}`), old, current);
}
function hasEvent({ routes }, name) {
	return routes.some(({ events }) => Object.hasOwn(events, name));
}
function compareIdentifiers(report) {
	const [before = {}, after = {}] = [report.before, report.after].map(identifiersOf);
	report.compareRecords("identifier", before, after, (id) => [report.at(`authentication ${id}`), "the way to authenticate"], (old, current, at) => at.compareValues("identifier-changed", "its scheme is now", old, current));
}
/** Schemes as text, by policy. The format of a credential does not matter to those who send it. */
function identifiersOf({ policies }) {
	return Object.fromEntries(policies.flatMap(({ id, identifies }) => {
		if (identifies === void 0) return [];
		const { type = "", bearerFormat: _, ...place } = identifies.scheme;
		return [[id, [type, ...Object.values(place)].join(" ")]];
	}));
}
// registry/diff/schema-variants.ts
/** Ends schemas that refer only to themselves; no author nests this deep. */
const DEEPEST = 32;
/** Follows references; keywords beside them win. A reference to nothing matches anything. */
function resolve(schema) {
	let { node, root, name } = schema;
	for (let depth = 0; node.$ref !== void 0 && depth < DEEPEST; depth++) {
		const { $ref, ...beside } = node;
		const [, into, spelled] = /^#\/(schemas|\$defs)\/(.+)$/.exec($ref) ?? [];
		name = spelled?.replaceAll("~1", "/").replaceAll("~0", "~");
		const named = (into === "schemas" ? schema.schemas : root.$defs) ?? {};
		const target = name !== void 0 && Object.hasOwn(named, name) ? named[name ?? ""] : $ref === "#" ? root : void 0;
		if (into === "schemas") root = target ?? {};
		node = {
			...target,
			...beside
		};
	}
	const { $ref: _, ...flat } = node;
	return {
		node: flat,
		root,
		schemas: schema.schemas,
		...name === void 0 ? {} : { name }
	};
}
/** A subschema where its parent is. `true` matches anything, `false` nothing. */
function childOf(parent, child) {
	const { root, schemas } = parent;
	return {
		node: child === false ? { not: {} } : child === void 0 || child === true ? {} : child,
		root,
		schemas
	};
}
/** Keywords that describe and limit nothing (JSON Schema validation, section 9). */
const TEXTS = /* @__PURE__ */ new Set([
	"title",
	"description",
	"examples",
	"$comment",
	"$schema",
	"$id",
	"readOnly",
	"writeOnly"
]);
/** Keywords that do not limit values. */
const ANNOTATIONS = /* @__PURE__ */ new Set([
	...TEXTS,
	"default",
	"deprecated",
	"$defs"
]);
function limitsOf(node) {
	return Object.keys(node).filter((keyword) => !ANNOTATIONS.has(keyword));
}
/**
* Every way to match a schema; none for one that nothing matches. A union beside other limits, and an `allOf` of more
* than plain objects, stay in the node: they are compared member by member.
*/
function variantsOf(schema, depth = 0) {
	const at = resolve(schema);
	const node = joinObjects(at);
	if (node.not !== void 0 && Object.keys(node.not).length === 0) return [];
	const branches = node.anyOf ?? node.oneOf;
	if (branches !== void 0 && limitsOf(node).length === 1 && depth < DEEPEST) return branches.flatMap((branch) => variantsOf({
		...at,
		node: branch
	}, depth + 1));
	return typesOf(node).map((type) => ({
		...at,
		node,
		type
	}));
}
const OBJECT_PARTS = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"required"
]);
/** An `allOf` of objects without limits but their own, different properties is one object. */
function joinObjects(schema) {
	const { allOf, ...node } = schema.node;
	if (allOf === void 0 || limitsOf(node).length > 0) return schema.node;
	const members = allOf.map((member) => resolve({
		...schema,
		node: member
	}).node);
	const names = members.flatMap(({ properties = {} }) => Object.keys(properties));
	if (!members.every((member) => member.type === "object" && limitsOf(member).every((keyword) => OBJECT_PARTS.has(keyword))) || new Set(names).size < names.length) return schema.node;
	return {
		...node,
		type: "object",
		properties: Object.assign({}, ...members.map(({ properties }) => properties)),
		required: [...new Set(members.flatMap(({ required = [] }) => required))]
	};
}
const OBJECT_KEYWORDS = [
	"properties",
	"required",
	"additionalProperties",
	"patternProperties"
];
const TYPES = [
	"null",
	"boolean",
	"number",
	"string",
	"array",
	"object"
];
function typesOf(node) {
	const values = valuesOf(node);
	const types = node.type === void 0 ? void 0 : [node.type].flat();
	if (values !== void 0) {
		const listedTypes = [...new Set(values.map(typeOfValue))];
		return types === void 0 ? listedTypes : listedTypes.filter((type) => covers(types, type));
	}
	if (types !== void 0) return types;
	if (OBJECT_KEYWORDS.some((keyword) => Object.hasOwn(node, keyword))) return ["object"];
	if (node.items !== void 0) return ["array"];
	return limitsOf(node).length === 0 ? ["any"] : TYPES;
}
/** All values that match, where they are listed. */
function valuesOf({ enum: values, const: only }) {
	return values ?? (only === void 0 ? void 0 : [only]);
}
function covers(types, type) {
	return types.includes(type) || types.includes("any") || type === "integer" && types.includes("number");
}
/** Both sides by what distinguishes a variant: the values of constant fields, else the name, else the position. */
function byKey(before, after) {
	const [old, current] = [pooled(before), pooled(after)];
	const single = old.length === 1 && current.length === 1;
	const keyed = (variants) => {
		const all = /* @__PURE__ */ new Map();
		variants.forEach((variant, index) => {
			const key = single ? "" : keyOf(variant, index);
			all.set(all.has(key) ? `${key} ${index + 1}` : key, variant);
		});
		return all;
	};
	return [keyed(old), keyed(current)];
}
/** Variants that only list values are one that lists them all. */
function pooled(variants) {
	const [first] = variants;
	const onlyValues = variants.every(({ node }) => {
		return Object.keys(node).filter((keyword) => !TEXTS.has(keyword) && keyword !== "type").length === 1 && valuesOf(node) !== void 0;
	});
	if (first === void 0 || variants.length === 1 || !onlyValues) return variants;
	const { const: _, ...node } = first.node;
	return [{
		...first,
		node: {
			...node,
			enum: variants.flatMap((one) => valuesOf(one.node) ?? [])
		}
	}];
}
/** `kind=circle`. */
function keyOf({ name, node, type }, index) {
	const constants = Object.entries(node.properties ?? {}).flatMap(([key, schema]) => schema.const === void 0 ? [] : [`${key}=${String(schema.const)}`]).toSorted();
	return constants.length > 0 ? constants.join(" ") : name ?? `${type} ${index + 1}`;
}
// registry/diff/schema-keywords.ts
/** Compares the keywords that limit values of one type. */
/** How much each keyword rules out: the higher the number, the fewer values match. */
const STRICTNESS = {
	minLength: ({ minLength = 0 }) => minLength,
	maxLength: ({ maxLength = Infinity }) => -maxLength,
	minItems: ({ minItems = 0 }) => minItems,
	maxItems: ({ maxItems = Infinity }) => -maxItems,
	minProperties: ({ minProperties = 0 }) => minProperties,
	maxProperties: ({ maxProperties = Infinity }) => -maxProperties,
	uniqueItems: ({ uniqueItems = false }) => Number(uniqueItems),
	minimum: ({ minimum = -Infinity, exclusiveMinimum = -Infinity }, type) => Math.max(least(minimum, type), leastAbove(exclusiveMinimum, type)),
	maximum: ({ maximum = Infinity, exclusiveMaximum = Infinity }, type) => Math.max(least(-maximum, type), leastAbove(-exclusiveMaximum, type))
};
/** The smallest number of the type that is not below `bound`. */
function least(bound, type) {
	return type === "integer" ? Math.ceil(bound) : bound;
}
function leastAbove(bound, type) {
	if (!Number.isFinite(bound)) return bound;
	if (type === "integer") return Math.floor(bound) + 1;
	return bound + Math.max(Number.MIN_VALUE, Math.abs(bound) * Number.EPSILON);
}
/** The rules of keywords whose values have no order. */
const RULES_OF = {
	format: (before, after, direction) => {
		if (direction === "input") return after === void 0 ? "input-format-dropped" : "input-format-changed";
		return before === void 0 ? "output-format-added" : "output-format-changed";
	},
	pattern: (before, after, direction) => {
		if (before === void 0) return `${direction}-pattern-added`;
		return after === void 0 ? `${direction}-pattern-dropped` : "pattern-changed";
	},
	multipleOf: (before, after, direction) => {
		if (isMultiple(after, before)) return `${direction}-limit-tightened`;
		return isMultiple(before, after) ? `${direction}-limit-loosened` : "schema-keyword-changed";
	}
};
/** Multiples of 10 are multiples of 5; every number is one where no step is set. */
function isMultiple(step, of) {
	return of === void 0 || Number.isInteger(Number(step) / Number(of));
}
/** Keywords that are compared elsewhere. */
const ELSEWHERE = /* @__PURE__ */ new Set([
	...TEXTS,
	"type",
	"enum",
	"const",
	"exclusiveMinimum",
	"exclusiveMaximum",
	"$defs",
	"properties",
	"required",
	"additionalProperties",
	"unevaluatedProperties",
	"items",
	"prefixItems",
	"allOf",
	"anyOf",
	"oneOf",
	"default",
	"deprecated"
]);
function compareKeywords(before, after, direction) {
	const nodes = [before.node, after.node].flatMap((node) => Object.keys(node));
	const keywords = [.../* @__PURE__ */ new Set([...Object.keys(STRICTNESS), ...nodes])];
	return [...compareValues$1(before, after, direction), ...keywords.filter((keyword) => !ELSEWHERE.has(keyword)).flatMap((keyword) => compareKeyword(keyword, before, after, direction))];
}
function compareKeyword(keyword, before, after, direction) {
	const message = `now has the ${keyword} ${shown(after, keyword)} (was ${shown(before, keyword)})`;
	const strictness = STRICTNESS[keyword];
	if (strictness !== void 0) {
		const change = strictness(after.node, after.type) - strictness(before.node, before.type);
		if (Number.isNaN(change) || change === 0) return [];
		return [{
			rule: `${direction}-limit-${change > 0 ? "tightened" : "loosened"}`,
			message
		}];
	}
	const [old, current] = [valueOf(before, keyword), valueOf(after, keyword)];
	if (isDeepStrictEqual(old, current)) return [];
	return [{
		rule: RULES_OF[keyword]?.(old, current, direction) ?? "schema-keyword-changed",
		message
	}];
}
function valueOf({ node }, keyword) {
	return Object.hasOwn(node, keyword) ? Reflect.get(node, keyword) : void 0;
}
function shown(variant, keyword) {
	const exclusive = valueOf(variant, keyword.replace(/^m(in|ax)imum$/, "exclusiveM$1imum"));
	const value = valueOf(variant, keyword);
	if (exclusive !== value && exclusive !== void 0) return `${listed([exclusive])} (exclusive)`;
	return value === void 0 ? "none" : listed([value]);
}
function compareValues$1(before, after, direction) {
	const [old, current] = [listedValues(before), listedValues(after)];
	if (old === void 0 && current === void 0) return [];
	const added = (message) => ({
		rule: `${direction}-value-added`,
		message
	});
	const removed = (message) => ({
		rule: `${direction}-value-removed`,
		message
	});
	if (old === void 0) return [removed(`is only ${listed(current ?? [])} (was any value)`)];
	if (current === void 0) return [added(`is any value (was only ${listed(old)})`)];
	const [fresh, gone] = [without(current, old), without(old, current)];
	return [...fresh.length === 0 ? [] : [added(`may also be ${listed(fresh)}`)], ...gone.length === 0 ? [] : [removed(`is no longer ${listed(gone)}`)]];
}
/** The listed values of the variant's type, objects and lists as JSON; undefined where every value matches. */
function listedValues({ node, type }) {
	const values = valuesOf(node)?.filter((value) => covers([type], typeOfValue(value)));
	if (type === "null" || type === "boolean" && values?.length === 2) return void 0;
	return values?.map((value) => typeof value === "object" && value !== null ? JSON.stringify(value) : value);
}
// registry/diff/schemas.ts
/**
* Compares two schemas in one direction. Both are taken apart into variants of one type each; those that belong together
* are compared keyword by keyword. Recursion ends because each pair of nodes is compared once.
*/
/** @param kind of part of the schema: "query parameter". @param label names the schema itself: "the query". */
function compareSchemas(report, before, after, direction, kind, label) {
	const { schemas } = report.before;
	new SchemaComparison().nodes({
		node: before,
		root: before,
		schemas
	}, {
		node: after,
		root: after,
		schemas: report.after.schemas
	}, {
		report,
		direction,
		kind,
		label,
		path: ""
	});
}
var SchemaComparison = class {
	#compared = /* @__PURE__ */ new Map();
	nodes(before, after, at) {
		const compared = this.#compared.get(before.node) ?? /* @__PURE__ */ new Set();
		if (compared.has(after.node)) return;
		this.#compared.set(before.node, compared.add(after.node));
		const [old, current] = [resolve(before), resolve(after)];
		const place = current.name === void 0 || old.name !== current.name ? at : {
			report: at.report.at(`schema ${current.name}`),
			direction: at.direction,
			kind: at.direction === "input" ? "accepted field" : "field",
			label: "the type",
			path: ""
		};
		this.#annotations(old.node, current.node, place);
		this.#types(variantsOf(old), variantsOf(current), place);
	}
	#add(rule, { report, path, kind, label }, message) {
		const subject = path === "" ? label : `the ${kind} \`${path}\``;
		report.add(rule, `${subject} ${message}`);
	}
	#directed(rule, place, message) {
		this.#add(`${place.direction}-${rule}`, place, message);
	}
	#annotations(before, after, place) {
		const texts = [...TEXTS].filter((key) => !isDeepStrictEqual(Reflect.get(before, key), Reflect.get(after, key)));
		if (texts.length > 0) this.#add("schema-text-changed", place, `has a new ${texts.join(", ")}`);
		const [was, is] = [before.deprecated === true, after.deprecated === true];
		if (!was && is) this.#add("key-deprecated", place, "is deprecated");
		if (was && !is) this.#add("key-undeprecated", place, "is no longer deprecated");
		if (place.direction === "input" && !isDeepStrictEqual(before.default, after.default)) {
			const show = (value) => value === void 0 ? "none" : listed([value]);
			const message = `now has the default ${show(after.default)} (was ${show(before.default)})`;
			this.#add("input-default-changed", place, message);
		}
	}
	#types(before, after, place) {
		const [old = [], current = []] = [before, after].map((all) => all.map(({ type }) => type));
		const removed = old.some((type) => !covers(current, type));
		const added = current.some((type) => !covers(old, type));
		if (removed || added) {
			const rule = removed && added ? "type-changed" : removed ? "type-removed" : "type-added";
			this.#directed(rule, place, `is now ${typeText(current)} (was ${typeText(old)})`);
		}
		const [olds, currents] = [before, after].map((all) => Map.groupBy(all, ({ type }) => type === "integer" ? "number" : type));
		for (const [type, variants] of olds ?? []) this.#variants(variants, currents?.get(type) ?? [], place);
	}
	/** Variants of one type. */
	#variants(before, after, place) {
		if (after.length === 0) return;
		const [old, current] = byKey(before, after);
		for (const [key, variant] of old) {
			const counterpart = current.get(key);
			if (counterpart !== void 0) this.#variant(variant, counterpart, place);
		}
		const gone = without([...old.keys()], [...current.keys()]);
		const fresh = without([...current.keys()], [...old.keys()]);
		if (gone.length > 0) this.#directed("variant-removed", place, `is no longer ${listed(gone)}`);
		if (fresh.length > 0) this.#directed("variant-added", place, `may also be ${listed(fresh)}`);
	}
	#variant(before, after, place) {
		for (const { rule, message } of compareKeywords(before, after, place.direction)) this.#add(rule, place, message);
		this.#lists(before, after, place);
		if (before.type === "array" || after.type === "array") {
			const items = {
				...place,
				path: `${place.path}[]`
			};
			this.nodes(childOf(before, before.node.items), childOf(after, after.node.items), items);
		}
		if (before.type === "object" || after.type === "object") this.#object(before, after, place);
	}
	/** Schemas in a list, compared one by one. */
	#lists(before, after, place) {
		for (const keyword of [
			"allOf",
			"anyOf",
			"oneOf",
			"prefixItems"
		]) {
			const [old = [], current = []] = [before.node[keyword], after.node[keyword]];
			const message = `has ${current.length} ${keyword} (was ${old.length})`;
			if (old.length !== current.length) this.#add("schema-keyword-changed", place, message);
			old.slice(0, current.length).forEach((schema, index) => {
				const path = keyword === "prefixItems" ? `${place.path}[${index}]` : place.path;
				this.nodes(childOf(before, schema), childOf(after, current[index]), {
					...place,
					path
				});
			});
		}
	}
	#object(before, after, place) {
		const within = (key) => place.path === "" ? key : `${place.path}.${key}`;
		for (const [key, old, current] of pairs(keysOf(before), keysOf(after))) {
			const at = {
				...place,
				path: within(key)
			};
			if (old === void 0 && current !== void 0) this.#keyAdded(before, current, at);
			else if (current === void 0) this.#directed("key-removed", at, "is gone");
			else if (old !== void 0) {
				if (!old.required && current.required) this.#directed("key-made-required", at, "is now required");
				if (old.required && !current.required) this.#directed("key-made-optional", at, "is now optional");
				this.nodes(old, current, at);
			}
		}
		const [wasOpen, open] = [isOpen(before), isOpen(after)];
		if (wasOpen && !open) this.#directed("closed", place, "has no further keys");
		if (!wasOpen && open) this.#directed("opened", place, "may have further keys");
		if (wasOpen && open) this.nodes(childOf(before, before.node.additionalProperties), childOf(after, after.node.additionalProperties), {
			...place,
			path: within("*")
		});
	}
	#keyAdded(before, key, place) {
		if (place.direction === "input") {
			if (key.required) this.#add("input-required-key-added", place, "is new and required");
			else this.#add("input-key-added", place, "is new");
		} else if (isOpen(before)) this.#add("output-key-added", place, "is new");
		else this.#add("output-key-added-to-closed", place, "is new in an object without further keys");
		const { additionalProperties: further } = before.node;
		if (typeof further === "object") this.nodes(childOf(before, further), key, place);
	}
};
function keysOf(object) {
	const { properties = {}, required = [], additionalProperties } = object.node;
	const names = /* @__PURE__ */ new Set([...Object.keys(properties), ...required]);
	return Object.fromEntries([...names].map((name) => {
		return [name, {
			...childOf(object, Object.hasOwn(properties, name) ? properties[name] : additionalProperties),
			required: required.includes(name)
		}];
	}));
}
function isOpen({ node }) {
	return node.additionalProperties !== false && node.unevaluatedProperties !== false;
}
function typeText(types) {
	return types.length === 0 ? "nothing" : [...new Set(types)].join(" or ").replace("any", "anything");
}
// registry/diff/catalog.ts
/** Compares what the whole service publishes: plugins, types, errors, flags, links of the root. */
function compareCatalog(report) {
	const { before, after } = report;
	const service = report.at("service");
	for (const [key, old, current] of pairs(before.service, after.service)) service.compareValues("service-changed", `its ${key} is now`, old, current);
	const plugins = ({ plugins: all }) => Object.fromEntries(all.map(({ id }) => [id, id]));
	report.compareRecords("plugin", plugins(before), plugins(after), (id) => [report.at(`plugin ${id}`), "the plugin"]);
	const accepted = /* @__PURE__ */ new Set([...onlyAccepted(before), ...onlyAccepted(after)]);
	report.compareRecords("schema", before.schemas, after.schemas, (name) => [report.at(`schema ${name}`), "the published type"], (old, current, at, name) => {
		if (!accepted.has(name)) compareSchemas(at, old, current, "output", "field", "the type");
	});
	const errors = ({ errors: all }) => Object.fromEntries(all.map((entry) => [entry.code, entry]));
	report.compareRecords("error", errors(before), errors(after), (code) => [report.at(`error ${code}`), "the error"], (old, current, at) => {
		if (old.status !== current.status) at.add("error-status-changed", `its status is now ${current.status} (was ${old.status})`);
		else if (!isDeepStrictEqual(old, current)) at.add("error-text-changed", "its message changed");
	});
	compareCapabilities(report);
	report.compareRecords("root-link", before.rootLinks, after.rootLinks, (name) => [report.at(`root link ${name}`), "the link"], (old, current, at) => at.compareValues("root-link-moved", "it now leads to", old, current));
}
/** Published types that only requests contain; they are compared with their operations. */
function onlyAccepted({ routes }) {
	const sent = new Set(routes.flatMap(({ returns, events }) => [returns?.$ref, ...Object.values(events).map(({ $ref }) => $ref)]));
	return routes.flatMap(({ bodyType, bodies = {} }) => [bodyType, ...Object.values(bodies).map(({ type }) => type)]).filter((name) => name !== null).filter((name) => !sent.has(`#/schemas/${name}`));
}
function compareCapabilities(report) {
	const { before, after } = report;
	for (const [flag, old, current] of pairs(before.capabilities, after.capabilities)) {
		const at = report.at(`capability ${flag}`);
		if (old === current) continue;
		if (old === void 0) at.add("capability-added", `the flag is new, and ${current}`);
		else if (current === true) at.add("capability-on", "the flag is now true");
		else if (old) at.add("capability-off", `the flag is ${current === false ? "now false" : "gone"}`);
		else at.add("capability-forgotten", "the flag, which was false, is gone");
	}
}
// registry/diff/exports.ts
/** Compares the texts that plugins export, each by the rules of its plugin. */
const RULE_BY_SEVERITY = {
	breaking: "export-breaking",
	unknown: "export-unknown",
	"non-breaking": "export-safe",
	text: "export-text-changed"
};
/** @param comparers returns the exports that are installed; called only when a text differs. */
async function compareExports(report, comparers) {
	let installed;
	for (const [name, old, text] of pairs(report.before.exports, report.after.exports)) {
		if (old === text) continue;
		const at = report.at(`export ${name}`);
		installed ??= await comparers();
		const compare = installed.find((entry) => entry.name === name)?.compare;
		if (old === void 0) at.add("export-added", "the text is new");
		else if (text === void 0) at.add("export-removed", "the text is gone");
		else if (compare === void 0) at.add("export-unknown", "the text changed");
		else {
			const differences = await compareTexts(name, () => compare(old, text));
			for (const { severity, kind, message } of differences) at.add(RULE_BY_SEVERITY[severity], message, kind);
		}
	}
}
async function compareTexts(name, compare) {
	try {
		return await compare();
	} catch (error) {
		throw new UnreadableDocument(`the export ${name} cannot be read: ${messageOf(error)}`);
	}
}
// registry/diff/headers.ts
/** Compares response headers on every outcome. */
function compareRouteHeaders(report, before, after) {
	const shapesOf = ({ responseHeaders }, { responseHeaders: others }) => ({
		type: "object",
		properties: Object.fromEntries(Object.entries(responseHeaders?.properties ?? {}).filter(([name]) => Object.hasOwn(others?.properties ?? {}, name)))
	});
	compareSchemas(report, shapesOf(before, after), shapesOf(after, before), "output", "response header", "the response headers");
	const settingOf = ({ cache, settings }, key) => key === "cache" ? cache : settings[key];
	compareHeaders(report, before.headers, after.headers, (key) => !isDeepStrictEqual(settingOf(before, key), settingOf(after, key)));
}
/** Headers of answers to requests that match no route. */
function compareUnmatched(report) {
	compareHeaders(report.at("requests without a route"), report.before.unmatched, report.after.unmatched, () => false);
}
/** Adds one change for each header and value, with the outcomes it is on. */
function compareHeaders(report, before, after, hasNewSetting) {
	/** Whether a header's value follows from a setting or statement, which is compared separately. */
	const follows = (header) => {
		const [old, current] = [report.before, report.after].map(({ policies }) => policies.find(({ writes }) => writes.includes(header)));
		if (current === void 0) return false;
		if (current.key !== null && hasNewSetting(current.key)) return true;
		return old !== void 0 && !isDeepStrictEqual(old.statement, current.statement);
	};
	const differences = pairs(before, after).flatMap(([outcome, old, current]) => old === void 0 || current === void 0 ? [] : pairs(old, current).flatMap(([header, from, to]) => {
		if (from === to) return [];
		return [{
			header,
			outcome,
			...differenceOf(header, from, to, follows)
		}];
	}));
	const groups = Map.groupBy(differences, ({ header, rule, text }) => `${header} ${rule} ${text}`);
	for (const group of groups.values()) {
		const [first] = group;
		if (first === void 0) continue;
		const on = group.length === Object.keys(after).length ? "" : ` (on ${group.map(({ outcome }) => outcome).join(", ")})`;
		report.add(first.rule, `the header ${first.header} ${first.text}${on}`);
	}
}
function differenceOf(header, before, after, follows) {
	if (before === void 0) return {
		rule: "header-added",
		text: "is new"
	};
	if (after === void 0) return {
		rule: "header-removed",
		text: "is gone"
	};
	const rule = follows(header) ? "header-follows" : "header-value-changed";
	const show = (value) => value === null ? "different on each request" : `\`${value}\``;
	return {
		rule: header === "Vary" ? "vary-changed" : rule,
		text: listDifference(before, after) ?? `is now ${show(after)} (was ${show(before)})`
	};
}
/** The difference of two lists with at least two entries each. */
function listDifference(before, after) {
	const [old = [], current = []] = [before, after].map((value) => value?.split(", "));
	if (old.length < 2 || current.length < 2) return void 0;
	const [fresh, gone] = [without(current, old), without(old, current)];
	if (fresh.length === 0 && gone.length === 0) return "has a new order";
	return [...fresh.length === 0 ? [] : [`now has ${listed(fresh)}`], ...gone.length === 0 ? [] : [`no longer has ${listed(gone)}`]].join(", and ");
}
// registry/diff/answers.ts
function compareAnswers(report, before, after) {
	if (before.kind !== after.kind) {
		if (before.kind === "alwaysFails") report.add("refusal-lifted", "the operation is no longer only announced");
		else if (before.kind === "empty") report.add("answer-body-added", `the answer, which was empty, is now \`${after.kind}\``);
		else report.compareValues("body-kind-changed", "the operation now answers with", before.kind, after.kind);
		return;
	}
	report.compareLists("status", before.statuses, after.statuses, (one) => `the status ${one}`);
	report.compareValues("redirect-changed", "it now redirects to", before.redirectsTo, after.redirectsTo);
	compareMediaTypes(report, before, after);
	compareBodies$1(report, before.returns, after.returns);
	report.compareRecords("event", before.events, after.events, (name) => [report, `the event \`${name}\``], (old, current, _report, name) => compareBodies$1(report, old, current, `event \`${name}\``));
	report.compareLists("route-error", before.errors, after.errors, (code) => `the error \`${code}\` here`);
	report.compareRecords("relation", before.relations, after.relations, (rel) => [report, `the link \`${rel}\``], (old, current, _report, rel) => report.compareValues("relation-moved", `the link \`${rel}\` now leads to`, old, current));
}
function compareMediaTypes(report, before, after) {
	report.compareLists("media-type", before.mediaTypes, after.mediaTypes, (type) => `the media type \`${type}\``);
	report.compareLists("media-type", before.errorMediaTypes, after.errorMediaTypes, (type) => `the media type of errors \`${type}\``);
	const [old, current] = [before.mediaTypes[0], after.mediaTypes[0]];
	if (old !== void 0 && current !== void 0) report.compareValues("default-media-type-changed", "the default media type is now", old, current);
}
/** Published types are compared once, with the catalog. */
function compareBodies$1(report, before, after, name = "answer") {
	if (before === null || after === null) return;
	const [old, current] = [before.$ref, after.$ref];
	if (old !== void 0 && old === current) return;
	if (old !== current) report.add("schema-replaced", `the ${name} is now ${typeName(current)} (was ${typeName(old)})`);
	compareSchemas(report, before, after, "output", `field of the ${name}`, `the ${name}`);
}
function typeName(ref) {
	return ref === void 0 ? "a type without a name" : `\`${ref.slice(ref.lastIndexOf("/") + 1)}\``;
}
// registry/diff/cache.ts
function compareCache(report, before, after) {
	if (before === null || after === null || before === after) return;
	if (after === "no-store") return report.add("cache-stopped", "caches no longer store it");
	if (before === "no-store") return report.add("cache-started", `${after.scope} caches may store it for ${after.maxAge} seconds`);
	if (before.scope !== after.scope) {
		if (after.scope === "private") report.add("cache-made-private", "shared caches no longer store it");
		else report.add("cache-made-public", "shared caches may store it");
	}
	for (const [key, text] of AGES) {
		const [old, current] = [before[key], after[key]];
		if (old === current) continue;
		const rule = current < old ? "cache-shortened" : "cache-lengthened";
		report.add(rule, `it ${text} for ${current} seconds (was ${old})`);
	}
}
const AGES = [["maxAge", "is fresh"], ["staleWhileRevalidate", "may be used while a cache fetches it again"]];
// registry/diff/requests.ts
function compareRequests(report, before, after) {
	compareSchemas(report, before.params, after.params, "input", "path parameter", "the path");
	compareSchemas(report, before.query, after.query, "input", "query parameter", "the query");
	compareRequestHeaders(report, before.requestHeaders, after.requestHeaders);
	compareBodies(report, before, after);
	compareIdempotency(report, before.idempotency, after.idempotency);
	report.compareLists("refusal", before.refusedBy, after.refusedBy, (policy) => `refusing by the policy \`${policy}\``);
}
/** A parameter that is gone is refused, but a header that is gone is only ignored. */
function compareRequestHeaders(report, before, after) {
	const { properties = {} } = before;
	const gone = without(Object.keys(properties), Object.keys(after.properties ?? {}));
	for (const name of gone) report.add("request-header-removed", `the request header \`${name}\` is no longer read`);
	const remaining = Object.entries(properties).filter(([name]) => !gone.includes(name));
	compareSchemas(report, {
		...before,
		properties: Object.fromEntries(remaining)
	}, after, "input", "request header", "the request headers");
}
function compareBodies(report, before, after) {
	const [olds, currents] = [bodiesOf(before), bodiesOf(after)];
	const [had, has] = [olds, currents].map((bodies) => Object.keys(bodies).length > 0);
	if (had === true && has === true) report.compareRecords("request-media-type", olds, currents, (type) => [report, `the media type \`${type}\` of the request body`], (old, current) => compareSchemas(report, old, current, "input", "field of the request body", "the request body"));
	else if (had === true) report.add("request-body-removed", "the request body is gone");
	else if (has === true && before.kind !== "alwaysFails") report.add("request-body-added", "a request body is required");
	if (before.preconditions === void 0 && after.preconditions !== void 0) report.add("condition-made-required", "a condition is now required, such as If-Match");
	if (before.preconditions !== void 0 && after.preconditions === void 0) report.add("condition-made-optional", "a condition such as If-Match has become optional");
	const { maxBodyBytes: old } = before;
	const { maxBodyBytes: current } = after;
	if (old === current || had !== true || has !== true) return;
	const lower = current !== null && (old === null || current < old);
	const show = (limit) => limit === null ? "of any size" : `${limit} bytes`;
	report.add(lower ? "body-limit-lowered" : "body-limit-raised", `the largest request body is now ${show(current)} (was ${show(old)})`);
}
/** By media type. */
function bodiesOf({ bodies, body }) {
	if (bodies === void 0) return body === null ? {} : { [BODY_MEDIA_TYPE]: body };
	return Object.fromEntries(Object.entries(bodies).map(([type, { schema }]) => [type, schema]));
}
/** From unsafe to repeat to safe without any effort of the client. */
const SAFETY = [
	"none",
	"key",
	"natural"
];
function compareIdempotency(report, before, after) {
	if (before === null || after === null) return;
	const weaker = SAFETY.indexOf(after) < SAFETY.indexOf(before);
	report.compareValues(weaker ? "idempotency-weakened" : "idempotency-strengthened", "the idempotency of requests is now", before, after);
}
// registry/diff/routes.ts
/** Compares routes. Routes that answer the same requests are one, even if their path parameters have other names. */
function compareRoutes(report) {
	const [before, after] = [byRequest(report.before.routes), byRequest(report.after.routes)];
	for (const [, old, current] of pairs(before, after)) if (old !== void 0 && current !== void 0) compareRoute(report, old, current);
	else if (current !== void 0) {
		const from = report.before.routes.find(({ ref }) => ref === current.ref);
		const hint = from !== void 0 && after[requestOf(from)] === void 0 ? `, moved from ${whereOf(from)}` : `: ${current.summary.replace(/\.$/, "")}`;
		report.at(whereOf(current)).add("route-added", `the operation is new${hint}`);
	} else if (old !== void 0) {
		const to = report.after.routes.find(({ ref }) => ref === old.ref);
		const hint = to !== void 0 && before[requestOf(to)] === void 0 ? `; it moved to ${whereOf(to)}` : "";
		report.at(whereOf(old)).add("route-removed", `the operation is gone${hint}`);
	}
}
function whereOf({ method, path }) {
	return `${method} ${path}`;
}
function requestOf({ method, path }) {
	return `${method} ${shapeOf(parsePath(path))}`;
}
function byRequest(routes) {
	return Object.fromEntries(routes.map((route) => [requestOf(route), route]));
}
function compareRoute(all, old, after) {
	const report = all.at(whereOf(after));
	compareNames(report, old, after);
	const before = withParametersOf(old, after);
	compareAccess(report, before.requiredScopes, after.requiredScopes);
	compareRequests(report, before, after);
	compareAnswers(report, before, after);
	compareCache(report, before.cache, after.cache);
	compareRouteHeaders(report, before, after);
	compareSettings(report, before.settings, after.settings);
}
function compareNames(report, before, after) {
	report.compareValues("operation-renamed", "the operation is now called", before.operation, after.operation);
	if (before.path !== after.path) report.add("path-parameter-renamed", `the path was \`${before.path}\``);
	report.compareValues("route-plugin-changed", "it now belongs to the plugin", before.plugin, after.plugin);
	if (before.summary !== after.summary || before.description !== after.description) report.add("route-text-changed", "its description changed");
}
/** The former route with its path parameters under their new names. */
function withParametersOf(before, { path }) {
	if (before.path === path) return before;
	const [old, current] = [parsePath(before.path).params, parsePath(path).params];
	const rename = (name) => current[old.indexOf(name)] ?? name;
	const { properties = {}, required = [] } = before.params;
	const renamed = Object.entries(properties).map(([name, schema]) => [rename(name), schema]);
	const params = {
		...before.params,
		properties: Object.fromEntries(renamed),
		required: required.map(rename)
	};
	return {
		...before,
		params
	};
}
/** Values that lift a limit for one route. */
const EXEMPT = "exempt";
function compareSettings(report, before, after) {
	for (const [key, old, current] of pairs(before, after)) {
		if (isDeepStrictEqual(old, current)) continue;
		const show = (value) => value === void 0 ? "unset" : listed([value]);
		if (key === "deprecated" && old === void 0) {
			const date = isRecord(current) ? current["sunset"] : void 0;
			const end = typeof date === "string" ? `, and ends on ${date}` : "";
			report.add("route-deprecated", `the operation is deprecated${end}`);
		} else if (key === "deprecated" && current === void 0) report.add("route-undeprecated", "the operation is no longer deprecated");
		else if (old === EXEMPT) report.add("exemption-removed", `it is no longer exempt from \`${key}\``);
		else if (current === EXEMPT) report.add("exemption-added", `it is now exempt from \`${key}\``);
		else report.add("route-setting-changed", `\`${key}\` is now ${show(current)} (was ${show(old)})`);
	}
}
// registry/diff/statements.ts
/**
* Compares the statements of policies. The name of a member says what it means: limits, windows, what is allowed or
* exempt. Entries about single paths or routes are left out, since routes are compared separately.
*/
function compareStatements(report) {
	const [before = {}, after = {}] = [report.before, report.after].map(({ policies }) => Object.fromEntries(policies.map(({ id, statement }) => [id, statement ?? void 0])));
	for (const [id, old, current] of pairs(before, after)) {
		const at = report.at(`policy ${id}`);
		if (isDeepStrictEqual(old, current)) continue;
		if (old === void 0) at.add("statement-added", "the policy is new");
		else if (current === void 0) at.add("statement-removed", "the policy no longer states anything");
		else compareValues(at, old, current, []);
	}
}
function compareValues(report, before, after, path) {
	if (isDeepStrictEqual(before, after)) return;
	if (Array.isArray(before) && Array.isArray(after)) return compareLists(report, before, after, path);
	if (isRecord(before) && isRecord(after)) {
		for (const [key, old, current] of pairs(before, after)) {
			const name = `\`${[...path, key].join(".")}\``;
			if (old === void 0) report.add("statement-grew", `${name} is new`);
			else if (current === void 0) report.add("statement-shrank", `${name} is gone`);
			else compareValues(report, old, current, [...path, key]);
		}
		return;
	}
	const message = `\`${path.join(".")}\` is now ${listed([after])} (was ${listed([before])})`;
	const stricter = stricterWhen(path);
	if (typeof before !== "number" || typeof after !== "number" || stricter === void 0) return report.add("statement-changed", message);
	const tighter = stricter === "lower" ? after < before : after > before;
	report.add(tighter ? "limit-tightened" : "limit-loosened", message);
}
/** Ages and advice on retries do not limit requests. */
const NO_LIMIT = /^max(Age|Retries|Attempts|Ms$)/;
function stricterWhen(path) {
	const key = path.at(-1) ?? "";
	if (/^window(?![a-z])/.test(key)) return "higher";
	if (NO_LIMIT.test(key)) return void 0;
	return /^(limit|max[A-Z]\w*)$|Limit$/.test(key) || path.includes("limits") ? "lower" : void 0;
}
function compareLists(report, before, after, path) {
	const [old, current] = [byName(before), byName(after)];
	const name = `\`${path.join(".")}\``;
	const allows = /^(exempt|allowed|accepted)/.test(path.at(-1) ?? "");
	for (const key of without([...current.keys()], [...old.keys()])) report.add("statement-grew", `${name} now has ${listed([key])}`);
	for (const key of without([...old.keys()], [...current.keys()])) report.add(allows ? "allowance-removed" : "statement-shrank", `${name} no longer has ${listed([key])}`);
	for (const [key, value] of old) if (current.has(key)) compareValues(report, value, current.get(key), [...path, key]);
}
const NAMES = [
	"name",
	"id",
	"code",
	"header"
];
/** Entries of a list by name, without paths and entries about one path or route. */
function byName(list) {
	return new Map(list.flatMap((entry) => {
		if (isRecord(entry) && ("path" in entry || "route" in entry)) return [];
		if (typeof entry === "string") return entry.startsWith("/") ? [] : [[entry, entry]];
		return [[(isRecord(entry) ? NAMES.map((key) => entry[key]) : []).find((value) => typeof value === "string") ?? JSON.stringify(entry), entry]];
	}));
}
// registry/diff/tables.ts
/** Documents of earlier releases have no tables, so that nothing is known of those. */
function compareTables(report) {
	const { before, after } = report;
	if (before.tables === void 0 || after.tables === void 0) return;
	report.compareRecords("table", before.tables, after.tables, (name) => [report.at(`table ${name}`), "the table"], compareTable);
}
function compareTable(before, after, report) {
	report.compareValues("table-key-changed", "its key is now", before.key, after.key);
	const [owner, current] = [before, after].map((table) => table.owner ?? "no field");
	report.compareValues("table-owner-changed", "its owner is now", owner, current);
	for (const [name, old, column] of pairs(before.columns, after.columns)) {
		const text = `the column ${listed([name])}`;
		if (column === void 0) reportRemoved(report, text, old);
		else if (old === void 0) reportAdded(report, text, column);
		else compareColumns(report, text, old, column);
	}
	report.compareLists("table-unique", before.unique.map((fields) => listed(fields)), after.unique.map((fields) => listed(fields)), (fields) => `the constraint that no two rows share ${fields}`);
}
function reportAdded(report, text, column) {
	if (needsValue(column)) report.add("table-column-required-without-default", `${text} is new, required, and without a default`, "added");
	else report.add("table-column-added", `${text} is new`);
}
function reportRemoved(report, text, column) {
	if (column !== void 0 && needsValue(column)) report.add("table-required-column-removed", `${text}, which was required, is gone`);
	else report.add("table-column-removed", `${text} is gone`);
}
function compareColumns(report, text, before, after) {
	report.compareValues("table-column-kind-changed", `${text} now holds`, before.type, after.type);
	if (before.required === after.required) return;
	if (needsValue(after)) report.add("table-column-required-without-default", `${text} is now required, and without a default`);
	else if (after.required) report.add("table-column-made-required", `${text} is now required`);
	else report.add("table-column-made-optional", `${text} is now optional`);
}
function needsValue(column) {
	return column.required && !Object.hasOwn(column, "default");
}
// registry/diff/compare.ts
/**
* Returns every change once, ordered by severity, then as in the documents.
*
* @param comparers returns the installed exports, which compare their own texts. Default: none is installed.
*/
async function compareRegistries(before, after, comparers = async () => []) {
	const report = new Report({
		before,
		after
	});
	compareRoutes(report);
	compareUnmatched(report);
	compareIdentifiers(report);
	compareAudiences(report);
	compareCatalog(report);
	compareStatements(report);
	compareTables(report);
	await compareExports(report, comparers);
	const distinct = new Map(report.changes.map((change) => [`${change.where}\n${change.rule}\n${change.message}`, change]));
	return [
		"breaking",
		"unknown",
		"non-breaking"
	].flatMap((severity) => [...distinct.values()].filter((change) => change.severity === severity));
}
export { compareRegistries };

//# sourceMappingURL=compare.js.map