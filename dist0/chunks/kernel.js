import "./tracepoint.js";
import "./log.js";
import { c as changesResource } from "./view.js";
import { n as hasParameters } from "./path.js";
import "./openapi.js";
import "./route-keys.js";
import { n as requiredScopes, t as guardsOf } from "./sealed-route.js";
import "./json-schemas.js";
import "./typescript.js";
// kernel/define/request-value.ts
/**
* Makes the token of a value that a policy works out for each request, such as the caller's tenant. The policy names it
* under `provides`, a route under `values`.
*
* @param id unique name, such as `tenant`.
*/
function requestValue(id) {
	return { id };
}
// registry/contract/list.ts
/** Filter operators, in the order they are published. */
const FILTER_OPERATORS = [
	"eq",
	"ne",
	"gt",
	"gte",
	"lt",
	"lte",
	"in",
	"contains"
];
// registry/derive/change.ts
const KINDS = {
	PUT: "replaced",
	PATCH: "patched",
	DELETE: "removed"
};
const NO_CALLER = {
	access: "authenticated",
	only: null
};
/**
* Returns the change that a write has made; undefined for a refusal, a replay, and where it concerns no resource.
*
* @param tables those that the write changed, with the owners of the rows; undefined where that is unknown.
*/
function changeOf(call, end, registry, tables) {
	if (!isWritten(end) || !changesResource(call.route.declaration)) return void 0;
	const target = targetOf(call, end, registry);
	if (target === void 0) return void 0;
	const { kind, path, pattern } = target;
	const hasKey = typeof pattern.segments.at(-1) === "object";
	return {
		kind,
		path,
		resource: resourceName(pattern),
		key: hasKey ? decodeURIComponent(path.slice(path.lastIndexOf("/") + 1)) : void 0,
		route: call.route.ref,
		principal: call.principal?.id,
		recipients: recipientsOf(call, pattern, registry, tables)
	};
}
/** Whether it is a handler's result, and not an answer in its place. */
function isWritten(end) {
	return "etag" in end && end.status < 400;
}
/** Returns the changes that requests of a route may make: the resource and the kinds. Empty for one that makes none. */
function changesOf(route, registry) {
	const { declaration, creates, method, pattern } = route;
	if (!changesResource(declaration)) return [];
	const kind = KINDS[method];
	const target = creates?.target ?? (kind === void 0 ? resourceAbove(pattern, registry) : pattern);
	if (target === void 0) return [];
	const resource = resourceName(target);
	if (kind === void 0) return [{
		resource,
		kind: creates === void 0 ? "changed" : "created"
	}];
	return [...creates !== void 0 || declaration.statuses?.includes(201) === true ? [{
		resource,
		kind: "created"
	}] : [], {
		resource,
		kind
	}];
}
function targetOf({ route, path }, end, registry) {
	const { creates, pattern } = route;
	if (end.location !== void 0 && end.status < 300) return {
		kind: "created",
		path: end.location,
		pattern: creates?.target ?? pattern
	};
	const kind = KINDS[route.method];
	if (kind !== void 0) return {
		kind: end.status === 201 ? "created" : kind,
		path,
		pattern
	};
	const above = creates === void 0 ? resourceAbove(pattern, registry) : void 0;
	if (above === void 0) return void 0;
	return {
		kind: "changed",
		path: path.split("/").slice(0, above.segments.length + 1).join("/"),
		pattern: above
	};
}
/** The innermost resource with a key that a path leads through. */
function resourceAbove({ path }, { routes }) {
	return routes.filter((one) => readsOne(one) && hasParameters(one) && path.startsWith(`${one.path}/`)).toSorted((one, other) => other.path.length - one.path.length)[0]?.pattern;
}
function readsOne({ method, kind }) {
	return method === "GET" && kind === "returns";
}
/** Returns the name of the resources at a path: its literal segments without `api`. */
function resourceName({ segments }) {
	const literals = segments.filter((segment) => typeof segment === "string");
	return literals.slice(literals.length > 1 && literals[0] === "api" ? 1 : 0).join(".");
}
/** By registry and path, because looking for them among all routes takes longer than a write should. */
const audiences = /* @__PURE__ */ new WeakMap();
/**
* Returns those who may read the resource, or else its collection: no caller where neither can be read, where a guard
* decides by rules of its own, and where rows of several owners were changed.
*/
function recipientsOf({ principal }, { path }, registry, tables) {
	let known = audiences.get(registry);
	if (known === void 0) audiences.set(registry, known = /* @__PURE__ */ new Map());
	if (!known.has(path)) known.set(path, audienceOf(path, registry));
	const audience = known.get(path);
	if (audience === void 0) return NO_CALLER;
	const { access, owned } = audience;
	if (!owned.some((name) => tables?.has(name) !== false)) return { access };
	if (tables === void 0) return {
		access,
		only: principal?.id ?? null
	};
	const owners = new Set(owned.flatMap((name) => [...tables.get(name) ?? []]));
	const [owner = null] = owners;
	return {
		access,
		only: owners.size === 1 ? owner : null
	};
}
function audienceOf(path, registry) {
	const collection = path.slice(0, path.lastIndexOf("/"));
	const read = registry.routes.find((one) => readsOne(one) && one.path === path) ?? registry.routes.find((one) => one.kind === "list" && one.path === collection);
	if (read === void 0 || isOpaque(read)) return void 0;
	const scopes = requiredScopes(read);
	return {
		access: scopes === void 0 ? "public" : scopes.length > 0 ? { scopes } : "authenticated",
		owned: registry.tables.filter(({ plugin, owner }) => plugin === read.plugin && owner !== void 0).map(({ name }) => name)
	};
}
/** Whether a guard refuses callers for more than the lack of scopes. */
function isOpaque(read) {
	return guardsOf(read).some(({ compiled: { admit, security } }) => admit !== void 0 && security === void 0);
}
// registry/derive/capabilities.ts
/** Every known flag, true or false, in the order given; then the flags that only enabled plugins know. */
function capabilityFlags({ capabilities }, known) {
	return {
		...Object.fromEntries(known.map((flag) => [flag, false])),
		...capabilities
	};
}
// registry/derive/root-links.ts
/** A link of the API root as an absolute URL, or undefined when what it leads to is off. */
function absoluteRootLink(registry, name) {
	if (!Object.hasOwn(registry.rootLinks, name)) return void 0;
	const href = registry.rootLinks[name] ?? "";
	return href.startsWith("/") ? `${registry.baseUrl}${href}` : href;
}
// kernel/define/config.ts
/** Types the config of `waymark.config.ts`; returns it unchanged. */
function defineConfig(config) {
	return config;
}
export { changesOf as a, changeOf as i, absoluteRootLink as n, FILTER_OPERATORS as o, capabilityFlags as r, requestValue as s, defineConfig as t };

//# sourceMappingURL=kernel.js.map