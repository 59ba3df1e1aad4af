import { a as bodiesOf, p as toInputJsonSchema } from "./route-keys.js";
import { o as queryFields } from "./sealed-route.js";
// kernel/check/read.ts
/** Whether the body is JSON of any media type, and not coded. */
function isJson({ headers }) {
	return /[/+]json(?:;|$)/.test(headers["content-type"] ?? "") && headers["content-encoding"] === void 0;
}
/** The body as JSON, or undefined when it is not JSON. */
function readJson({ body }) {
	try {
		return JSON.parse(body.toString());
	} catch {
		return;
	}
}
/** The body as a JSON object; empty when it is not one. */
function readObject(answer) {
	return asObject(readJson(answer));
}
/**
* The members of an error in any of its JSON forms: `code`, `status`, … Empty when the body is not a JSON object. A form
* that lists errors has them under `extensions` of the first.
*/
function readError(answer) {
	const { error, ...members } = readObject(answer);
	if (error !== void 0) return asObject(error);
	const [first] = Array.isArray(members["errors"]) ? members["errors"] : [];
	return members["code"] === void 0 ? asObject(asObject(first)["extensions"]) : members;
}
/** The code of an error's body in any form; undefined when there is none, as in answers to HEAD. */
function errorCode({ status, body }) {
	return status < 400 ? void 0 : /"code":"([^"]+)"/.exec(body.toString("latin1"))?.[1];
}
/** The items of a list's answer. */
function readItems(answer, { declaration }) {
	const items = readObject(answer)[declaration.list?.as ?? ""];
	return Array.isArray(items) ? items : [];
}
/** The value when it is an object and not an array; otherwise an empty one. */
function asObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
/** The links of an answer: in the Link header (RFC 8288), and in `_links` at any depth of the body. */
function readLinks(answer) {
	return {
		header: [...(answer.headers["link"] ?? "").matchAll(/<([^>]*)>([^<]*)/g)].flatMap(([, href = "", parameters = ""]) => {
			const [, rels = ""] = /;\s*rel="?([^";,]+)"?/.exec(parameters) ?? [];
			return rels.split(" ").flatMap((rel) => rel === "" ? [] : [{
				rel,
				href
			}]);
		}),
		body: isJson(answer) ? bodyLinks(readJson(answer)) : []
	};
}
function bodyLinks(value) {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([name, member]) => name === "_links" && !Array.isArray(value) ? Object.entries(asObject(member)).flatMap(([rel, link]) => {
		const { href } = asObject(link);
		return typeof href === "string" ? [{
			rel,
			href
		}] : [];
	}) : bodyLinks(member));
}
// kernel/check/sample.ts
/** Why no write was sent. */
const WRITES_SKIPPED = "it would change the data of a server that others use; check a server of this machine with --writes";
const UPLOADS_SKIPPED = "its handler reads the body, of which no sample can be made";
/** Whether the data of the server may be changed. */
function mayWrite({ exclusive, writes }) {
	return exclusive || writes === true;
}
/** A POST that is natural to repeat reads: it deletes and replaces nothing. */
function isHarmless({ method, declaration }) {
	return method === "POST" && declaration.idempotency === "natural";
}
/**
* A request that fits the route; or why none is sent; or that none was found.
*
* @param fixed members of the body whose values follow from the path.
*/
function sampleRequest(route, target, fixed) {
	const { method, declaration } = route;
	if (method === "GET") return { request: {} };
	if (!mayWrite(target) && !isHarmless(route) && declaration.alwaysFails === void 0) return { skipped: WRITES_SKIPPED };
	if (declaration.upload !== void 0) return { skipped: UPLOADS_SKIPPED };
	const condition = declaration.preconditions === "required" ? { "if-match": "*" } : {};
	const [[mediaType, schema] = []] = Object.entries(bodiesOf(declaration));
	if (mediaType === void 0 || schema === void 0) return { request: { headers: condition } };
	const sample = sampleOf(schema);
	if (sample === void 0) return { missing: {
		expected: "a body that its schema accepts",
		received: "none",
		hint: "add examples to the schema of the body"
	} };
	const body = JSON.stringify(withFixed(schema, sample, fixed));
	return { request: {
		headers: {
			"content-type": mediaType,
			...condition
		},
		body
	} };
}
/** The sample with the values of the path in members that it has. */
function withFixed(schema, sample, fixed) {
	let body = sample;
	for (const [name, value] of Object.entries(fixed)) {
		if (asObject(body)[name] === void 0) continue;
		body = [value, Number(value)].map((one) => ({
			...asObject(body),
			[name]: one
		})).find((one) => fits(schema, one)) ?? body;
	}
	return body;
}
/** A value that the schema accepts, preferably its own example. Undefined when none was found. */
function sampleOf(schema) {
	const { root, definitions } = toInputJsonSchema(schema);
	return [...root.examples ?? [], make(root, definitions, 0)].find((value) => fits(schema, value));
}
/** A value that the schema refuses, or undefined when it accepts every candidate. */
function misfitOf(schema) {
	return [
		[],
		{},
		"misfit",
		-1,
		null
	].map((value) => ({ value })).find(({ value }) => !fits(schema, value));
}
/** Query parameters that the schema accepts. Undefined when none were found. */
function sampleQuery(schema) {
	const lists = queryFields(schema);
	const sample = Object.entries(Object(sampleOf(schema)));
	const text = (value) => typeof value === "string" ? value : JSON.stringify(value);
	const query = Object.fromEntries(sample.map(([name, value]) => [name, lists.get(name) === true && Array.isArray(value) ? value.map(text) : text(value)]));
	return fits(schema, query) ? query : void 0;
}
/** Queries that the schema refuses, one for each parameter that can have a wrong value. */
function misfitQueries(schema) {
	const fitting = sampleQuery(schema) ?? {};
	const misfit = "🧭 misfit";
	return [...queryFields(schema)].map(([name, isList]) => ({
		...fitting,
		[name]: isList ? [misfit] : misfit
	})).filter((query) => !fits(schema, query));
}
/** Returns the query string of parameters, without its `?`. */
function searchOf(query) {
	const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
	return new URLSearchParams(pairs).toString();
}
function fits(schema, value) {
	const result = schema["~standard"].validate(value);
	return !(result instanceof Promise) && result.issues === void 0;
}
/** Depth at which recursive types end. */
const MAX_DEPTH = 8;
function make(node, definitions, depth) {
	if (node.$ref !== void 0) {
		const target = definitions[node.$ref.slice(node.$ref.lastIndexOf("/") + 1)];
		return target === void 0 || depth > MAX_DEPTH ? null : make(target, definitions, depth + 1);
	}
	const [example] = node.examples ?? node.enum ?? [];
	const ready = [
		node.const,
		node.default,
		example
	].find((value) => value !== void 0);
	if (ready !== void 0) return ready;
	const [branch] = node.anyOf ?? node.oneOf ?? [];
	if (branch !== void 0) return make(branch, definitions, depth + 1);
	switch (typeof node.type === "string" ? node.type : node.type?.[0]) {
		case "object": return Object.fromEntries((node.required ?? []).map((name) => [name, make(node.properties?.[name] ?? {}, definitions, depth + 1)]));
		case "array": {
			const item = typeof node.items === "object" ? node.items : {};
			return Array.from({ length: node.minItems ?? 0 }, () => make(item, definitions, depth + 1));
		}
		case "string": return SAMPLES[node.format ?? ""] ?? "sample".padEnd(node.minLength ?? 1, "-");
		case "integer":
		case "number": return node.minimum ?? (node.exclusiveMinimum === void 0 ? 1 : node.exclusiveMinimum + 1);
		case "boolean": return false;
		case "null":
		case void 0: return null;
	}
}
/** Texts by format. */
const SAMPLES = {
	date: "2026-01-01",
	"date-time": "2026-01-01T00:00:00Z",
	uuid: "00000000-0000-4000-8000-000000000000",
	uri: "https://example.com/",
	email: "someone@example.com"
};
export { readLinks as _, misfitOf as a, sampleQuery as c, asObject as d, errorCode as f, readJson as g, readItems as h, mayWrite as i, sampleRequest as l, readError as m, fits as n, misfitQueries as o, isJson as p, isHarmless as r, sampleOf as s, WRITES_SKIPPED as t, searchOf as u, readObject as v };

//# sourceMappingURL=sample.js.map