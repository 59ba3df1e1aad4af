import { i as publishedSchema, o as withDefinitions, r as publicName } from "../../../chunks/json-schemas.js";
import { r as toSeconds } from "../../../chunks/duration.js";
import { c as scalarFields, i as fieldNames, n as requiredScopes, r as fieldDefaults, s as requiredNames } from "../../../chunks/sealed-route.js";
import { a as relatedRoute, i as qualifyRef } from "../../../chunks/relations.js";
import { a as bodiesOf, c as successStatus, f as uploadSchema, i as ROUTE_KEYS, m as toJsonSchema, o as bodyTypesOf, p as toInputJsonSchema } from "../../../chunks/route-keys.js";
import { r as responseHeadersOf } from "../../../chunks/response-headers.js";
import { t as readHeadersOf } from "../../../chunks/read-headers.js";
// registry/derive/export/route.ts
/** @param accessKeys keys of routes from which required scopes follow. */
function routeDocument(registry, route, operation, accessKeys) {
	const { declaration, policies } = route;
	const { redirect, redirects, alwaysFails, stream } = declaration;
	const to = (redirect ?? redirects)?.to;
	const { upload } = declaration;
	const bodies = bodiesOf(declaration);
	const [body] = Object.values(bodies);
	const redirected = to === void 0 ? void 0 : registry.route(qualifyRef(to, route.plugin));
	const limits = policies.flatMap(({ compiled }) => compiled.maxBodyBytes ?? []);
	return {
		method: route.method,
		path: route.path,
		ref: route.ref,
		operation,
		plugin: route.plugin,
		kind: route.kind,
		summary: declaration.summary,
		description: declaration.description ?? null,
		params: paramsOf(route),
		query: queryOf(route),
		requestHeaders: requestHeadersOf(route),
		body: body === void 0 ? null : withDefinitions(toInputJsonSchema(body)),
		bodyType: (body && publicName(registry, body)) ?? null,
		...otherBodies(registry, bodies),
		maxBodyBytes: body === void 0 || limits.length === 0 ? null : Math.min(...limits),
		...upload === void 0 ? {} : uploaded(upload, bodyTypesOf(declaration)),
		idempotency: declaration.idempotency ?? null,
		preconditions: declaration.preconditions,
		returns: returnsOf(registry, route),
		...responseHeaderShapes(route),
		events: Object.fromEntries(Object.entries(stream?.events ?? {}).map(([name, data]) => [name, answerOf(registry, data)])),
		mediaTypes: [...route.mediaTypes],
		errorMediaTypes: route.errorForms.map(({ mediaType }) => mediaType),
		statuses: redirect === void 0 ? statusesOf(registry, route) : [redirect.status],
		redirectsTo: redirected?.path ?? null,
		errors: [.../* @__PURE__ */ new Set([...declaration.errors ?? [], ...alwaysFails ? [alwaysFails.code] : []])].toSorted(),
		refusedBy: policies.flatMap((bound) => mayRefuse(bound) ? [bound.policy.id] : []).toSorted(),
		requiredScopes: requiredScopes(route)?.toSorted(),
		cache: cacheOf(declaration.cache),
		relations: relationsOf(registry, route),
		headers: Object.fromEntries(outcomesOf(route).map((outcome) => [outcome, headersOf(route, outcome)])),
		settings: Object.fromEntries(Object.entries(declaration).filter(([key]) => !ROUTE_KEYS.includes(key) && !accessKeys.has(key)))
	};
}
function otherBodies(registry, bodies) {
	if (Object.keys(bodies).every((type) => type === "application/json")) return {};
	const entries = Object.entries(bodies).map(([mediaType, body]) => [mediaType, {
		schema: withDefinitions(toInputJsonSchema(body)),
		type: publicName(registry, body) ?? null
	}]);
	return { bodies: Object.fromEntries(entries) };
}
function uploaded(upload, types) {
	const schema = withDefinitions(uploadSchema(upload));
	return {
		body: schema,
		bodies: Object.fromEntries(types.map((type) => [type, {
			schema,
			type: null
		}])),
		maxBodyBytes: upload.maxBytes
	};
}
function mayRefuse({ policy, compiled }) {
	const isAboutAccess = policy.asksIdentifiers === true || compiled.security !== void 0;
	return compiled.admit !== void 0 && !isAboutAccess;
}
/** Planned headers by name: null where the value is known per request. */
function headersOf({ plans }, outcome) {
	const { fixed, bodySlots, slots } = plans[outcome];
	const headers = {};
	for (let index = 0; index < fixed.length; index += 2) headers[fixed[index] ?? ""] = fixed[index + 1] ?? null;
	for (const { name } of [...bodySlots, ...slots]) headers[name] = null;
	return headers;
}
function outcomesOf({ kind, policies, declaration }) {
	if (kind === "redirect") return [
		"redirect",
		"error",
		"options"
	];
	if (kind === "alwaysFails") return ["error", "options"];
	const conditional = policies.some(({ compiled }) => compiled.precondition !== void 0);
	const elsewhere = declaration.redirects === void 0 ? [] : ["redirect"];
	const unchanged = conditional ? ["notModified"] : [];
	return [
		"ok",
		...elsewhere,
		...unchanged,
		"error",
		"options"
	];
}
function paramsOf({ pattern, declaration: { params } }) {
	const declared = params === void 0 ? void 0 : toInputJsonSchema(params);
	const properties = pattern.params.map((name) => [name, declared?.root.properties?.[name] ?? { type: "string" }]);
	return withDefinitions({
		root: {
			type: "object",
			properties: Object.fromEntries(properties),
			required: [...pattern.params]
		},
		definitions: declared?.definitions ?? {}
	});
}
function queryOf({ engine, declaration: { query } }) {
	const own = query === void 0 ? {} : withDefinitions(toInputJsonSchema(query));
	const ofList = engine?.parameters ?? [];
	return {
		type: "object",
		...own,
		properties: {
			...own.properties,
			...Object.fromEntries(ofList.map(({ name, schema, description }) => [name, {
				description,
				...schema
			}]))
		}
	};
}
function requestHeadersOf(route) {
	const { headers } = route.declaration;
	const own = headers === void 0 ? {} : withDefinitions(toInputJsonSchema(headers));
	const read = readHeadersOf(route);
	const properties = read.map(({ name, description, schema }) => [name, {
		description,
		...schema ?? { type: "string" }
	}]);
	const required = read.filter((header) => header.required && header.reader !== "kernel").map(({ name }) => name);
	return {
		type: "object",
		...own,
		properties: {
			...Object.fromEntries(properties),
			...own.properties
		},
		...required.length === 0 ? {} : { required: [.../* @__PURE__ */ new Set([...own.required ?? [], ...required])].toSorted() }
	};
}
function returnsOf(registry, route) {
	const { list, returns } = route.declaration;
	if (list !== void 0) return published(list.name);
	return returns === void 0 ? null : answerOf(registry, returns);
}
function responseHeaderShapes({ declaration }) {
	const shapes = Object.entries(responseHeadersOf(declaration));
	if (shapes.length === 0) return {};
	const properties = shapes.map(([name, shape]) => [name, withDefinitions(toJsonSchema(shape))]);
	return { responseHeaders: {
		type: "object",
		properties: Object.fromEntries(properties)
	} };
}
function answerOf(registry, schema) {
	const name = publicName(registry, schema);
	return name === void 0 ? withDefinitions(toJsonSchema(schema)) : published(name);
}
function published(name) {
	return { $ref: `#/schemas/${name}` };
}
function statusesOf({ errors }, { declaration }) {
	const { alwaysFails, statuses = [] } = declaration;
	if (alwaysFails !== void 0) return errors.filter(({ code }) => code === alwaysFails.code).map(({ status }) => status);
	const redirects = declaration.redirects === void 0 ? [] : [declaration.redirects.status];
	return [.../* @__PURE__ */ new Set([
		successStatus(declaration),
		...redirects,
		...statuses
	])].toSorted((a, b) => a - b);
}
function cacheOf(cache) {
	if (cache === void 0 || cache === "no-store") return cache ?? null;
	return {
		scope: cache.scope,
		maxAge: toSeconds(cache.maxAge),
		staleWhileRevalidate: toSeconds(cache.staleWhileRevalidate ?? "0s")
	};
}
/** Targets keep their parameters, as their values differ: `/offices/{officeId}`. */
function relationsOf(registry, route) {
	const named = Object.entries(route.declaration.list?.relations ?? {}).flatMap(([rel, relation]) => {
		const related = relatedRoute(registry, route.plugin, relation);
		return related === void 0 ? [] : [[`items.${rel}`, related.target.path]];
	});
	return {
		...route.computed(),
		...Object.fromEntries(route.relations.map(({ rel, target }) => [rel, target.path])),
		...Object.fromEntries(named)
	};
}
// registry/derive/export/tables.ts
/** By name. The plugins' own records are among them, since an upgrade needs those too. */
function tablesOf({ tables }) {
	return Object.fromEntries(tables.map((table) => [table.name, tableDocument(table)]));
}
function tableDocument({ plugin, of, key, owner, unique = [] }) {
	const scalars = scalarFields(of);
	const required = requiredNames(of);
	const defaults = fieldDefaults(of);
	const columns = fieldNames(of).map((field) => {
		const scalar = Object.hasOwn(scalars, field) ? scalars[field] : void 0;
		return [field, {
			type: scalar?.type ?? "json",
			required: required.includes(field) && scalar?.nullable !== true,
			...Object.hasOwn(defaults, field) && { default: defaults[field] }
		}];
	});
	return {
		plugin,
		key,
		...owner !== void 0 && { owner },
		columns: Object.fromEntries(columns),
		unique: unique.map((fields) => [fields].flat())
	};
}
// registry/derive/export/index.ts
/**
* Equal registries give equal documents, to the byte: lists that mean sets are sorted, and so are keys. Addresses are not
* part of it.
*/
function registryDocument(registry) {
	const { app, revision, capabilities, rootLinks, statements } = registry;
	const enabled = registry.installed.filter(({ enabled: on }) => on);
	const document = {
		format: 1,
		service: {
			name: app.name,
			version: app.version,
			description: app.description
		},
		revision,
		plugins: by(enabled.map(({ plugin: { id, summary } }) => ({
			id,
			summary
		})), ({ id }) => id),
		routes: routesOf(registry),
		unmatched: {
			error: headersOf(registry.builtin.unknown, "error"),
			options: headersOf(registry.builtin.unknown, "options")
		},
		schemas: Object.fromEntries([...registry.schemas.keys()].map((name) => {
			const schema = publishedSchema(registry, name);
			return [name, schema === void 0 ? {} : withDefinitions(schema)];
		})),
		tables: tablesOf(registry),
		errors: by(registry.errors.map(({ code, status, message }) => ({
			code,
			status,
			message
		})), ({ code }) => code),
		audiences: audiencesOf(registry),
		capabilities,
		rootLinks,
		policies: by(registry.policies.map(({ policy: { id, key, guards, identifies, writes }, plugin }) => ({
			id,
			plugin,
			key: key ?? null,
			guards: guards === true,
			identifies: identifies && { scheme: { ...identifies.scheme } },
			writes: Object.keys(writes ?? {}).toSorted(),
			statement: statements[id] ?? null
		})), ({ id }) => id),
		exports: Object.fromEntries(registry.exports.flatMap(({ name, internal, text }) => internal ? [] : [[name, text()]]))
	};
	return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== void 0).map(([key, value]) => [key, withSortedKeys(value)]));
}
function audiencesOf({ audiences }) {
	const entries = Object.entries(audiences).map(([name, audience]) => {
		return [name, typeof audience === "object" ? audience.scopes.toSorted() : []];
	});
	return entries.length === 0 ? void 0 : Object.fromEntries(entries);
}
function routesOf(registry) {
	const ids = /* @__PURE__ */ new Set();
	const accessKeys = new Set(registry.routes.flatMap(({ policies }) => policies.flatMap(({ policy, compiled }) => compiled.security ? policy.key ?? [] : [])));
	return by(registry.routes.map((route) => {
		const operation = ids.has(route.id) ? route.ref : route.id;
		ids.add(operation);
		return routeDocument(registry, route, operation, accessKeys);
	}), ({ path, method }) => `${path} ${method}`);
}
function by(entries, keyOf) {
	return entries.toSorted((a, b) => keyOf(a) < keyOf(b) ? -1 : 1);
}
function withSortedKeys(value) {
	if (Array.isArray(value)) return value.map(withSortedKeys);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(by(Object.entries(value), ([key]) => key).filter(([, member]) => member !== void 0).map(([key, member]) => [key, withSortedKeys(member)]));
}
export { registryDocument };

//# sourceMappingURL=index.js.map