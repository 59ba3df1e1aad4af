import "./kernel.js";
import { E as union, S as record, b as object, c as array, l as boolean, w as string } from "./zod2.js";
import { a as bodiesOf, p as toInputJsonSchema } from "./route-keys.js";
import { n as requiredScopes } from "./sealed-route.js";
import { t as openapiDocument } from "./openapi.js";
import { r as Parameter } from "./model2.js";
// plugins/pages/shared/operations/sample.ts
/** Recursive types end here. */
const MAX_DEPTH = 6;
/** The schema's own example, else a value made of its parts, without optional members that have no example. */
function sampleOf(schema, root = schema, depth = 0) {
	const given = exampleOf(schema);
	if (given !== void 0) return given;
	if (depth > MAX_DEPTH) return null;
	const inner = (child) => sampleOf(child, root, depth + 1);
	if (schema.$ref !== void 0) {
		const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
		return inner(root.$defs?.[name] ?? {});
	}
	const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
	if (choice !== void 0) return inner(choice);
	switch (typeof schema.type === "string" ? schema.type : schema.type?.[0]) {
		case "object": return Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name, child]) => schema.required?.includes(name) === true || exampleOf(child) !== void 0).map(([name, child]) => [name, inner(child)]));
		case "array": return typeof schema.items === "object" && (schema.minItems ?? 0) > 0 ? [inner(schema.items)] : [];
		case "integer":
		case "number": return schema.minimum ?? 1;
		case "boolean": return true;
		case "null": return null;
		default: return TEXTS[schema.format ?? ""] ?? "text";
	}
}
const TEXTS = {
	"date-time": "2026-11-21T09:00:00Z",
	date: "2026-11-21",
	email: "someone@example.org",
	uri: "https://example.org/",
	uuid: "00000000-0000-4000-8000-000000000000"
};
/** The value that the schema itself has as an example. */
function exampleOf(schema) {
	return schema.const ?? schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
}
/** A schema's limits in short: `integer, 1–200, default 50`. */
function limitsOf(schema, byDefault = "default") {
	const { type, format, minimum, maximum, pattern } = schema;
	const range = minimum === void 0 && maximum === void 0 ? void 0 : `${minimum ?? ""}–${maximum ?? ""}`;
	return [
		typeof type === "string" ? type : type?.join(" | "),
		format,
		range,
		pattern,
		schema.enum?.map((value) => JSON.stringify(value)).join(" | "),
		schema.default === void 0 ? void 0 : `${byDefault} ${JSON.stringify(schema.default)}`
	].filter((part) => part !== void 0).join(", ");
}
// plugins/pages/shared/operations/operations.ts
/** The operations of the OpenAPI document by plugin, in the form that the page and the playground show. */
const Reference = object({ $ref: string() });
const ResponseObject = object({ description: string() });
/** The parts of the OpenAPI document that the page needs. */
const Document = object({
	paths: record(string(), record(string(), object({
		deprecated: boolean().optional(),
		parameters: array(union([Reference, Parameter])).default([]),
		responses: record(string(), union([Reference, ResponseObject]))
	}))),
	components: object({
		parameters: record(string(), Parameter).default({}),
		responses: record(string(), ResponseObject).default({})
	})
});
const cache = /* @__PURE__ */ new WeakMap();
/** Every route of the API, grouped by plugin in the preset's order. Computed once per registry. */
function operationGroups(registry) {
	let groups = cache.get(registry);
	if (groups === void 0) cache.set(registry, groups = describe(registry));
	return groups;
}
function describe(registry) {
	const document = Document.parse(openapiDocument(registry));
	const routes = registry.routes.filter(({ site }) => !site);
	const byPlugin = Map.groupBy(routes, ({ plugin }) => plugin);
	return registry.installed.flatMap(({ plugin: { id, summary } }) => {
		const operations = byPlugin.get(id)?.map((route) => toOperation(route, document));
		return operations === void 0 ? [] : [{
			plugin: id,
			summary,
			operations
		}];
	});
}
function toOperation(route, { paths, components }) {
	const { ref, method, path, kind, mediaTypes, errorForms, declaration } = route;
	const { deprecated, parameters, responses } = paths[path]?.[method.toLowerCase()] ?? {
		parameters: [],
		responses: {}
	};
	const { summary, description } = declaration;
	const [body, ...otherBodies] = requestBodies(declaration);
	const scopes = requiredScopes(route);
	const errorTypes = errorForms.filter(({ schema }) => schema !== void 0);
	return {
		ref,
		method,
		path,
		summary,
		...description === void 0 ? {} : { description },
		...deprecated === true ? { deprecated: true } : {},
		...kind === "stream" ? { stream: true } : {},
		accepts: [.../* @__PURE__ */ new Set([...mediaTypes, ...errorTypes.map(({ mediaType }) => mediaType)])],
		parameters: parameters.flatMap((parameter) => "$ref" in parameter ? components.parameters[nameOf(parameter.$ref)] ?? [] : parameter).filter(({ name }) => !route.credentials.includes(name.toLowerCase())),
		...body === void 0 ? {} : { body },
		...otherBodies.length === 0 ? {} : { otherBodies },
		errors: Object.entries(responses).flatMap(([status, response]) => {
			const described = "$ref" in response ? components.responses[nameOf(response.$ref)] : response;
			return errorsOf(Number(status), described?.description);
		}),
		...scopes === void 0 ? {} : { scopes: [...scopes] }
	};
}
/** A response's description has a line for each error: its code in backticks, a colon, its sentence. */
function errorsOf(status, description = "") {
	return [...description.matchAll(/^`([^`]+)`: (.+)$/gm)].map(([, code = "", message = ""]) => ({
		status,
		code,
		message
	}));
}
function requestBodies(declaration) {
	const bodies = Object.entries(bodiesOf(declaration)).map(([mediaType, body]) => {
		const { root, definitions } = toInputJsonSchema(body);
		return {
			mediaType,
			schema: Object.keys(definitions).length === 0 ? root : {
				...root,
				$defs: definitions
			}
		};
	});
	const [member] = bodies.flatMap(({ schema }) => Object.entries(schema.properties ?? {}));
	return bodies.map(({ mediaType, schema }) => ({
		...mediaType === "application/json" ? {} : { mediaType },
		schema,
		sample: JSON.stringify(sampleIn(mediaType, schema, member), void 0, 2)
	}));
}
/** A patch that changes nothing, or one of the members: samples of optional members would change them all. */
function sampleIn(mediaType, schema, member) {
	if (mediaType === "application/merge-patch+json") return {};
	if (mediaType !== "application/json-patch+json" || member === void 0) return sampleOf(schema);
	return [{
		op: "replace",
		path: `/${member[0]}`,
		value: sampleOf(member[1], schema)
	}];
}
function nameOf(ref) {
	return ref.slice(ref.lastIndexOf("/") + 1);
}
// plugins/pages/shared/operations/target.ts
const PARAMETER = /\{([^{}]+)\}/g;
/** Path and query of an operation. A parameter without a value stays in braces. */
function toTarget({ path }, values) {
	const filled = path.replace(PARAMETER, (whole, name) => {
		const value = values.path[name] ?? "";
		return value === "" ? whole : encodeURIComponent(value);
	});
	const query = values.query.map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`).join("&");
	return query === "" ? filled : `${filled}?${query}`;
}
/** Brackets of filters stay legible: servers accept them unencoded in a query. */
function encodeName(name) {
	return encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]");
}
/** The values in a path and query; undefined where the path does not match the operation. */
function fromTarget({ path }, target) {
	const [pathname = "", search = ""] = splitTarget(target);
	const wanted = path.split("/");
	const given = pathname.split("/");
	if (wanted.length !== given.length) return void 0;
	const found = {};
	for (const [index, segment] of wanted.entries()) {
		const value = given[index] ?? "";
		const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
		if (name === void 0) {
			if (segment !== value) return void 0;
		} else if (value === "") return void 0;
		else found[name] = value === segment ? "" : decode(value);
	}
	return {
		path: found,
		query: [...new URLSearchParams(search)]
	};
}
/** The operation that answers a method and target. Paths without parameters go first; HEAD and OPTIONS go with GET. */
function findOperation(operations, method, target) {
	const matching = operations.filter((operation) => fromTarget(operation, target) !== void 0).toSorted((a, b) => parametersIn(a) - parametersIn(b));
	return matching.find((operation) => operation.method === method) ?? (isRead(method) || method === "OPTIONS" ? matching[0] : void 0);
}
/** Whether a method is safe to send without asking: it changes nothing (RFC 9110, section 9.2.1). */
function isRead(method) {
	return method === "GET" || method === "HEAD";
}
/** Path, and query without its `?`. */
function splitTarget(target) {
	const [whole = ""] = target.split("#");
	const at = whole.indexOf("?");
	return at < 0 ? [whole, ""] : [whole.slice(0, at), whole.slice(at + 1)];
}
function parametersIn({ path }) {
	return path.match(PARAMETER)?.length ?? 0;
}
function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
// plugins/pages/shared/operations/sample-call.ts
/** The call with the required parameters, filled in with the examples of their schemas. */
function sampleCall(operation) {
	const { method, parameters, body } = operation;
	const needed = parameters.filter(({ required }) => required === true);
	const pairsIn = (place) => needed.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, textOf(exampleOf(schema))]);
	return {
		method,
		target: toTarget(operation, {
			path: Object.fromEntries(pairsIn("path")),
			query: pairsIn("query")
		}),
		headers: body?.mediaType === void 0 ? [] : [["Content-Type", body.mediaType]],
		...body === void 0 ? {} : { body: body.sample }
	};
}
/** A value in the spelling of a parameter. */
function textOf(value) {
	if (value === void 0) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
export { exampleOf as a, operationGroups as i, findOperation as n, limitsOf as o, fromTarget as r, sampleOf as s, sampleCall as t };

//# sourceMappingURL=sample-call.js.map