import { r as responseHeadersOf } from "./response-headers.js";
import { d as attempt, h as SECTIONS, i as headerPlanner, l as varyOf, n as catalogOf, o as plansOf, r as kernelErrors, s as declaredHeaders, t as WRITE_ERROR_CODES, u as PolicyError } from "./errors.js";
import { _ as gapsIn, a as builtinFacts, f as schemaOfEvent, g as resolveConfig, m as KernelKeys, n as isViewable, o as placeOf, p as scopeOf, r as sendsHeader, s as routeFacts, u as audienceOf, v as isLanguageTag, y as translator } from "./view.js";
import { t as memoize } from "./memoize.js";
import { c as schemaHash, l as configKey, n as handlerTimeMs, r as checkServices, s as revisionOf, t as TimeSlices, u as switching } from "./time-slices.js";
import { a as fieldsOf, c as scalarFields, i as fieldNames, t as guardsOf } from "./sealed-route.js";
import { C as mapSubschemas, _ as SchemaError, g as isSchema, i as ROUTE_KEYS, l as isFile, m as toJsonSchema, p as toInputJsonSchema, r as PROMISES, s as isPublic, t as ANSWER_KEYS, x as flatten } from "./route-keys.js";
import { a as show, i as nearest, n as didYouMean, r as messageOf } from "./finding.js";
import { n as hasParameters, o as parsePath, r as invalidPath, t as fillPath } from "./path.js";
import { t as ErrorBody } from "./error.js";
import { c as targetOf, i as qualifyRef, n as dropDanglingRedirects, o as resolveRelation, s as resolveRelations } from "./relations.js";
import { n as pageForm } from "./page-form.js";
import { c as keysOf, d as toNode, f as toNodeIfPossible, m as bytesTypesOf, p as unionMembers, s as holdsSecret, t as explainIssues, u as propertyOf } from "./explain-issues.js";
import { n as toMilliseconds, t as DURATION_PATTERN } from "./duration.js";
import { t as collect } from "./collect.js";
import { r as Runtime } from "./services.js";
import { n as refuse } from "./boot-errors.js";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { hash } from "node:crypto";
import { basename, dirname, extname, isAbsolute, join, resolve } from "node:path";
// registry/seal/seal-view.ts
/** Throws a {@link PolicyError} where a second policy shows the same answers, or where there is nothing to show. */
function sealView(bound, route, names) {
	const [shown, other] = bound.filter(({ compiled }) => compiled.view !== void 0);
	const view = shown?.compiled.view;
	if (shown === void 0 || view === void 0) return void 0;
	if (other !== void 0) throw new PolicyError(other.policy, `has a view where ${shown.policy.id} has one`, {
		code: "POLICY_CONFLICT",
		hint: "switch the plugin of one of the two off"
	});
	if (!isViewable(route)) throw new PolicyError(shown.policy, "has a view of a route that reads neither JSON nor a stream", {
		code: "POLICY_INVALID",
		hint: "let compile return a view only where isViewable(route) is true"
	});
	const { languages } = view;
	const plans = memoize(() => {
		const planFor = headerPlanner(bound, route, names);
		return {
			ok: planFor("ok", languages),
			notModified: planFor("notModified", languages),
			error: planFor("error", languages)
		};
	});
	return {
		languages,
		render: (...input) => view.render(...input),
		get plans() {
			return plans();
		}
	};
}
// registry/seal/compile.ts
/** Response headers that the kernel owns (Content-Encoding belongs to the policy that encodes). */
const KERNEL_HEADERS = [
	"Content-Type",
	"Content-Length",
	"Content-Language",
	"Location",
	"Allow",
	"Vary",
	"Date",
	"Retry-After",
	"Accept",
	"Accept-Post",
	"Accept-Patch"
];
/** Request headers that the kernel reads: they select the form of an answer. */
const KERNEL_READS = ["accept", "content-type"];
/** Request and response header names of all policies, without repetition, in the preset's order. */
function headerNames(policies, routes) {
	const written = policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
	const filled = routes.flatMap((route) => Object.keys(responseHeadersOf(route)));
	const read = policies.flatMap(({ policy }) => Object.keys(policy.reads ?? {}));
	return {
		written: [.../* @__PURE__ */ new Set([
			...KERNEL_HEADERS,
			...written,
			...filled
		])],
		read: [.../* @__PURE__ */ new Set([
			...KERNEL_READS,
			...read,
			...routes.flatMap(declaredHeaders)
		])],
		credentials: [...new Set(policies.flatMap(({ policy }) => credentialHeaders(policy)))]
	};
}
/** Returns the request headers in which a policy finds its credential. */
function credentialHeaders({ identifies, reads = {} }) {
	return identifies === void 0 ? [] : Object.keys(reads);
}
/** Throws a {@link PolicyError} when a policy fails. */
function compileRoute(facts, policies, names, kernelForm, links) {
	const bound = [];
	for (const [index, { policy, context }] of policies.entries()) {
		const { key } = policy;
		const value = key === void 0 ? void 0 : Reflect.get(facts.declaration, key);
		const compiled = attempt(policy, () => policy.compile(facts, context, value));
		if (compiled !== void 0) bound.push({
			policy,
			index,
			compiled
		});
	}
	const planFor = headerPlanner(bound, facts, names);
	return {
		...links,
		engine: bound.flatMap(({ compiled }) => compiled.list ?? [])[0],
		policies: bound,
		values: valuesOf(bound),
		plans: plansOf(planFor),
		credentials: names.credentials,
		vary: varyOf(bound, facts),
		errorForms: errorFormsOf(bound, kernelForm),
		view: sealView(bound, facts, names)
	};
}
function errorFormsOf(bound, kernelForm) {
	const added = bound.flatMap(({ compiled }) => compiled.errorForms ?? []);
	if (added.every((form) => form.preferred !== true)) return [kernelForm, ...added];
	const { preferred = [], others = [] } = Object.groupBy(added, (form) => form.preferred === true ? "preferred" : "others");
	const forms = [
		...preferred,
		kernelForm,
		...others
	];
	return forms.filter(({ mediaType }, at) => forms.findIndex((form) => form.mediaType === mediaType) === at);
}
const NO_VALUES = /* @__PURE__ */ new Map();
function valuesOf(bound) {
	const values = bound.flatMap(({ policy, index, compiled: { provide = {} } }) => Object.entries(policy.provides ?? {}).flatMap(([name, { id }]) => {
		const read = provide[name];
		return read === void 0 ? [] : [[id, {
			index,
			read
		}]];
	}));
	return values.length === 0 ? NO_VALUES : new Map(values);
}
/**
* The policies that add members to this route's 2xx bodies, by the members' names. Throws a {@link PolicyError} when one
* cannot make its members.
*/
function membersOf({ policies }) {
	return new Map(policies.flatMap(({ policy, compiled }) => {
		attempt(policy, () => compiled.members?.("error"));
		const members = attempt(policy, () => compiled.members?.("ok") ?? {});
		return Object.keys(members).map((name) => [name, policy.id]);
	}));
}
// registry/seal/identifier-of.ts
/** A policy's way to find principals, with its context. */
function identifierOf(policy, context) {
	const { identifies } = policy;
	if (identifies === void 0) return [];
	const { description, scheme, challenge } = identifies;
	const headers = credentialHeaders(policy);
	const hasOne = (call) => headers.some((name) => call.header(name) !== void 0);
	const own = context;
	return [{
		policy: policy.id,
		headers,
		description,
		scheme,
		challenge,
		isSent: (call) => identifies.isSent?.(call) ?? hasOne(call),
		recall: (call) => identifies.recall?.(call, own),
		identify: (call) => identifies.identify(call, own),
		lookUp: (id) => identifies.lookUp?.(id, own),
		issue: identifies.issue && ((wanted) => identifies.issue?.(wanted, own))
	}];
}
// registry/seal/check-guards.ts
/** Throws a {@link PolicyError} where a policy may refuse without saying why, or a guarded answer may be kept for all. */
function checkAccess(facts, route) {
	for (const { policy, compiled } of route.policies) {
		if (policy.guards === true && compiled.answer !== void 0 && isReadable(facts)) throw new PolicyError(policy, "guards and answers in place of the handler", { hint: "refuse in admit, because a read by another plugin cannot be answered with a redirect or a replay" });
		if (compiled.admit === void 0 || policy.guards !== void 0) continue;
		throw new PolicyError(policy, "has admit and does not say whether it guards", {
			code: "POLICY_GUARDS_UNSAID",
			hint: "write guards: true when admit decides who may have the data: it is then asked for every read of the route\nwrite guards: false when admit limits requests only, as a rate limit does"
		});
	}
	const [guard] = guardsOf(route);
	const { cache } = facts.declaration;
	if (guard === void 0 || typeof cache !== "object" || cache.scope !== "public") return;
	throw new PolicyError(guard.policy, "guards answers that shared caches may send to everybody", {
		code: "GUARD_PUBLIC",
		hint: "write cache: { scope: \"private\", maxAge: … } or cache: \"no-store\" at the route, or remove the guard from it"
	});
}
function isReadable({ method, kind }) {
	return method === "GET" && (kind === "list" || kind === "returns");
}
function checkGuards(installed, { contributors, policies }) {
	const guards = installed.flatMap((entry) => (entry.plugin.policies ?? []).filter((policy) => policy.guards === true).map((policy) => ({
		entry,
		policy
	})));
	const on = guards.filter(({ entry }) => entry.enabled);
	const keysOn = new Set(on.map(({ policy }) => policy.key));
	const off = guards.filter(({ entry, policy }) => !entry.enabled && !keysOn.has(policy.key));
	return [
		...on.filter(({ entry }) => entry.optional).map(optionalGuard),
		...checkIdentity(policies, installed),
		...off.flatMap((guard) => contributors.flatMap((contributor) => guardOff(guard, contributor, installed)))
	];
}
/** Each policy that identifies is asked, and by one other: an ignored credential would pass for an anonymous request. */
function checkIdentity(policies, installed) {
	const [asker, second] = policies.filter(({ value }) => value.asksIdentifiers === true);
	if (asker !== void 0 && second !== void 0) return [{
		code: "IDENTITY_CONFLICT",
		plugin: `${asker.plugin}, ${second.plugin}`,
		where: `policy ${asker.name} and policy ${second.name}`,
		message: "both set the principal of requests",
		hint: "switch one of the plugins off"
	}];
	const off = installed.find(({ enabled, plugin }) => !enabled && plugin.policies?.some((policy) => policy.asksIdentifiers === true));
	return asker !== void 0 ? [] : policies.filter(({ value }) => value.identifies !== void 0).map(({ name, plugin }) => ({
		code: "IDENTITY_UNASKED",
		plugin,
		where: `policy ${name}`,
		message: "the policy identifies callers, and no enabled policy asks it",
		hint: off === void 0 ? "switch on a plugin whose policy asks; waymark plugins lists those of the preset" : `switch on the plugin that asks: ${switching(off, true)}`
	}));
}
function optionalGuard({ entry, policy: { id } }) {
	return {
		code: "GUARD_OPTIONAL",
		plugin: entry.plugin.id,
		where: `policy ${id}`,
		message: "the policy guards routes, but its plugin is optional, so the server would run without it",
		hint: `write $optional: false below plugins.${configKey(entry)}`
	};
}
/** A plugin's routes that ask for a guard which is off: one finding for all. */
function guardOff({ entry, policy: { id, key = "" } }, { plugin, routes }, installed) {
	const [first, ...others] = Object.entries(routes).filter(([, route]) => Reflect.get(Object(route), key) !== void 0).map(([routeId]) => routeId);
	if (first === void 0) return [];
	return installed.filter((one) => one.plugin === plugin).map((owner) => ({
		code: "GUARD_OFF",
		plugin: plugin.id,
		where: `route ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`,
		message: `${key} asks for the policy ${id} of the plugin ${entry.plugin.id}, which is switched off, so everybody could read the route`,
		hint: `switch the guard on: ${switching(entry, true)}\nor remove ${key} from the route, or switch its plugin off: ${switching(owner, false)}`
	}));
}
// registry/seal/check-write.ts
/** Findings about keys of routes that write: those that would do nothing, and those that contradict each other. */
function checkWrite(route, report) {
	const invalid = (message, hint) => report("ROUTE_INVALID", message, hint);
	if (route.method === "GET") checkRead(route, invalid);
	else checkAnswer(route, invalid);
	checkBodies(route, invalid);
	checkEmpty(route, invalid);
	checkRedirects(route, invalid);
	const { preconditions } = route;
	if (preconditions !== void 0 && preconditions !== "required") invalid(`preconditions must be "required"; received ${show(preconditions)}`, "remove it, and requests without a condition write in any case");
}
/** Keys that say something about what is written. */
const WRITTEN = [
	"body",
	"bodies",
	"upload",
	"creates",
	"redirects",
	"preconditions"
];
function checkRead(route, invalid) {
	const keys = present$1(route, [
		...WRITTEN,
		"idempotency",
		"empty"
	]);
	if (keys.length > 0) invalid(`a GET route has ${keys.join(" and ")}, but only routes that write have such keys`, "remove them, or let the route write with POST, PUT, PATCH or DELETE");
	const codes = (route.errors ?? []).filter((code) => WRITE_ERROR_CODES.includes(code));
	if (codes.length > 0) invalid(`a GET route names ${codes.map(show).join(" and ")} among its errors, with which only writes are refused`, "remove them from errors");
}
/** Kinds of answers that are made without a handler that could write. */
const UNWRITTEN = [
	"list",
	"document",
	"stream"
];
const UNHANDLED = ["redirect", "alwaysFails"];
function checkAnswer(route, invalid) {
	if (present$1(route, ["cache"]).length > 0) invalid(`a ${route.method} route has cache, but answers to writes are not stored`, "remove cache");
	const [kind] = present$1(route, UNWRITTEN);
	if (kind !== void 0) invalid(`a ${route.method} route has ${kind}, which is for GET: its body would not be read`, `answer with returns, or let a GET route have ${kind}`);
	const [unhandled] = present$1(route, UNHANDLED);
	const keys = present$1(route, WRITTEN);
	if (unhandled !== void 0 && keys.length > 0) invalid(`${keys.join(" and ")} would do nothing, because the route has ${unhandled} and no handler`, `remove ${keys.join(" and ")}`);
}
/** Types whose bodies are one JSON value, as requests name them once their parameters are cut off. */
const JSON_TYPE = /^[a-z0-9!#$&^_.-]+\/(?:[a-z0-9!#$&^_.-]+\+)?json$/;
function checkBodies({ body, bodies }, invalid) {
	if (bodies === void 0) return;
	if (body !== void 0) invalid("a route has body and bodies, so that it is not clear which one counts", "keep bodies, and write \"application/json\" there for the schema of body");
	const types = Object.keys(Object(bodies));
	if (types.length === 0) invalid(`bodies names no media type; received ${show(bodies)}`, "write bodies: { \"application/merge-patch+json\": … }, or remove bodies");
	for (const type of types.filter((one) => !JSON_TYPE.test(one))) invalid(`bodies names ${show(type)}, which is not a media type of JSON in lower case, without parameters`, "write a type such as \"application/json\" or \"application/merge-patch+json\"");
}
/** Keys that describe a body. */
const DESCRIBING = [
	"produces",
	"languages",
	"bareBody",
	"creates"
];
function checkEmpty(route, invalid) {
	const empty = route.empty;
	if (empty === void 0) return;
	if (empty !== true) invalid(`empty must be true; received ${show(empty)}`, "remove it, and say what the route returns");
	const keys = present$1(route, DESCRIBING);
	if (keys.length > 0) invalid(`${keys.join(" and ")} would do nothing, because the answer is empty`, `remove ${keys.join(" and ")}, or say what the route returns`);
	const others = (route.statuses ?? []).filter((status) => status !== 204 && status !== 205);
	if (others.length > 0) invalid(`statuses has ${others.map(show).join(" and ")}, but the answer is empty, and so has status 204 or 205`, "remove them; refuse with fail and a code of the route's errors, or say what the route returns");
}
function checkRedirects({ redirects, empty }, invalid) {
	if (redirects === void 0) return;
	if (redirects.status !== 303) invalid(`redirects must have status 303; received ${show(redirects.status)}`, "write redirects: { to: …, status: 303 }: clients repeat a write after 307 and 308, and some do after 301 and 302");
	if (empty !== true) invalid("a route has redirects, but its answers have a body, which a redirect has not", "write empty: true in place of the answer, and let the other route return the body");
}
function present$1(route, keys) {
	return keys.filter((key) => route[key] !== void 0);
}
/** Findings about routes that require a condition which can never hold. */
function checkPreconditions(routes) {
	return routes.filter(({ declaration: { preconditions, headers }, represents }) => {
		const isOwn = isSchema(headers) && fieldNames(headers).includes("if-match");
		return preconditions === "required" && represents === void 0 && !isOwn;
	}).map(({ plugin, id, path }) => ({
		code: "ROUTE_INVALID",
		plugin,
		where: `route ${id}`,
		message: `preconditions are required, and no route reads a resource with an ETag at ${path}`,
		hint: "add a GET route with this path that returns one resource, with a cache other than \"no-store\", or switch it on\nor remove preconditions"
	}));
}
/** Throws a {@link PolicyError} where a policy has a function for a stage that the route does not have. */
function checkStages({ method }, { policies }) {
	for (const { policy, compiled } of policies) {
		if (method === "GET" && compiled.around !== void 0) throw new PolicyError(policy, "has around for a route that only reads", { hint: "compile it for routes that write: ({ method }) => (method === \"GET\" ? undefined : { around })" });
		if (method !== "GET" && compiled.precondition !== void 0) throw new PolicyError(policy, "has precondition for a route that writes, and would refuse what is written already", { hint: "compile it for GET routes; the kernel evaluates conditions of writes, and admit or around may refuse them" });
	}
}
// registry/seal/lazy-route.ts
/** Routes that keep what policies compile for them only once they are used: of 50,000 routes most are not. */
/**
* A sealed route. Sealing has `check` run for each before the service is ready; after that, compiling cannot fail, as
* policies compile purely.
*/
var LazyRoute = class {
	id;
	ref;
	plugin;
	method;
	path;
	kind;
	site;
	declaration;
	mediaTypes;
	schema;
	schemaMediaTypes;
	allow;
	accepts;
	document;
	represents;
	answersAs;
	#compile;
	#pattern;
	#compiled;
	constructor(facts, compile) {
		this.id = facts.id;
		this.ref = facts.ref;
		this.plugin = facts.plugin;
		this.method = facts.method;
		this.path = facts.path;
		this.kind = facts.kind;
		this.site = facts.site;
		this.declaration = facts.declaration;
		this.mediaTypes = facts.mediaTypes;
		this.schema = facts.schema;
		this.schemaMediaTypes = facts.schemaMediaTypes;
		this.allow = facts.allow;
		this.accepts = facts.accepts;
		this.document = facts.document;
		this.represents = facts.represents;
		this.answersAs = facts.answersAs;
		this.#compile = compile;
	}
	/**
	* Throws a PolicyError when a policy does not compile for this route. Keeps the result for requests on demand. Returns
	* the policies that add members to the body, by the members' names.
	*/
	check(keep) {
		const compiled = this.#compiled ?? this.#compile(this);
		checkAccess(this, compiled);
		checkStages(this, compiled);
		const members = membersOf(compiled);
		compiled.view?.plans;
		if (keep) this.#compiled = compiled;
		return members;
	}
	get pattern() {
		return this.#pattern ??= parsePath(this.path);
	}
	get #parts() {
		return this.#compiled ??= this.#compile(this);
	}
	get engine() {
		return this.#parts.engine;
	}
	get policies() {
		return this.#parts.policies;
	}
	get values() {
		return this.#parts.values;
	}
	get plans() {
		return this.#parts.plans;
	}
	get credentials() {
		return this.#parts.credentials;
	}
	get vary() {
		return this.#parts.vary;
	}
	get relations() {
		return this.#parts.relations;
	}
	get itemRelations() {
		return this.#parts.itemRelations;
	}
	get creates() {
		return this.#parts.creates;
	}
	get errorForms() {
		return this.#parts.errorForms;
	}
	get view() {
		return this.#parts.view;
	}
	/** A function that works without its route, for callers that destructure the route. */
	get computed() {
		return this.#parts.computed;
	}
};
// registry/seal/measured.ts
/** The parts of a registry about the running service: what is measured, and what operators want to hear of. */
/** Returns the declarations of all metrics. Throws when a plugin's depend on more than its options. */
function metricsOf({ contributors }, registry) {
	return contributors.flatMap(({ plugin, options }) => {
		const context = {
			options,
			registry,
			log: SILENT
		};
		try {
			const declared = plugin.metrics?.(STAND_IN, context) ?? {};
			return Object.entries(declared).map(([name, { type, help }]) => ({
				plugin: plugin.id,
				name,
				type,
				help
			}));
		} catch (error) {
			throw new Error(`the plugin ${plugin.id} cannot list its metrics without its services: ${messageOf(error)}\n  hint: make names, types and sentences depend on options alone; use services in read`, { cause: error });
		}
	});
}
/** Returns the alerts of enabled plugins whose options leave something to watch. */
function alertsOf({ contributors }, registry) {
	return contributors.flatMap(({ plugin, options }) => Object.entries(plugin.alerts ?? {}).flatMap(([name, { expr: declared, ...alert }]) => {
		const expr = typeof declared === "string" ? declared : declared(registry, options);
		return expr === void 0 ? [] : [{
			...alert,
			name,
			plugin: plugin.id,
			expr
		}];
	}));
}
/** In place of every service and all that it has, so that declarations can be taken apart without a start. */
const STAND_IN = new Proxy(() => {}, {
	get: (_target, key) => typeof key === "symbol" ? void 0 : STAND_IN,
	apply: () => STAND_IN
});
const SILENT = {
	debug() {},
	info() {},
	warn() {},
	error() {}
};
// registry/seal/published.ts
/** The parts of a registry that documents publish: schemas, errors, links, page forms, statements, exports. */
/** The content that a revision is the hash of. */
function contentOf(app, { contributors, capabilities, errors, events, schemas, tables, rootLinks }) {
	return {
		service: app,
		plugins: contributors.map(({ plugin, options, served }) => [
			plugin.id,
			options,
			served
		]),
		capabilities,
		errors,
		events,
		schemas,
		tables,
		rootLinks
	};
}
/** Contributed flags. One that several plugins contribute is true where any of them says so. */
function flagsOf({ capabilities }, registry) {
	const flags = {};
	for (const { name, value } of capabilities) flags[name] = flags[name] === true || holds(value, registry);
	return flags;
}
function holds(capability, registry) {
	if (typeof capability === "function") return capability(registry);
	return typeof capability === "object" ? sendsHeader(registry, capability.sends) : capability;
}
/** Contributed schemas, then list envelopes, in the preset's order; the kernel's own error body comes first. */
function schemasOf$1({ schemas, routes }) {
	const all = [
		{
			name: "Error",
			plugin: "kernel",
			schema: ErrorBody
		},
		...schemas.map(({ name, plugin, value }) => ({
			name,
			plugin,
			schema: value
		})),
		...routes.flatMap(({ plugin, value: { list, listener } }) => list && listener === void 0 ? [{
			name: list.name,
			plugin,
			list
		}] : [])
	];
	return new Map(all.map((entry) => [entry.name, entry]));
}
/** The errors of the kernel that these routes may answer with, then contributed ones. */
function errorsOf({ errors }, routes) {
	return [...catalogOf(routes).map(([code, entry]) => ({
		code,
		plugin: "kernel",
		...entry
	})), ...errors.map(({ name, plugin, value }) => ({
		code: name,
		plugin,
		...value
	}))];
}
/** Links to routes that are off are left out. */
function rootLinksOf({ rootLinks }, href) {
	return Object.fromEntries(rootLinks.flatMap(({ name, plugin, value }) => {
		const target = "href" in value ? value.href : href(qualifyRef(value.to, plugin));
		return target === void 0 ? [] : [[name, target]];
	}));
}
function externalPagesOf({ rootLinks }) {
	return rootLinks.flatMap(({ name, value }) => "href" in value && value.title !== void 0 ? [{
		rel: name,
		href: value.href,
		title: value.title,
		menu: value.menu ?? "footer"
	}] : []);
}
/** The operator's own texts count most. */
function translationOf({ translations = {} }, { contributors }) {
	return translator([...contributors.map(({ plugin }) => plugin.translations ?? {}), translations]);
}
function audiencesOf({ events }) {
	return Object.fromEntries(events.flatMap(({ name, value }) => {
		const audience = audienceOf(value);
		return audience === void 0 ? [] : [[name, audience]];
	}));
}
/** By the id of the service. */
function guaranteesOf({ contributors, guarantees }) {
	const provided = new Map(contributors.map(({ plugin }) => [plugin.id, plugin.provides]));
	return Object.fromEntries(guarantees.map(({ name, plugin, value }) => [provided.get(plugin)?.[name]?.id, value]));
}
function instanceEventsOf({ events }) {
	return events.flatMap(({ name, value }) => scopeOf(value) === "instance" ? [name] : []);
}
/** The kernel's own form of errors: `{ error: { code, message, status, requestId } }`. Policies may add others. */
const errorForm = {
	mediaType: "application/json",
	schema: "Error",
	render: ({ code, message, status, detail, errors }, call) => ({ error: {
		code,
		message,
		status,
		requestId: call.requestId,
		detail,
		errors
	} })
};
function pageFormsOf(policies) {
	const forms = /* @__PURE__ */ new Map();
	forms.set(pageForm.mediaType, (content, about) => pageForm.render(content, about, void 0));
	for (const { policy, context } of policies) for (const { mediaType, render } of policy.pageForms ?? []) forms.set(mediaType, (content, about) => render(content, about, context.options));
	return forms;
}
/** One getter a policy, so that a statement is made when a document first needs it. */
function statementsOf(policies, context) {
	const statements = {};
	for (const { policy, context: compileContext } of policies) {
		if (policy.statement === void 0) continue;
		const options = compileContext.options;
		const get = memoize(() => policy.statement?.({
			...context,
			options
		}));
		Object.defineProperty(statements, policy.id, {
			enumerable: true,
			get
		});
	}
	return statements;
}
/**
* Seals the texts that plugins derive from the registry.
*
* @param registry returns the registry, which is not complete yet when this is called.
*/
function sealExports({ contributors }, registry) {
	return contributors.flatMap(({ plugin, options }) => Object.entries(plugin.exports ?? {}).map(([name, entry]) => {
		const given = options;
		const sealed = {
			name,
			violations: () => entry.violations?.(registry(), given) ?? [],
			compare: entry.compare
		};
		return entry.internal === true ? {
			...sealed,
			internal: true,
			text: () => entry.derive(registry(), given)
		} : {
			...sealed,
			internal: false,
			text: () => entry.derive(registry(), given)
		};
	}));
}
// registry/seal/build-registry.ts
/** Makes the registry of contributions that were checked. Its parts are worked out on first use where they can be. */
function buildRegistry({ app, installed, baseUrl }, collected) {
	const compile = (route) => compileRoute(route, policies, names, errorForm, linksOf(route));
	const all = routeFacts(dropDanglingRedirects(collected.routes), collected).map((facts) => new LazyRoute(facts, compile));
	const isOfClients = (route) => isPublic(route.declaration);
	const adminRoutes = all.filter((route) => !isOfClients(route));
	const routes = adminRoutes.length === 0 ? all : all.filter(isOfClients);
	const byRef = new Map(routes.map((route) => [route.ref, route]));
	const adminByRef = new Map(adminRoutes.map((route) => [route.ref, route]));
	const byId = memoize(() => uniqueById(routes));
	const find = (ref) => byRef.get(ref) ?? byId().get(ref);
	const href = (ref, params = {}) => {
		const target = find(ref);
		return target && fillPath(target.pattern, params);
	};
	const contributors = new Map(collected.contributors.map((entry) => [entry.plugin.id, entry]));
	let instances;
	const connectPolicies = (started) => {
		instances = started;
	};
	const identifiers = [];
	const policies = collected.policies.map(({ value: policy, plugin }) => {
		const use = memoize(() => resolveServices(policy, instances));
		const { options } = contributors.get(plugin) ?? {};
		const context = {
			options,
			use,
			href,
			baseUrl,
			identifiers
		};
		identifiers.push(...identifierOf(policy, context));
		return {
			policy,
			plugin,
			context
		};
	});
	const declarations = routes.map(({ declaration }) => declaration);
	const names = headerNames(policies, declarations);
	const linksOf = (route) => {
		const targets = isPublic(route.declaration) ? byRef : adminByRef;
		return {
			relations: resolveRelations(route.declaration.relations, route, targets),
			itemRelations: resolveRelations(route.declaration.list?.relations, route, targets),
			creates: resolveRelation("created", route.declaration.creates, route, targets),
			computed: memoize(() => contributors.get(route.plugin)?.plugin.relations?.[route.id]?.(registry) ?? {})
		};
	};
	const translation = translationOf(app, collected);
	const unknown = new LazyRoute(builtinFacts("unknown"), compile);
	const malformed = new LazyRoute(builtinFacts("malformed"), compile);
	const content = contentOf(app, collected);
	const revision = memoize(() => revisionOf(content));
	const capabilities = memoize(() => flagsOf(collected, registry));
	const metrics = memoize(() => metricsOf(collected, registry));
	const alerts = memoize(() => alertsOf(collected, registry));
	const registry = {
		app,
		get revision() {
			return revision();
		},
		get baseUrl() {
			return baseUrl();
		},
		installed,
		routes,
		adminRoutes,
		builtin: {
			unknown,
			malformed
		},
		policies: policies.map(({ policy, plugin }) => ({
			policy,
			plugin
		})),
		identifiers,
		pageForms: pageFormsOf(policies),
		get capabilities() {
			return capabilities();
		},
		schemas: schemasOf$1(collected),
		errors: errorsOf(collected, declarations),
		audiences: audiencesOf(collected),
		instanceEvents: instanceEventsOf(collected),
		tables: collected.tables.map(({ name, plugin, value }) => ({
			name,
			plugin,
			...value
		})),
		rootLinks: rootLinksOf(collected, href),
		externalPages: externalPagesOf(collected),
		exports: sealExports(collected, () => registry),
		get metrics() {
			return metrics();
		},
		get alerts() {
			return alerts();
		},
		statements: statementsOf(policies, {
			routes,
			view: names,
			href,
			identifiers,
			guarantees: guaranteesOf(collected)
		}),
		route: find,
		document: ({ plugin, id, declaration: { languages = [] } }, language = languages[0]) => {
			const owner = contributors.get(plugin);
			return owner?.plugin.documents?.[id]?.(registry, owner.options, language);
		},
		href,
		translate: (text, language) => translation(text, language) ?? text,
		translation
	};
	Object.freeze(registry);
	return {
		registry,
		routes: all,
		builtin: [unknown, malformed],
		connectPolicies
	};
}
function resolveServices({ id, needs = {} }, instances) {
	if (instances === void 0) throw new Error(`the policy ${id} used its services before the plugins started`);
	return Object.fromEntries(Object.entries(needs).map(([name, token]) => [name, instances.get(token.id)]));
}
/** Routes by their id without the plugin, where only one has it. */
function uniqueById(routes) {
	const groups = Map.groupBy(routes, ({ id }) => id);
	const unique = routes.filter(({ id }) => groups.get(id)?.length === 1);
	return new Map(unique.map((route) => [route.id, route]));
}
// registry/contract/export.ts
/** Names that `waymark export` has for documents of the registry itself. */
const KERNEL_EXPORTS = ["types", "registry"];
// registry/seal/check-conflicts.ts
function checkConflicts({ contributors, routes, policies, ...named }, reservedCommands) {
	const rename = "rename one of them, or switch one of the plugins off";
	const byPolicy = (keysOf) => policies.flatMap(({ name, plugin, value }) => keysOf(value).map((key) => claim(key, plugin, `plugin ${plugin}, policy ${name}`)));
	const byContributor = (part) => contributors.flatMap(({ plugin: { id, [part]: entries = {} } }) => Object.keys(entries).map((key) => claim(key, id, `plugin ${id}`)));
	return [
		...conflicts("ROUTE_CONFLICT", "two routes answer the same requests", "rename one path, or mount one plugin under a prefix of its own", routes.map(({ name, plugin, value }) => ({
			key: `${value.method} ${placeOf(value)}`,
			plugin,
			shown: `${value.method} ${value.path}   plugin ${plugin}, route ${name}`
		}))),
		...conflicts("SCHEMA_CONFLICT", "two schemas have the same name", rename, [
			claim("Error", "kernel", "plugin kernel"),
			...byName(named.schemas, true),
			...routes.flatMap(({ name, plugin, value: { list } }) => list ? [claim(list.name, plugin, `plugin ${plugin}, list of route ${name}`)] : [])
		]),
		...conflicts("COMMAND_CONFLICT", "two commands have the same name", rename, [...byKernel(reservedCommands), ...byContributor("commands")]),
		...conflicts("POLICY_CONFLICT", "two policies have the same id", rename, byName(policies)),
		...conflicts("POLICY_CONFLICT", "two policies own the same route key", rename, byPolicy(({ key }) => key === void 0 ? [] : [key])),
		...conflicts("HEADER_CONFLICT", "two policies write the same header", "one of them must own it; the other can add to it when it is shared", [...byKernel(KERNEL_HEADERS), ...byPolicy(({ writes = {} }) => Object.keys(writes))].map((header) => ({
			...header,
			key: header.key.toLowerCase()
		}))),
		...conflicts("VALUE_CONFLICT", "two policies provide the same value", "switch one of the plugins off", byPolicy(({ provides = {} }) => Object.values(provides).map(({ id }) => id))),
		...conflicts("PAGE_FORM_CONFLICT", "two policies make pages of the same media type", "switch one of the plugins off", byPolicy(({ pageForms = [] }) => pageForms.map(({ mediaType }) => mediaType))),
		...conflicts("FLAG_CONFLICT", "two plugins publish the same capability", rename, byName(named.capabilities.filter(({ value }) => typeof value === "boolean"))),
		...conflicts("EVENT_CONFLICT", "two plugins publish the same event", rename, byName(named.events)),
		...conflicts("TABLE_CONFLICT", "two plugins declare the same table", rename, byName(named.tables)),
		...conflicts("ROOT_LINK_CONFLICT", "two plugins contribute the same relation of the API root", rename, byName(named.rootLinks)),
		...conflicts("ERROR_CODE_CONFLICT", "two entries of the error catalog have the same code", rename, [...byKernel(Object.keys(kernelErrors)), ...byName(named.errors)]),
		...conflicts("EXPORT_CONFLICT", "two exports have the same name", rename, [...byKernel(KERNEL_EXPORTS), ...byContributor("exports")]),
		...conflicts("ALERT_CONFLICT", "two alerts have the same name", rename, byContributor("alerts"))
	];
}
function claim(key, plugin, owner) {
	return {
		key,
		plugin,
		shown: `${key}   ${owner}`
	};
}
function byKernel(keys) {
	return keys.map((key) => claim(key, "kernel", "the kernel"));
}
function byName(owned, sameValueIsFine = false) {
	return owned.map(({ name, plugin, value, route }) => ({
		...claim(name, plugin, `plugin ${plugin}${route === void 0 ? "" : `, route ${route}`}`),
		...sameValueIsFine ? { value } : {}
	}));
}
function conflicts(code, message, hint, claims) {
	const first = /* @__PURE__ */ new Map();
	const findings = [];
	for (const { key, plugin, shown, value } of claims) {
		const other = first.get(key);
		if (other === void 0) first.set(key, {
			key,
			plugin,
			shown,
			value
		});
		else if (other.value === void 0 || other.value !== value) findings.push({
			code,
			plugin: other.plugin === plugin ? plugin : `${other.plugin}, ${plugin}`,
			where: key,
			message: `${message}\n  ${other.shown}\n  ${shown}`,
			hint
		});
	}
	return findings;
}
// registry/seal/check-references.ts
function checkReferences(route, scope, report) {
	const relations = {
		...route.relations,
		...route.list?.relations
	};
	const targets = [
		...Object.entries(relations).map(([rel, to]) => [`relation ${rel}`, targetOf(to)]),
		...route.creates === void 0 ? [] : [["creates", targetOf(route.creates)]],
		...route.redirect ? [["redirect", route.redirect.to]] : [],
		...route.redirects ? [["redirects", route.redirects.to]] : []
	];
	for (const [what, ref] of targets) checkTarget(what, ref, scope.contributor, scope.installed, report);
	const codes = [...(route.errors ?? []).map((code) => ["errors", code]), ...route.alwaysFails === void 0 ? [] : [["alwaysFails", route.alwaysFails.code]]];
	for (const [key, code] of codes) {
		if (scope.errorCodes.includes(code)) continue;
		report("ERROR_CODE_UNKNOWN", `${key} names ${show(code)}, which is not in the catalog`, didYouMean(code, scope.errorCodes));
	}
}
/** Reports a reference that leads to no route of a plugin that is installed. */
function checkTarget(what, ref, { routes: own }, installed, report) {
	const routes = ref.includes(".") ? routesOf(ref, installed) : own;
	const id = ref.slice(ref.indexOf(".") + 1);
	if (routes === void 0 || Object.hasOwn(routes, id)) return;
	report("RELATION_UNKNOWN", `${what} leads to ${show(ref)}, which is not a route`, didYouMean(id, Object.keys(routes)));
}
/** Routes by id of the plugin in `plugin.routeId`; undefined when the plugin is not installed, or its routes depend on options. */
function routesOf(ref, installed) {
	const entry = installed.find(({ plugin }) => plugin.id === ref.slice(0, ref.indexOf(".")));
	if (entry === void 0 || typeof entry.plugin.routes === "function") return void 0;
	return entry.plugin.routes ?? {};
}
// registry/seal/check-schemas.ts
/** A route's schemas by key. Documents show `returns` and `list.of` as what is sent, the others as what is accepted. */
const SENT_HEADER = "responseHeaders.";
function schemasOf(route) {
	return {
		params: route.params,
		query: route.query,
		headers: route.headers,
		body: route.body,
		...Object.fromEntries(Object.entries(route.bodies ?? {}).map(([type, schema]) => [`bodies.${type}`, schema])),
		...Object.fromEntries(Object.entries(route.upload?.parts ?? {}).flatMap(([name, part]) => isFile(part) ? [] : [[`upload.parts.${name}`, part]])),
		...Object.fromEntries(Object.entries(responseHeadersOf(route)).map(([name, schema]) => [`${SENT_HEADER}${name}`, schema])),
		returns: route.returns,
		"list.of": route.list?.of
	};
}
/** Reports a value that is not a schema. `key` says where it stands, if in something. */
function checkSchema(key, value, report) {
	if (isSchema(value)) return;
	report("SCHEMA_UNSUPPORTED", `${key ?? "it"} is not a schema; received ${show(value)}`, "use a schema that is both Standard Schema and Standard JSON Schema, such as zod 4");
}
const SENT = /* @__PURE__ */ new Set(["returns", "list.of"]);
/**
* Converts one schema of what is enabled at each step, as documents will. The conversions are kept, so that the first
* request for a document does not pay for them. Values that are not schemas are findings of their own.
*/
function* checkSchemas({ contributors, schemas, events, tables }) {
	for (const { plugin, routes } of contributors) {
		yield problemOf$1(plugin.options, toInputJsonSchema, plugin.id, "options");
		for (const [id, route] of Object.entries(routes)) for (const [key, schema] of Object.entries(schemasOf(route))) {
			if (schema === void 0) continue;
			const problem = problemOf$1(schema, SENT.has(key) || key.startsWith(SENT_HEADER) ? toJsonSchema : toInputJsonSchema, plugin.id, `route ${id}`, `${key}: `);
			yield problem;
			if (key === "headers" && problem === void 0) yield misspeltHeader(schema, plugin.id, id);
		}
	}
	const published = [
		...schemas.map(({ name, plugin, value }) => [
			`schema ${name}`,
			plugin,
			value
		]),
		...events.flatMap(({ name, plugin, value }) => [false, true].map((isWritable) => [
			`event ${name}`,
			plugin,
			schemaOfEvent(Object(value), isWritable)
		])),
		...tables.map(({ name, plugin, value }) => [
			`table ${name}`,
			plugin,
			value.of
		])
	];
	for (const [where, plugin, schema] of published) yield problemOf$1(schema, toJsonSchema, plugin, where);
}
/** Node has the names of request headers in lower case, so that one in upper case is never found. */
function misspeltHeader(schema, plugin, id) {
	if (!isSchema(schema)) return void 0;
	const name = Object.keys(toInputJsonSchema(schema).root.properties ?? {}).find((one) => !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(one));
	if (name === void 0) return void 0;
	return {
		code: "ROUTE_INVALID",
		plugin,
		where: `route ${id}`,
		message: `headers declares ${show(name)}, which is not the lower-case name of a header`,
		hint: `write ${show(name.toLowerCase())}`
	};
}
function problemOf$1(schema, convert, plugin, where, prefix = "") {
	if (!isSchema(schema)) return void 0;
	try {
		convert(schema);
		if (convert === toJsonSchema) schemaHash(schema);
		return;
	} catch (error) {
		if (!(error instanceof SchemaError)) throw error;
		return {
			code: "SCHEMA_UNSUPPORTED",
			plugin,
			where,
			message: `${prefix}${error.message}`,
			hint: "describe the JSON that is sent, not the value in memory"
		};
	}
}
// registry/seal/check-translations.ts
/** An author without types may write anything. */
function checkTranslations(translations = {}, report) {
	for (const [tag, texts] of Object.entries(translations)) {
		if (!isLanguageTag(tag)) report("TRANSLATION_INVALID", `translations are by language tag; received ${show(tag)}`, "write a tag of BCP 47 in its usual spelling, such as \"es\" or \"pt-BR\"");
		const problem = problemOf(texts);
		if (problem === void 0) continue;
		report("TRANSLATION_INVALID", `${tag}: ${problem}`, "write each text as it is declared, and its translation with the same { }: { \"A text.\": \"Un texto.\" }");
	}
}
function problemOf(texts) {
	if (typeof texts !== "object" || texts === null) return `translations are by text; received ${show(texts)}`;
	for (const [text, translation] of Object.entries({ ...texts })) {
		if (typeof translation !== "string" || translation === "") return `the translation of ${show(text)} is a text; received ${show(translation)}`;
		if (text.includes("{") && gapsIn(text).join() !== gapsIn(translation).join()) return `${show(translation)} has other gaps than ${show(text)}`;
	}
}
// registry/seal/check-contributions.ts
/** Findings about contributions other than routes: entries of the error catalog, root links, and headers of policies. */
function checkContributions(installed, collected) {
	const { contributors, routes, errors, rootLinks, policies, tables, schemas, events } = collected;
	const findings = [];
	const reporter = (plugin, where) => (code, message, hint) => void findings.push({
		code,
		plugin,
		where,
		message,
		hint
	});
	for (const { name, plugin, value } of errors) checkError(value, reporter(plugin, `error ${name}`));
	const owners = new Map(contributors.map((entry) => [entry.plugin.id, entry]));
	const paths = new Map(routes.map(({ name, plugin, value }) => [`${plugin}.${name}`, value]));
	for (const { name, plugin, value, route } of rootLinks) {
		const owner = owners.get(plugin);
		const report = reporter(plugin, route === void 0 ? `root link ${name}` : `route ${route}`);
		if (owner === void 0 || !checkRootLink(name, value, report)) continue;
		checkTarget(`root link ${name}`, value.to, owner, installed, report);
		const target = paths.get(qualifyRef(value.to, plugin));
		if (target === void 0 || !hasParameters(target)) continue;
		report("RELATION_UNBOUND", `root link ${name} leads to ${value.to}, and nothing fills {${parsePath(target.path).params.join("}, {")}}`, "link a route without parameters, such as the list that it belongs to");
	}
	for (const { name, plugin, value } of tables) checkTable(value, reporter(plugin, `table ${name}`));
	for (const { name, plugin, value } of schemas) checkSchema(void 0, value, reporter(plugin, `schema ${name}`));
	for (const { name, plugin, value } of events) checkEvent(value, reporter(plugin, `event ${name}`));
	for (const { name, plugin, value } of policies) checkPolicy(value, reporter(plugin, `policy ${name}`));
	for (const { plugin } of contributors) checkTranslations(plugin.translations, reporter(plugin.id, "translations"));
	for (const { name, plugin } of collected.guarantees) checkGuarantee(name, owners.get(plugin)?.plugin.provides, reporter(plugin, "guarantees"));
	return findings;
}
/** Whether the link leads to a route, whose id is then to be checked. An author without types may write anything. */
function checkRootLink(name, link, report) {
	const { to, href } = { ...Object(link) };
	if (typeof to === "string" || typeof href === "string") return typeof href !== "string";
	report("RELATION_UNKNOWN", `root link ${name} has neither a route under to nor an address under href; received ${show(link)}`, `write ${name}: { to: "…" } with the id of a route, or ${name}: { href: "https://example.com" }`);
	return false;
}
/** A fact about a service that the plugin does not provide would never be stated. */
function checkGuarantee(name, provides, report) {
	if (Object.hasOwn(provides ?? {}, name)) return;
	report("PLUGIN_INVALID", `it guarantees something of ${name}, which its provides does not name`, `name the service under provides, or write the name that it has there: ${didYouMean(name, Object.keys(provides ?? {}))}`);
}
function checkError({ status, message, ...advice }, report) {
	if (!Number.isInteger(status) || status < 400 || status > 599) report("ERROR_INVALID", `the status of an error is a whole number from 400 to 599; received ${show(status)}`, "write one of RFC 9110, section 15, such as 409; other answers have a status of their route's statuses");
	if (typeof message !== "string" || message === "") report("ERROR_INVALID", `an error has a message; received ${show(message)}`, "write one sentence for people, the same on every occurrence");
	for (const [name, text] of Object.entries(advice)) if (name !== "cause" && name !== "remedy") report("ERROR_INVALID", `an error has no member ${show(name)}`, didYouMean(name, [
		"status",
		"message",
		"cause",
		"remedy"
	]));
	else if (text !== void 0 && (typeof text !== "string" || text === "")) report("ERROR_INVALID", `the ${name} of an error is a text; received ${show(text)}`, "write a sentence for people, or leave it out");
}
function checkEvent(event, report) {
	if (isSchema(event) || typeof event !== "object" || event === null || !("of" in event)) return checkSchema(void 0, event, report);
	const { of, ofWritable, access = "public", scope = "cluster", ...others } = { ...event };
	checkSchema("of", of, report);
	if (ofWritable !== void 0) checkSchema("ofWritable", ofWritable, report);
	const [unknown] = Object.keys(others);
	const problem = unknown !== void 0 ? `an event has no key ${show(unknown)}` : !isAudience(access) ? `access is not an audience; received ${show(access)}` : scope !== "cluster" && scope !== "instance" ? `scope is "cluster" or "instance"; received ${show(scope)}` : void 0;
	if (problem === void 0) return;
	report("EVENT_INVALID", problem, "write { of: …, access: \"authenticated\" } or { of: …, access: { scopes: [\"…\"] } }, or the schema alone for everybody");
}
function isAudience(access) {
	if (access === "public" || access === "authenticated") return true;
	const { scopes, ...others } = { ...Object(access) };
	return Array.isArray(scopes) && scopes.length > 0 && scopes.every((scope) => typeof scope === "string" && scope !== "") && Object.keys(others).length === 0;
}
function checkTable({ of, key, seed, owner }, report) {
	if (!isSchema(of)) report("TABLE_INVALID", `of is not a schema; received ${show(of)}`, "write the schema of its rows, such as of: z.object({ id: z.string() })");
	if (typeof key !== "string" || key === "") report("TABLE_INVALID", `key is the name of a field; received ${show(key)}`, "write the field that identifies a row, such as key: \"id\"");
	if (seed !== void 0 && !(seed instanceof URL)) report("TABLE_INVALID", `seed is not a URL; received ${show(seed)}`, `write seed: new URL(${typeof seed === "string" ? show(seed) : "\"./rows.json\""}, import.meta.url)`);
	if (owner !== void 0 && isSchema(of)) checkOwner(of, owner, report);
}
/** Only a text field can equal the id of a principal. */
function checkOwner(of, owner, report) {
	let scalars;
	try {
		scalars = scalarFields(of);
	} catch (error) {
		if (error instanceof SchemaError) return;
		throw error;
	}
	if (typeof owner === "string" && Object.hasOwn(scalars, owner)) {
		if (scalars[owner]?.type === "string") return;
	}
	const texts = Object.values(scalars).flatMap(({ name, type }) => type === "string" ? name : []);
	report("TABLE_INVALID", `owner is a text field of the table, with the id of the principal that a row belongs to; received ${show(owner)}`, didYouMean(String(owner), texts));
}
/** A token (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
function checkPolicy({ reads = {}, writes = {}, sharedHeaders = [] }, report) {
	for (const name of Object.keys(reads)) {
		const lower = name.toLowerCase();
		if (name === lower) continue;
		report("POLICY_INVALID", `reads names ${show(name)}; request headers have lower-case names here, so it would always be absent`, `write ${show(lower)}, and read it with call.header(${show(lower)})`);
	}
	for (const name of [...Object.keys(reads), ...Object.keys(writes)]) {
		if (HEADER_NAME.test(name)) continue;
		report("POLICY_INVALID", `${Object.hasOwn(writes, name) ? "writes" : "reads"} names ${show(name)}, which cannot be the name of a header`, "write letters, digits and hyphens");
	}
	for (const name of sharedHeaders) {
		if (Object.hasOwn(writes, name)) continue;
		report("POLICY_INVALID", `sharedHeaders names ${show(name)}, which writes does not have`, `add writes: { ${show(name)}: "…" }`);
	}
}
// registry/seal/check-promises.ts
/** One finding for all routes of a plugin with the same promise. */
function checkPromises(installed, { routes, policies }, offered = {}) {
	const findings = [];
	for (const key of Object.keys(PROMISES)) for (const value of PROMISES[key]) {
		if (policies.some((policy) => enforces(policy.value.enforces, key, value))) continue;
		const broken = routes.filter((route) => route.value[key] === value);
		for (const [plugin, own = []] of Map.groupBy(broken, (route) => route.plugin)) findings.push(unenforced(plugin, own, key, value, howToEnforce(installed, offered, key, value)));
	}
	return findings;
}
function enforces(promises, key, value) {
	return promises?.[key]?.some((one) => one === value) === true;
}
function unenforced(plugin, [first, ...others], key, value, how) {
	return {
		code: "ROUTE_KEY_UNENFORCED",
		plugin,
		where: `route ${first?.name}${others.length > 0 ? ` and ${others.length} more` : ""}`,
		message: `${key}: ${JSON.stringify(value)} promises what no enabled policy enforces`,
		hint: `${how}\nor write another value for ${key}`
	};
}
/** The config that brings a policy which enforces the promise. */
function howToEnforce(installed, offered, key, value) {
	const off = installed.find(({ plugin: { policies = [] } }) => policies.some((policy) => enforces(policy.enforces, key, value)));
	if (off !== void 0) return `switch it on: ${switching(off, true)}`;
	const [id, offer] = Object.entries(offered).find(([, one]) => enforces(one.enforces, key, value)) ?? [];
	if (id === void 0) return "install a plugin whose policy enforces it";
	return `switch it on: plugins: { ${id}: ${offer?.option === void 0 ? "true" : `{ ${offer.option}: true }`} }`;
}
// registry/seal/check-response-headers.ts
/** Findings about headers that handlers are to fill: those that belong to others, and those that nothing could fill. */
/** Of the connection (RFC 9110, section 7.6.1), or read by the client's connection alone. */
const OF_CONNECTION = /* @__PURE__ */ new Set([
	"connection",
	"keep-alive",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade"
]);
/** Answers that are made without a handler, or begin before it runs. */
const UNFILLED = [
	"redirect",
	"alwaysFails",
	"stream"
];
function checkResponseHeaders(route, report) {
	const { responseHeaders } = route;
	if (responseHeaders === void 0) return;
	const invalid = (message, hint) => report("ROUTE_INVALID", message, hint);
	const names = Object.keys(Object(responseHeaders));
	if (names.length === 0) return invalid(`responseHeaders names no header; received ${show(responseHeaders)}`, "write responseHeaders: { \"X-Receipt\": z.string() }, or remove it");
	const kind = UNFILLED.find((key) => route[key] !== void 0);
	const unfilled = route.document === true ? "document" : kind;
	if (unfilled !== void 0) invalid(`responseHeaders would never be sent, because the route has ${unfilled} and no handler that could fill them in time`, "remove responseHeaders, or let a policy write the header");
	for (const name of names) checkName(name, names, invalid);
}
function checkName(name, names, invalid) {
	const lower = name.toLowerCase();
	if (!HEADER_NAME.test(name)) invalid(`responseHeaders names ${show(name)}, which cannot be the name of a header`, "write letters, digits and hyphens");
	if (OF_CONNECTION.has(lower)) invalid(`responseHeaders names ${name}, which is about the connection and not about the answer`, "remove it");
	if (lower === "set-cookie") invalid("responseHeaders names Set-Cookie, but answers may be kept for other clients, and a cookie is for one", "let a policy write it, which does so for each request");
	if (names.some((other) => other !== name && other.toLowerCase() === lower)) invalid(`responseHeaders names ${name} twice, in two spellings`, "keep one of them");
}
/** Headers that a policy or the kernel writes already. */
function checkHeaderOwners({ routes, policies }) {
	const owners = new Map([...KERNEL_HEADERS.map((name) => [name.toLowerCase(), "the kernel"]), ...policies.flatMap(({ name: id, plugin, value: { writes = {} } }) => Object.keys(writes).map((name) => [name.toLowerCase(), `policy ${id} of plugin ${plugin}`]))]);
	return routes.flatMap(({ name: id, plugin, value }) => Object.keys(value.responseHeaders ?? {}).flatMap((name) => {
		const owner = value.bytes !== void 0 && name.toLowerCase() === "content-disposition" ? "the kernel" : owners.get(name.toLowerCase());
		if (owner === void 0) return [];
		return [{
			code: "HEADER_CONFLICT",
			plugin,
			where: `route ${id}`,
			message: `responseHeaders names ${name}, which ${owner} writes`,
			hint: "remove it from the route, or choose another name"
		}];
	}));
}
// registry/seal/check-bytes.ts
/** Findings about routes that answer with bytes. */
/** A media type in lower case (RFC 9110, section 8.3.1), which may have parameters. */
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:;.+)?$/;
/** Keys that describe JSON. */
const OF_JSON = ["produces", "bareBody"];
function checkBytes(route, report) {
	const { bytes, document, method } = route;
	if (bytes === void 0) return;
	const invalid = (message, hint) => report("ROUTE_INVALID", message, hint);
	const types = [bytesTypesOf(route)].flat();
	const areTypes = types.every((type) => typeof type === "string" && MEDIA_TYPE.test(type));
	if (types.length === 0 || !areTypes || new Set(types).size < types.length) invalid(`bytes must name media types in lower case, each once; received ${show(bytes)}`, "write bytes: \"application/pdf\" or bytes: [\"image/png\", \"image/jpeg\"]");
	const streamed = Reflect.get(Object(bytes), "streamed");
	if (typeof bytes !== "string" && !Array.isArray(bytes) && streamed !== true) invalid(`bytes.streamed must be true; received ${show(streamed)}`, "remove it, and the bytes are sent whole");
	if (streamed === true && (document === true || method !== "GET")) invalid(`bytes are streamed, but the answer ${document === true ? "of a document" : "to a write"} is kept and sent again`, "remove streamed and return the bytes whole");
	const keys = OF_JSON.filter((key) => route[key] !== void 0);
	if (keys.length > 0) invalid(`${keys.join(" and ")} would do nothing, because the answer is bytes and not JSON`, `remove ${keys.join(" and ")}; bytes names the media types`);
}
// registry/seal/check-form.ts
const METHODS = [
	"GET",
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
];
function checkForm(route, report) {
	const invalid = (message, hint) => report("ROUTE_INVALID", message, hint);
	const problem = typeof route.path === "string" ? invalidPath(route.path) : "it must be a string";
	if (problem !== void 0) invalid(`the path ${show(route.path)} cannot be used: ${problem}`, "write a path like /api/brains/{id}");
	if (!METHODS.includes(route.method)) invalid(`the method must be one of ${METHODS.join(", ")}; received ${show(route.method)}`, "HEAD and OPTIONS are derived from the routes of a path");
	if (typeof route.summary !== "string" || route.summary === "") invalid(`a route must have a summary; received ${show(route.summary)}`, "describe in one sentence what the route answers");
	if (route.listener !== void 0 && route.listener !== "admin") invalid(`the listener must be "admin" or left out; received ${show(route.listener)}`, "remove listener, and the route is served to clients");
	const durations = {
		"alwaysFails.retryAfter": route.alwaysFails?.retryAfter,
		timeout: route.timeout
	};
	for (const [key, value] of Object.entries(durations)) {
		if (value === void 0) continue;
		if (DURATION_PATTERN.test(value) && (key !== "timeout" || toMilliseconds(value) > 0)) continue;
		invalid(`${key} must be a duration; received ${show(value)}`, "write a number with its unit, such as \"5s\"; a timeout is longer than 0");
	}
	const languages = route.languages ?? [];
	const distinct = [...new Set(languages)];
	if (distinct.length < languages.length || !distinct.every(isLanguageTag)) invalid(`languages must be language tags, each once; received ${show(languages)}`, "write tags of BCP 47, such as \"en\" or \"pt-BR\", the default first");
	for (const status of route.statuses ?? []) {
		if (Number.isInteger(status) && status >= 200 && status <= 599 && (status < 300 || status > 399)) continue;
		invalid(`statuses has ${show(status)}, which no handler can answer with`, "write a status 2xx, 4xx or 5xx; a redirect is a route of its own, and 304 is the kernel's");
	}
	if (route.document === true && route.query !== void 0) invalid("a document is the same for every request, so query would never be read", "remove query, or remove document and answer from a handler");
	const kinds = ANSWER_KEYS.filter((key) => route[key] !== void 0);
	if (kinds.length !== 1) report("ROUTE_BODY_MISSING", `a route must have exactly one of ${ANSWER_KEYS.join(", ")}; received ${kinds.join(" and ") || "none"}`, "keep the one that describes the body");
	if (route.method === "GET" && route.cache === void 0) report("ROUTE_CACHE_MISSING", "a GET route must declare what caches may do with it", "add cache: \"no-store\", or { scope: \"public\", maxAge: \"60s\" }");
}
// registry/seal/check-page.ts
const KEYS = [
	"title",
	"description",
	"menu",
	"updated"
];
const MENUS = [
	"main",
	"footer",
	"none"
];
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
function checkPage({ page, languages }, report) {
	if (page === void 0) return;
	const claim = (holds, message, hint) => {
		if (!holds) report("ROUTE_INVALID", message, hint);
	};
	const { title, description, menu, updated } = page;
	for (const [key, text] of Object.entries({
		title,
		description
	})) {
		if (key === "description" && text === void 0) continue;
		const missing = missingFrom(text, languages);
		claim(missing === void 0, `page.${key} ${missing ?? ""}; received ${show(text)}`, languages === void 0 ? "write a text" : `write a text, or one for each language: { ${languages.map((tag) => `${show(tag)}: "…"`).join(", ")} }`);
	}
	claim(menu === void 0 || MENUS.includes(menu), `page.menu must be one of ${MENUS.join(", ")}; received ${show(menu)}`, "leave it out for \"footer\"");
	claim(updated === void 0 || ISO_DATE.test(updated) && !Number.isNaN(Date.parse(updated)), `page.updated must be a day; received ${show(updated)}`, "write it like \"2026-11-21\"");
	for (const key of Object.keys(page)) claim(KEYS.includes(key), `page has no key ${show(key)}`, `its keys are ${KEYS.join(", ")}`);
}
/** Returns the reason why a text cannot be read in each of the languages; undefined when it can. */
function missingFrom(text, languages) {
	const isText = (value) => typeof value === "string" && value.trim() !== "";
	if (typeof text !== "object" || text === null) return isText(text) ? void 0 : "must be a text";
	if (languages === void 0) return "has texts by language, but the route names no languages";
	const missing = languages.filter((language) => !isText(text[language]));
	return missing.length === 0 ? void 0 : `has no text in ${missing.join(", ")}`;
}
// registry/seal/check-upload.ts
/** Findings about routes whose handlers read the request body. */
function checkUpload(route, report) {
	const { upload, transaction, idempotency } = route;
	if (upload === void 0) return;
	const invalid = (message, hint) => report("ROUTE_INVALID", message, hint);
	const others = ["body", "bodies"].filter((key) => route[key] !== void 0);
	if (others.length > 0) invalid(`a route has upload and ${others.join(" and ")}, so that it is not clear which one counts`, `remove ${others.join(" and ")}, or remove upload`);
	const { mediaTypes, parts, maxBytes } = Object(upload);
	if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) invalid(`upload.maxBytes must be a number of bytes; received ${show(maxBytes)}`, "write the largest body that the handler can take, such as maxBytes: 10_000_000");
	if (mediaTypes === void 0 === (parts === void 0)) return invalid(`upload has exactly one of mediaTypes and parts; received ${show(upload)}`, "write mediaTypes: \"image/png\" for bytes, or parts: { … } for a form");
	const files = Object.entries(Object(parts)).filter(([, part]) => isFile(part)).map(([name, part]) => [`upload.parts.${name}`, Object(part)]);
	const typed = parts === void 0 ? [["upload", upload]] : files;
	for (const [key, one] of typed) {
		const { mediaTypes: named } = one;
		const types = [named].flat();
		if (types.length > 0 && types.every((type) => typeof type === "string" && isPlain(type))) continue;
		invalid(`${key}.mediaTypes must name media types in lower case, without parameters; received ${show(named)}`, "write \"image/png\" or [\"image/png\", \"image/jpeg\"]; texts of a form have a schema");
	}
	if (parts !== void 0 && Object.keys(parts).length === 0) invalid("upload.parts names no part", "write parts: { photo: { mediaTypes: … } }");
	if (transaction !== false) invalid("a route has upload and no transaction: false, so that a slow client would hold a transaction open", "add transaction: false, and call store.transaction in the handler once the upload is read");
	if (idempotency === "key") invalid("a route has upload and idempotency: \"key\", but the body that a key belongs to is known only when it is read", "write idempotency: \"natural\" or \"none\"");
}
function isPlain(type) {
	return MEDIA_TYPE.test(type) && !type.includes(";");
}
// registry/seal/check-routes.ts
function checkRoutes(installed, contributions, offered = {}) {
	const policies = installed.flatMap(({ plugin }) => plugin.policies ?? []);
	const policyKeys = new Map(policies.flatMap((policy) => policy.key === void 0 ? [] : [[policy.key, policy]]));
	const errorCodes = [...Object.keys(kernelErrors), ...contributions.errors.map(({ name }) => name)];
	return contributions.contributors.flatMap((contributor) => {
		const scope = {
			installed,
			offered,
			policyKeys,
			errorCodes,
			contributor
		};
		return Object.entries(contributor.routes).flatMap(([id, route]) => checkRoute(id, route, scope));
	});
}
function checkRoute(id, route, scope) {
	const { plugin } = scope.contributor;
	const findings = [];
	const report = (code, message, hint) => {
		findings.push({
			code,
			plugin: plugin.id,
			where: `route ${id}`,
			message,
			hint
		});
	};
	if (typeof route !== "object" || route === null) {
		report("ROUTE_INVALID", `a route must be an object; received ${show(route)}`, "write { method, path, summary, … }");
		return findings;
	}
	checkForm(route, report);
	checkWrite(route, report);
	checkPage(route, report);
	checkBytes(route, report);
	checkUpload(route, report);
	checkResponseHeaders(route, report);
	checkPublish(route, report);
	checkKeys(route, scope, report);
	checkProducers(id, route, plugin, report);
	for (const [key, schema] of Object.entries(schemasOf(route))) if (schema !== void 0) checkSchema(key, schema, report);
	checkReferences(route, scope, report);
	return findings;
}
const PUBLISHED = ["rootLink", "capability"];
function checkPublish({ publish, redirect }, report) {
	if (publish === void 0) return;
	if (redirect !== void 0) return report("ROUTE_INVALID", "a redirect has publish, which is for the route that it leads to", "move publish to that route, or add rootLinks or capabilities to the plugin");
	const entries = Object.entries(Object(publish));
	if (!entries.every(([key, value]) => PUBLISHED.includes(key) && typeof value === "string" && value !== "") || entries.length === 0) report("ROUTE_INVALID", `publish names a rootLink, a capability or both, received ${show(publish)}`, "write publish: { rootLink: \"brains\", capability: \"brains\" }");
}
function checkKeys(route, { policyKeys, offered }, report) {
	const keys = [.../* @__PURE__ */ new Set([...ROUTE_KEYS, ...policyKeys.keys()])];
	for (const [key, value] of Object.entries(route)) {
		const schema = policyKeys.get(key)?.schema;
		if (schema !== void 0) checkValue(key, value, schema, report);
		if (keys.includes(key)) continue;
		const near = nearest(key, keys);
		const owner = Object.keys(offered).find((id) => offered[id]?.routeKeys?.includes(key));
		report("ROUTE_KEY_UNKNOWN", `no installed policy knows the key ${show(key)}`, owner !== void 0 ? `it belongs to the plugin ${owner}, which is off; switch it on: plugins: { ${owner}: true }\nor remove ${key} from the route` : near === void 0 ? `remove it, or install the plugin whose policy has this key; available: ${keys.join(", ")}` : `did you mean ${show(near)}?`);
	}
}
/** Validates a route's value under a policy's key. Schemas of keys are synchronous. */
function checkValue(key, value, schema, report) {
	const result = schema["~standard"].validate(value);
	if (result instanceof Promise) return report("ROUTE_KEY_INVALID", `the schema of ${key} is asynchronous, which the schema of a key cannot be`, "let the policy use a schema that validates at once");
	for (const problem of explainIssues(result.issues ?? [], value, toNodeIfPossible(schema), key)) report("ROUTE_KEY_INVALID", `${[key, ...problem.path].map(String).join(".")}: ${problem.message}`, problem.hint);
}
function checkProducers(id, route, plugin, report) {
	if (Object.hasOwn(plugin.pageEntries ?? {}, id) && (route.page === void 0 || parsePath(route.path).params.length === 0)) report("ROUTE_INVALID", "pageEntries lists the pages of this route, which is not a page, or has no parameters in its path", `remove pageEntries: { ${id} }, or declare page and a path such as ${route.path}/{name}`);
	const isAnswered = route.redirect === void 0 && route.alwaysFails === void 0;
	if (route.document === true) {
		if (typeof plugin.documents?.[id] !== "function") report("DOCUMENT_MISSING", `the route is a document, but documents has no function ${id}`, `add documents: { ${id}: (registry, options) => … }`);
	} else if (isAnswered && typeof plugin.handlers !== "function") report("HANDLER_MISSING", "the plugin has no handlers", `add handlers: (use) => ({ ${id}: (call) => … })`);
	for (const mediaType of route.produces ?? []) {
		if (mediaType.split(";", 1)[0]?.trimEnd().endsWith("json") === true || typeof plugin.renderers?.[id]?.[mediaType] === "function") continue;
		report("RENDERER_MISSING", `produces names ${mediaType}, which is not JSON and has no renderer`, `add renderers: { ${id}: { ${show(mediaType)}: (body) => … } }`);
	}
}
// registry/seal/check.ts
/** Findings about a set of plugins, all at once. */
function check(installed, collected, reserved) {
	const routes = checkRoutes(installed, collected, reserved.offered);
	const services = checkServices(installed, reserved.services);
	const guards = checkGuards(installed, collected);
	const together = routes.length > 0 ? [] : [
		...checkPromises(installed, collected, reserved.offered),
		...checkContributions(installed, collected),
		...checkConflicts(collected, reserved.commands),
		...checkHeaderOwners(collected),
		...findingsOfPlugins(collected)
	];
	return [
		...routes,
		...services,
		...guards,
		...together
	];
}
/** Findings of the plugins' own validations. */
function findingsOfPlugins(collected) {
	return collected.contributors.flatMap(({ plugin, options }) => (plugin.validate?.run(collected, options) ?? []).map((finding) => ({
		plugin: plugin.id,
		...finding,
		code: finding.code
	})));
}
// registry/seal/check-bindings.ts
/**
* Checks one route at each step. Apart from other findings, because converting schemas takes time. A relation whose target
* is off disappears, so nothing is to be said of it.
*/
function* checkBindings({ routes }) {
	const pathed = routes.filter(({ value }) => hasPath(value));
	const params = new Map(pathed.map(({ plugin, name, value }) => [`${plugin}.${name}`, parsePath(value.path).params]));
	for (const { plugin, name, value: route } of pathed) {
		const findings = [];
		const report = (code, message, hint) => void findings.push({
			code,
			plugin,
			where: `route ${name}`,
			message,
			hint
		});
		checkParams(route, report);
		checkListQuery(route, report);
		for (const link of linksOf(route)) {
			const target = params.get(qualifyRef(targetOf(link.relation), plugin));
			if (target !== void 0) checkLink(link, target, report);
		}
		yield* findings;
		yield void 0;
	}
}
/** Declarations in JavaScript may be anything; those without a path are findings of their own. */
function hasPath(route) {
	return typeof route?.path === "string" && invalidPath(route.path) === void 0;
}
function linksOf({ path, returns, list, relations = {}, creates }) {
	const own = {
		filling: parsePath(path).params,
		others: [],
		isOpen: false
	};
	const ofRoute = {
		who: "this route does",
		from: list ? "a parameter of the path (links of each item belong to list: { relations })" : "a parameter of the path or a field of the body",
		sources: () => join$1(own, sourcesOf(returns))
	};
	const ofItem = {
		who: "its items do",
		from: "a field of the items",
		sources: () => sourcesOf(list?.of)
	};
	const links = Object.entries(relations).map(([rel, relation]) => ({
		...ofRoute,
		name: `relation ${rel}`,
		write: (value) => `relations: { ${rel}: ${value} }`,
		relation
	}));
	const linksOfItems = Object.entries(list?.relations ?? {}).map(([rel, relation]) => ({
		...ofItem,
		name: `relation ${rel}`,
		write: (value) => `list: { relations: { ${rel}: ${value} } }`,
		relation
	}));
	const created = {
		...ofRoute,
		name: "creates",
		write: (value) => `creates: ${value}`
	};
	return [
		...links,
		...linksOfItems,
		...creates === void 0 ? [] : [{
			...created,
			relation: creates
		}]
	];
}
function checkLink({ name, write, relation, who, from, sources }, params, report) {
	const to = targetOf(relation);
	const bound = typeof relation === "string" ? {} : relation.with ?? {};
	for (const parameter of Object.keys(bound)) {
		if (params.includes(parameter)) continue;
		report("RELATION_UNBOUND", `${name} fills {${parameter}}, which the path of ${to} does not have`, params.length === 0 ? `remove with, as ${to} has no parameters` : `fill ${params.join(", ")}`);
	}
	if (params.length === 0) return;
	const { filling, others, isOpen } = sources();
	for (const parameter of params) {
		const source = bound[parameter];
		const field = source ?? parameter;
		if (isOpen || filling.includes(field)) continue;
		const lacks = others.includes(field) ? "holds no text or number" : `${who} not have`;
		const near = source === void 0 ? void 0 : nearest(source, filling);
		report("RELATION_UNBOUND", source === void 0 ? `${name} leads to ${to}, and nothing fills {${parameter}}` : `${name} fills {${parameter}} from ${show(source)}, which ${lacks}`, near === void 0 ? `write ${write(`{ to: ${show(to)}, with: { ${parameter}: "…" } }`)} with ${from}: ${filling.join(", ") || "there is none yet"}` : `did you mean ${show(near)}?`);
	}
}
function checkParams({ path, params }, report) {
	const inPath = parsePath(path).params;
	const { filling, others, isOpen } = sourcesOf(params, toInputJsonSchema);
	const described = [...filling, ...others];
	if (params === void 0 || isOpen) return;
	if (inPath.filter((name) => !described.includes(name)).length === 0 && described.length === inPath.length) return;
	report("ROUTE_INVALID", `params describes ${described.join(", ") || "nothing"}, and the path has ${inPath.join(", ") || "no parameters"}`, inPath.length === 0 ? "remove params, or write a path like /brains/{id}" : `describe each parameter of the path: params: z.object({ ${inPath.map((name) => `${name}: …`).join(", ")} })`);
}
/** Members of the query that handlers of lists receive. */
const LIST_QUERY = namesOf({
	fields: 1,
	filters: 1,
	sort: 1,
	limit: 1,
	after: 1
});
function namesOf(names) {
	return Object.keys(names);
}
function checkListQuery({ list, query }, report) {
	if (list === void 0 || query === void 0) return;
	const { filling, others } = sourcesOf(query, toInputJsonSchema);
	const taken = [...filling, ...others].filter((name) => LIST_QUERY.includes(name));
	if (taken.length > 0) report("ROUTE_INVALID", `query has ${taken.join(", ")}, which every list has already`, "rename it, or leave it out where the list's own is enough");
}
function join$1(a, b) {
	return {
		filling: [...a.filling, ...b.filling],
		others: [...a.others, ...b.others],
		isOpen: a.isOpen || b.isOpen
	};
}
/** The top-level fields of a schema. One that does not convert is another finding. */
function sourcesOf(schema, convert = toJsonSchema) {
	if (!isSchema(schema)) return {
		filling: [],
		others: [],
		isOpen: false
	};
	try {
		const { root, definitions } = convert(schema);
		const fields = [...fieldsOf(root, definitions)];
		const { filling = [], others = [] } = Object.groupBy(fields, ([, { schemas }]) => schemas.some((field) => isFilling(flatten(field, { $defs: definitions }))) ? "filling" : "others");
		const names = (some) => some.map(([name]) => name);
		return {
			filling: names(filling),
			others: names(others),
			isOpen: hasOpenMember(root, definitions)
		};
	} catch (error) {
		if (!(error instanceof SchemaError)) throw error;
		return {
			filling: [],
			others: [],
			isOpen: true
		};
	}
}
function isFilling({ type }) {
	return (type === void 0 ? ["string"] : [type].flat()).some((one) => one === "string" || one === "number" || one === "integer");
}
/** Whether objects may have fields that the schema does not list. */
function hasOpenMember(node, definitions) {
	const { type, properties, additionalProperties, ...flat } = flatten(node, { $defs: definitions });
	const members = [
		...flat.allOf ?? [],
		...flat.anyOf ?? [],
		...flat.oneOf ?? []
	];
	return additionalProperties !== void 0 && additionalProperties !== false || type === void 0 && properties === void 0 && members.length === 0 || members.some((member) => hasOpenMember(member, definitions));
}
// registry/seal/check-policies.ts
/** Findings about policies that do not compile for a route, or that add members which its bodies have already. */
/**
* A registry of at most so many routes keeps what compiled, some 8 KB a route, so that no request compiles. In a larger
* one a route compiles again when it is first requested, in some 50 µs.
*/
const KEEP_UP_TO = 1e3;
/** Finds values that a route reads and no policy provides for it. */
function* missingValues(route, installed) {
	const { ref, plugin, declaration } = route;
	for (const { id } of Object.values(declaration.values ?? {})) {
		if (route.values.has(id)) continue;
		const owner = installed.find((entry) => providedBy(entry).includes(id));
		const hint = "or remove the value from the route";
		yield {
			code: "VALUE_MISSING",
			plugin,
			where: `route ${ref}`,
			message: owner === void 0 ? `the route reads the value ${id}, which no installed policy provides` : `the route reads the value ${id}, which the plugin ${owner.plugin.id} ${owner.enabled ? "does not provide for it" : "would provide, but it is switched off"}`,
			hint: owner === void 0 || owner.enabled ? `install a plugin whose policy provides ${id} for this route, ${hint}` : `switch the provider on with ${switching(owner, true)}, ${hint}`
		};
	}
}
function providedBy({ plugin }) {
	return (plugin.policies ?? []).flatMap(({ provides = {} }) => Object.values(provides).map(({ id }) => id));
}
/** Compiles one route at each step. The findings come last: one for all routes where a policy fails alike. */
function* checkPolicies(routes, installed) {
	const failed = /* @__PURE__ */ new Map();
	for (const route of routes) try {
		yield memberConflict(route, route.check(routes.length <= KEEP_UP_TO));
		yield* missingValues(route, installed);
	} catch (error) {
		if (!(error instanceof PolicyError)) throw error;
		const alike = failed.get(error.message);
		if (alike === void 0) failed.set(error.message, {
			error,
			refs: [route.ref]
		});
		else alike.refs.push(route.ref);
	}
	for (const { error, refs } of failed.values()) {
		const owner = installed.find(({ plugin }) => plugin.policies?.some((policy) => policy === error.policy));
		if (owner === void 0) throw error;
		yield {
			code: error.code,
			plugin: owner.plugin.id,
			where: `route ${refs[0]}${refs.length > 1 ? ` and ${refs.length - 1} more` : ""}`,
			message: error.message,
			hint: error.hint ?? `fix the policy, or switch its plugin off: ${switching(owner, false)}`
		};
	}
}
/** A finding when a body has a field of its own under the name of a member: one of the two would be lost. */
function memberConflict({ plugin, id, declaration: { returns, bareBody } }, members) {
	if (returns === void 0 || bareBody === true || members.size === 0) return void 0;
	try {
		const field = fieldNames(returns).find((name) => members.has(name));
		if (field === void 0) return void 0;
		return {
			code: "ROUTE_INVALID",
			plugin,
			where: `route ${id}`,
			message: `returns has the field ${field}, which the policy ${members.get(field)} adds to JSON bodies`,
			hint: "remove or rename the field; links are declared under relations"
		};
	} catch (error) {
		if (error instanceof SchemaError) return void 0;
		throw error;
	}
}
// registry/seal/seal.ts
/** Seals a registry: collect, check, compile. Pure; starts nothing and touches no file. */
const NO_NAMES = {
	commands: [],
	services: []
};
/** Checks everything that is installed and, when nothing is wrong, makes the registry. */
function seal(input) {
	const { installed } = input;
	const collected = collect(installed, input.hasAdmin);
	const findings = check(installed, collected, input.reserved ?? NO_NAMES);
	if (findings.length > 0) {
		const slow = [...present(checkBindings(collected)), ...present(checkSchemas(collected))];
		return {
			registry: void 0,
			findings: [...findings, ...slow]
		};
	}
	const { registry, routes, builtin, connectPolicies } = buildRegistry(input, collected);
	const { contributors, routes: declared, schemas, events, tables } = collected;
	const slowFindings = function* () {
		yield* checkPolicies([...routes, ...builtin], installed);
		yield* checkBindings({ routes: declared });
		yield* checkSchemas({
			contributors,
			schemas,
			events,
			tables
		});
	};
	if (present(checkPolicies(builtin, installed)).length > 0) return {
		registry: void 0,
		findings: present(slowFindings())
	};
	const unmet = checkPreconditions(routes);
	if (unmet.length > 0) return {
		registry: void 0,
		findings: [...unmet, ...present(slowFindings())]
	};
	return {
		registry,
		findings: [],
		slowFindings,
		connectPolicies
	};
}
function present(values) {
	return [...values].filter((value) => value !== void 0);
}
// kernel/config/validate.ts
/** Validates a value of the config against a schema; findings name keys as the operator wrote them. Used for every key. */
/**
* Returns the value with defaults filled in, or findings and the top-level keys that they are about. Throws a SchemaError
* when there is something to report and the schema cannot be described.
*/
async function validateValue(schema, input, place) {
	const result = await schema["~standard"].validate(input);
	if (result.issues === void 0) return {
		value: result.value,
		findings: [],
		refused: /* @__PURE__ */ new Set()
	};
	const problems = explainIssues(result.issues, input, toNode(schema), "options");
	return {
		value: void 0,
		findings: problems.map(({ path, message, hint, kind }) => ({
			code: kind === "unknown key" ? place.codes.unknown : place.codes.invalid,
			...place.plugin === void 0 ? {} : { plugin: place.plugin },
			where: `${joinPath(place.path, path)} (${place.origin(String(path[0] ?? ""))})`,
			message,
			hint
		})),
		refused: new Set(problems.map(({ path }) => String(path[0] ?? "")))
	};
}
function joinPath(base, path) {
	return [...base === "" ? [] : [base], ...path.map(String)].join(".") || "the whole config";
}
/** Objects as YAML, JSON or a literal makes them: no class instances, no arrays. */
function isPlainObject(value) {
	if (typeof value !== "object" || value === null) return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
// kernel/config/setting.ts
/** The forms of one value below `plugins`: true, false, options, a plugin, or a plugin with options. */
/**
* The kernel's key among a plugin's options: whether the service may run without the plugin. Overrides the plugin's own
* `optional`.
*/
const OPTIONAL_KEY = "$optional";
/** Reads the settings below `plugins`, by key. Values of any other form become findings, which name `origin`. */
function readSettings(values, origin) {
	const settings = /* @__PURE__ */ new Map();
	const findings = [];
	for (const [key, value] of Object.entries(values)) {
		const setting = toSetting(value);
		if (setting !== void 0) settings.set(key, setting);
		else findings.push({
			code: "CONFIG_INVALID",
			where: `${configPath(key)} (${origin})`,
			message: `a plugin's setting is true, false or its options, with $optional true or false; received ${showForm(value)}`,
			hint: `write ${key}: true, ${key}: false, or options below ${key}`
		});
	}
	return {
		settings,
		findings
	};
}
/** Whether a value of the config is a plugin itself rather than options for one. */
function looksLikePlugin(value) {
	return isPlainObject(value) && typeof value["id"] === "string" && typeof value["summary"] === "string";
}
function toSetting(value) {
	if (typeof value === "boolean") return {
		enabled: value,
		options: {}
	};
	if (looksLikePlugin(value)) return {
		enabled: true,
		options: {},
		plugin: value
	};
	if (isPlainObject(value)) return withOptions(value);
	if (!Array.isArray(value) || value.length !== 2) return void 0;
	const [plugin, options] = value;
	if (!looksLikePlugin(plugin) || !isPlainObject(options)) return void 0;
	const setting = withOptions(options);
	return setting && {
		...setting,
		plugin
	};
}
/** Names the form of a value without the value, which may be an option that no message may show. */
function showForm(value) {
	if (Array.isArray(value)) return "a list";
	if (typeof value === "string") return "a text";
	return isPlainObject(value) ? `$optional: ${show(value[OPTIONAL_KEY])}` : show(value);
}
function withOptions({ [OPTIONAL_KEY]: optional, ...options }) {
	if (optional !== void 0 && typeof optional !== "boolean") return void 0;
	return {
		enabled: true,
		options,
		optional
	};
}
/** A key below `plugins` as findings show it: `plugins.cors`, `plugins["@acme/atlas"]`. */
function configPath(key) {
	return /^[\w-]+$/.test(key) ? `plugins.${key}` : `plugins[${JSON.stringify(key)}]`;
}
/** The source of a plugin, as findings show it. */
function shownSource(source) {
	return source === "preset" ? source : configPath(source);
}
// kernel/config/closed-options.ts
/** A finding when some object among the options lets unknown keys pass without saying so (zod: `z.looseObject`). */
function checkClosed(entry) {
	const { options, id } = entry.plugin;
	const schema = options && entry.enabled ? toNodeIfPossible(options) : void 0;
	const open = schema && findOpenObject(schema);
	if (open === void 0) return void 0;
	return {
		code: "OPTIONS_OPEN",
		plugin: id,
		where: `${configPath(configKey(entry))}, options`,
		message: `the schema of ${open} ignores unknown keys, so a misspelt option would do nothing`,
		hint: "write z.strictObject({ … }), or z.looseObject({ … }) when any key is allowed"
	};
}
function findOpenObject({ node: root, definitions }) {
	let open;
	const look = (node, path) => {
		if (node.properties !== void 0 && node.additionalProperties === void 0) open ??= path;
		mapSubschemas(node, (child, keyword, key) => {
			if (keyword !== "allOf" && keyword !== "not") look(child, keyword === "properties" ? `${path}.${key}` : path);
			return child;
		});
	};
	look(root, "options");
	for (const [name, definition] of Object.entries(definitions)) look(definition, name);
	return open;
}
// kernel/config/parse-text.ts
/** Reads the text of an environment variable. */
/**
* A variable's text as the value that the option's schema describes. Lists are JSON or separated by commas. Text that does
* not parse stays text, for the schema to refuse.
*/
function parseText(text, schema) {
	if (schema === void 0) return parseJson$1(text);
	const members = unionMembers(schema);
	if (members.length > 0) return members.map((member) => parseText(text, member)).find((value) => value !== text) ?? text;
	const { node } = schema;
	const values = node.enum ?? (node.const === void 0 ? void 0 : [node.const]);
	const types = new Set(values === void 0 ? [node.type ?? []].flat() : values.map((value) => typeof value));
	if ((types.has("number") || types.has("integer")) && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
	if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
	if (types.has("array")) {
		if (text.trimStart().startsWith("[")) return parseJson$1(text);
		return text.split(",").map((item) => parseText(item.trim(), propertyOf(schema, 0)));
	}
	if (types.has("object") || types.size === 0 && values === void 0) return parseJson$1(text);
	return text;
}
function parseJson$1(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
// kernel/config/secret-file.ts
/** Secrets in files, as secret stores mount them: `<VARIABLE>_FILE` names a file whose text is the variable's value. */
const FILE_SUFFIX = "_FILE";
/** Reads the file that a variable names, relative to the working directory. */
function readSecret(named) {
	const path = resolve(named);
	try {
		const bytes = readFileSync(path);
		const content = hash("sha256", bytes, "hex");
		const text = bytes.toString("utf8").replace(/\r?\n$/, "");
		if (text === "") return {
			path,
			content,
			problem: `the file ${show(named)} is empty`
		};
		return {
			path,
			content,
			text
		};
	} catch (error) {
		return {
			path,
			problem: `the file ${show(named)} cannot be read: ${messageOf(error)}`
		};
	}
}
// kernel/config/env.ts
/** The environment as a source of config. Empty variables count as absent. */
/** The key that each variable sets, as a path. */
const KERNEL_VARIABLES = {
	PORT: "port",
	HOST: "host",
	WAYMARK_BASE_URL: "baseUrl",
	WAYMARK_SERVICE: "service",
	WAYMARK_SERVICE_VERSION: "version",
	WAYMARK_INSTANCE: "instance",
	WAYMARK_TRUSTED_PROXIES: "trustedProxies",
	WAYMARK_LOG_LEVEL: "log.level",
	WAYMARK_ADMIN_HOST: "admin.host",
	WAYMARK_ADMIN_PORT: "admin.port",
	WAYMARK_ADMIN_SOCKET: "admin.socket",
	WAYMARK_SOCKET: "socket"
};
const PREFIX = "WAYMARK_";
/** Begin with the prefix and name no plugin. */
const RESERVED = /* @__PURE__ */ new Set(["WAYMARK_CONFIG", ...Object.keys(KERNEL_VARIABLES)]);
/** The variables that set a key of the kernel, or a key below it. */
function kernelVariables(key) {
	return Object.entries(KERNEL_VARIABLES).flatMap(([variable, set]) => set === key || set.startsWith(`${key}.`) ? [variable] : []);
}
/** The kernel's own keys. Origins are those of the top-level keys. */
function kernelEnv(env) {
	const { values, origins } = {
		values: {},
		origins: /* @__PURE__ */ new Map()
	};
	for (const [variable, path] of Object.entries(KERNEL_VARIABLES)) {
		const text = env[variable];
		if (text === void 0 || text === "") continue;
		const [key = path, member] = path.split(".");
		const value = (member ?? key) === "port" ? toNumber(text) : key === "trustedProxies" ? toList(text) : text;
		values[key] = member === void 0 ? value : {
			...Object(values[key]),
			[member]: value
		};
		origins.set(key, variable);
	}
	return {
		values,
		origins
	};
}
/** A whole number, or the text itself, for validation to refuse. */
function toNumber(text) {
	return /^\d+$/.test(text) ? Number(text) : text;
}
function toList(text) {
	return text.split(",").map((item) => item.trim());
}
/**
* Every variable that sets something: `WAYMARK_<PLUGIN>` switches a plugin, `WAYMARK_<PLUGIN>_<OPTION>` sets an option of
* the plugin with the longest id that has it, and a plugin's own `env` names more variables. An option that holds a secret
* has each of its variables with `_FILE`, too. Leaves out the options of a plugin whose schema cannot be described;
* validation reports that.
*/
function envTargets(plugins) {
	const targets = /* @__PURE__ */ new Map();
	for (const { id, options, env = {} } of plugins.toSorted((a, b) => a.id.length - b.id.length)) {
		const root = options && toNodeIfPossible(options);
		for (const option of keysOf(root)) {
			const target = {
				plugin: id,
				option,
				schema: propertyOf(root, option)
			};
			const alias = env[option];
			if (alias !== void 0) targets.set(alias, target);
			targets.set(optionVariable(id, option), target);
		}
	}
	for (const { id } of plugins) targets.set(switchOf(id), { plugin: id });
	const secrets = [...targets].filter(([, { schema }]) => schema && holdsSecret(schema));
	for (const [variable, target] of secrets) {
		const file = `${variable}${FILE_SUFFIX}`;
		if (!targets.has(file)) targets.set(file, {
			...target,
			instead: variable
		});
	}
	return targets;
}
/** The variables that set an option of a plugin. */
function variablesOf(targets, plugin, option) {
	return [...targets].flatMap(([variable, target]) => target.plugin === plugin && target.option === option ? [variable] : []);
}
/** The variable that sets an option of a plugin. */
function optionVariable(plugin, option) {
	return `${switchOf(plugin)}_${toVariable(option)}`;
}
/** The variable that switches a plugin. */
function switchOf(plugin) {
	return `${PREFIX}${toVariable(plugin)}`;
}
/** Reads the settings of plugins. Where two variables set the same option, the long form wins. */
function pluginEnv(env, plugins) {
	const aliases = new Set(plugins.flatMap(({ env: own = {} }) => Object.values(own).flatMap((name) => [name, `${name}${FILE_SUFFIX}`])));
	const { injected, notices } = serviceVariables(env);
	const variables = Object.keys(env).filter((name) => env[name] !== "" && !RESERVED.has(name) && !injected.has(name) && (name.startsWith(PREFIX) || aliases.has(name)));
	const targets = variables.length === 0 ? /* @__PURE__ */ new Map() : envTargets(plugins);
	const byPlugin = /* @__PURE__ */ new Map();
	const secretFiles = /* @__PURE__ */ new Map();
	const rank = (variable) => Number(variable.startsWith(PREFIX));
	for (const variable of variables.toSorted((a, b) => rank(a) - rank(b))) {
		const text = env[variable];
		if (text === void 0) continue;
		const target = targets.get(variable);
		if (target === void 0) {
			const near = nearest(variable, targets.keys());
			if (variable.startsWith(PREFIX)) notices.push({
				message: `the environment variable ${variable} sets nothing`,
				fields: near === void 0 ? {} : { nearest: near }
			});
			continue;
		}
		const { plugin, option, schema, instead } = target;
		if (option === void 0 && text !== "true" && text !== "false") {
			const message = `the environment variable ${variable} is ignored: true or false switches the plugin ${plugin}`;
			notices.push({
				message,
				fields: {}
			});
			continue;
		}
		const set = byPlugin.get(plugin) ?? {
			values: {},
			origins: /* @__PURE__ */ new Map(),
			problems: []
		};
		byPlugin.set(plugin, set);
		if (option === void 0) set.enabled = text === "true";
		else if (instead === void 0) {
			set.values[option] = parseText(text, schema);
			set.origins.set(option, variable);
		} else {
			const secret = readSecret(text);
			secretFiles.set(secret.path, secret.content);
			const refuse = (message, hint) => set.problems.push({
				option,
				variable,
				message,
				hint
			});
			if (env[instead]) refuse(`${instead} and ${variable} are both set`, `unset ${instead} or ${variable}`);
			else if (secret.text === void 0) refuse(secret.problem, `write the value to the file, or correct ${variable}`);
			else {
				set.values[option] = parseText(secret.text, schema);
				set.origins.set(option, `${variable}=${text}`);
			}
		}
	}
	return {
		byPlugin,
		notices,
		secretFiles
	};
}
/** The rest of a variable behind the name of the Service that Kubernetes sets it for, in every container. */
const SERVICE_VARIABLE = /^_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/;
/** Finds the variables that Kubernetes sets for Services whose names begin like ours. */
function serviceVariables(env) {
	const services = Object.keys(env).flatMap((name) => {
		const service = /^(WAYMARK(?:_\w+)?)_SERVICE_HOST$/.exec(name)?.[1];
		return service && /^(?:tcp|udp|sctp):/.test(env[`${service}_PORT`] ?? "") ? [service] : [];
	});
	const injected = Object.keys(env).filter((name) => services.some((service) => name.startsWith(service) && SERVICE_VARIABLE.test(name.slice(service.length))));
	if (injected.length === 0) return {
		injected: /* @__PURE__ */ new Set(),
		notices: []
	};
	const message = "variables of Kubernetes Services begin like ours and set nothing";
	const fields = {
		variables: injected.length,
		services,
		hint: "enableServiceLinks: false in the Pod's spec keeps them away"
	};
	return {
		injected: new Set(injected),
		notices: [{
			message,
			fields
		}]
	};
}
/** `rate-limit` and `maxAge` as parts of a variable: `RATE_LIMIT`, `MAX_AGE`. */
function toVariable(name) {
	return name.replaceAll("-", "_").replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
}
// kernel/config/parse-data.ts
/** Parses config files of plain data. Errors name the place in the file. */
/** Far more values than a config has, and few enough to count. */
const MOST_VALUES = 1e5;
/** Where the library's own words would not help an operator, by its error code. */
const REASONS = {
	BLOCK_AS_IMPLICIT_KEY: "a key stands where none can; check the indentation",
	DUPLICATE_KEY: "duplicated key",
	MULTIPLE_DOCS: "a config file holds a single document"
};
/** Parses YAML 1.2 with merge keys. A warning, such as an unknown tag, counts as an error. An empty file is null. */
async function parseYaml(text) {
	const { parseDocument, visit } = await import("yaml");
	const document = parseDocument(text, { merge: true });
	const [problem] = [...document.errors, ...document.warnings];
	if (problem !== void 0) throw withPlace(text, problem);
	visit(document, { Alias(_key, alias) {
		if (alias.resolve(document) !== void 0) return;
		throw withPlace(text, {
			code: "",
			message: `the alias "${alias.source}" has no anchor before it`,
			pos: alias.range ?? [0]
		});
	} });
	const value = document.toJS({ maxAliasCount: -1 });
	countNodes(value);
	return value;
}
/** Parses JSON (RFC 8259). A key that is written twice is an error. */
async function parseJson(text) {
	const json = text.replace(/^\ufeff/, "");
	if (json.trim() === "") throw new Error("the file is empty");
	const value = JSON.parse(json);
	const { parseDocument } = await import("yaml");
	const duplicate = parseDocument(json).errors.find(({ code }) => code === "DUPLICATE_KEY");
	if (duplicate !== void 0) throw withPlace(json, duplicate);
	return value;
}
/** The error with its place, as the YAML parser numbers lines and columns. */
function withPlace(text, { code, message, pos }) {
	if (message.includes("call stack")) return new RangeError(message);
	const before = text.slice(0, pos[0]).split("\n");
	const [first = ""] = message.split(/ at line \d|\n/);
	const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
	return /* @__PURE__ */ new Error(`${REASONS[code] ?? first} at ${place}`);
}
/** Why data could not be parsed, in one line. V8 names places as `position 13 (line 2 column 1)`. */
function dataReason(error) {
	if (error instanceof RangeError) return "it is nested too deeply";
	return messageOf(error).replaceAll(/\s+/g, " ").replace(/at position \d+ \(line (\d+) column (\d+)\)/, "at line $1, column $2");
}
/**
* Counts the values, with aliases written out. Throws when aliases make a value contain itself, or multiply to more values
* than a config can have. `counts` has undefined for a value that is being counted.
*/
function countNodes(value, counts = /* @__PURE__ */ new Map()) {
	if (typeof value !== "object" || value === null) return 1;
	if (counts.has(value)) {
		const counted = counts.get(value);
		if (counted === void 0) throw new Error("an alias leads to a value that contains itself");
		return counted;
	}
	counts.set(value, void 0);
	let count = 1;
	for (const member of Object.values(value)) count += countNodes(member, counts);
	if (count > MOST_VALUES) {
		const most = MOST_VALUES.toLocaleString("en");
		throw new Error(`its aliases expand to more than ${most} values`);
	}
	counts.set(value, count);
	return count;
}
// kernel/config/file.ts
/** Finds and reads the one config file. Nothing is fetched, merged or guessed. */
const ENDINGS = [
	".yaml",
	".yml",
	".json",
	".ts",
	".js",
	".mjs"
];
/** File names, in the order in which findings list them. */
const CONFIG_FILES = ENDINGS.map((ending) => `waymark.config${ending}`);
/** Forms that other tools read. A file of one of these is refused rather than passed over. */
const FOREIGN_FILES = [
	"toml",
	"json5",
	"jsonc",
	"cjs",
	"mts",
	"cts"
].map((ending) => `waymark.config.${ending}`);
/** Never throws; a file that cannot be used becomes a finding. */
async function readConfig(cwd, env) {
	const located = findConfigFile(cwd, env);
	const { file } = located;
	if (file === void 0) return located;
	const content = hashOf(file);
	const ending = extname(file);
	const refused = (message, hint) => ({
		file,
		content,
		finding: {
			code: "CONFIG_UNREADABLE",
			where: basename(file),
			message,
			hint
		}
	});
	if (!ENDINGS.some((one) => one === ending)) return refused(`a config file ends in ${ENDINGS.join(", ")}; received ${ending || "no ending"}`, "write the config in one of these forms, or remove the file");
	const isData = /^\.(ya?ml|json)$/.test(ending);
	try {
		if (!isData) return {
			file,
			content,
			raw: await importConfig(file)
		};
		const text = readFileSync(file, "utf8");
		return {
			file,
			content,
			raw: await (ending === ".json" ? parseJson(text) : parseYaml(text))
		};
	} catch (error) {
		return refused(`the file cannot be read: ${isData ? dataReason(error) : reasonOf(error)}`, "correct the file; nothing of it was used");
	}
}
/** The file that `WAYMARK_CONFIG` names, else the only one in the folder. */
function findConfigFile(cwd, env) {
	const named = env["WAYMARK_CONFIG"];
	if (named !== void 0 && named !== "") {
		const file = resolve(cwd, named);
		if (existsSync(file)) return { file };
		return { finding: {
			code: "CONFIG_UNREADABLE",
			where: "environment variable WAYMARK_CONFIG",
			message: `there is no file ${show(named)}`,
			hint: "correct the path, which starts from the working directory, or unset the variable"
		} };
	}
	const [first, ...others] = [...CONFIG_FILES, ...FOREIGN_FILES].filter((name) => existsSync(resolve(cwd, name)));
	if (first === void 0) return {};
	if (others.length === 0) return { file: resolve(cwd, first) };
	return { finding: {
		code: "CONFIG_AMBIGUOUS",
		where: [first, ...others].join(", "),
		message: `${others.length + 1} config files lie side by side`,
		hint: `keep one of them, or name one: WAYMARK_CONFIG=${first}`
	} };
}
/** A hash of the file's text; undefined when it cannot be read. */
function hashOf(file) {
	try {
		return hash("sha256", readFileSync(file), "hex");
	} catch {
		return;
	}
}
/** The default export of a config module, called when it is a function. */
async function importConfig(file) {
	const { default: config } = await import(
		/* @vite-ignore */
		moduleUrl(file)
);
	if (config === void 0) throw new TypeError("it has no default export; write export default { … }");
	return typeof config === "function" ? config() : config;
}
/** Hash of each config module's text when it was first imported. */
const imported = /* @__PURE__ */ new Map();
/** The file's URL; another one once its text has changed, because a module is evaluated once per URL. */
function moduleUrl(file) {
	const content = hashOf(file);
	const { href } = pathToFileURL(file);
	if (!imported.has(file)) imported.set(file, content);
	return imported.get(file) === content ? href : `${href}?${content}`;
}
const KERNEL = join(import.meta.dirname, "..");
/** An error in one line, with the place in the module where it was thrown. */
function reasonOf(error) {
	if (!(error instanceof Error)) return String(error);
	const [message = ""] = error.message.split("\n");
	const frames = (error.stack ?? "").split("\n").filter((line) => !line.includes(KERNEL) && !line.includes("node_modules"));
	const place = /[^/\\\s(]+\.[cm]?[jt]s:\d+/.exec(frames.join("\n"))?.[0];
	return place === void 0 || message.includes(place) ? message : `${message} (${place})`;
}
// kernel/config/config.ts
/** Loads and validates the config: overrides over environment over file over defaults. */
/** Finds and reads the config file. Never throws; every mistake becomes a finding. */
async function loadConfig(input) {
	const { cwd, env, overrides = {} } = input;
	const { file, content, raw, finding } = input.file === false ? {} : await readConfig(cwd, env);
	const { config, findings } = await validateConfig(raw ?? {}, {
		env,
		overrides,
		file: file && basename(file)
	});
	return {
		config,
		file,
		content,
		isEmpty: raw === null,
		folder: file === void 0 ? resolve(cwd) : dirname(file),
		env,
		findings: finding === void 0 ? findings : [finding, ...findings]
	};
}
/** Validates a config as it was read. `file` is its name in findings. */
async function validateConfig(raw, { file, env = {}, overrides = {} } = {}) {
	const findings = [];
	const written = isPlainObject(raw) ? raw : {};
	if (written !== raw) findings.push({
		code: "CONFIG_INVALID",
		where: file ?? "the config",
		message: `the config must be an object; received ${show(raw)}`,
		hint: "write keys at the top level, for example port: 3000"
	});
	const fromEnv = kernelEnv(env);
	const merged = {
		...written,
		...fromEnv.values,
		...overrides
	};
	for (const [key, value] of Object.entries(fromEnv.values)) {
		const beneath = written[key];
		if (isPlainObject(value) && isPlainObject(beneath) && !Object.hasOwn(overrides, key)) merged[key] = {
			...beneath,
			...value
		};
	}
	if (overrides.plugins !== void 0 && isPlainObject(written["plugins"])) merged["plugins"] = {
		...written["plugins"],
		...overrides.plugins
	};
	const validated = await validateValue(KernelKeys, merged, {
		path: "",
		codes: {
			unknown: "CONFIG_KEY_UNKNOWN",
			invalid: "CONFIG_INVALID"
		},
		origin: (key) => Object.hasOwn(overrides, key) ? "command line" : fromEnv.origins.get(key) ?? file ?? "config"
	});
	for (const finding of validated.findings) {
		const { code, hint } = finding;
		const placement = code === "CONFIG_KEY_UNKNOWN" && !hint.startsWith("did you mean") ? "\nOptions of a plugin belong below plugins.<id>." : "";
		findings.push({
			...finding,
			hint: `${hint}${placement}`
		});
	}
	for (const key of validated.refused) delete merged[key];
	const config = resolveConfig(KernelKeys.parse(merged));
	if (config.proxyProtocol && config.trustedProxies.length === 0) findings.push({
		code: "CONFIG_INVALID",
		where: `proxyProtocol (${file ?? "config"})`,
		message: "no peer may send a PROXY header, as trustedProxies is empty",
		hint: "name the proxies: trustedProxies: [\"10.0.0.0/8\"]"
	});
	return {
		config,
		findings
	};
}
// kernel/boot/drain-notice.ts
/** Streams are ended when the server stops, so their length does not count. */
function drainNotices({ routes }, drain) {
	const times = routes.flatMap((route) => route.document || route.kind === "stream" ? [] : [{
		slowest: route.ref,
		timeoutMs: handlerTimeMs(route)
	}]);
	const timeoutMs = Math.max(...times.map((time) => time.timeoutMs));
	if (timeoutMs <= toMilliseconds(drain)) return [];
	return [{
		message: "stop.drain is shorter than handlers may take, so a stop may cut their requests",
		fields: {
			drain,
			...times.find((time) => time.timeoutMs === timeoutMs)
		}
	}];
}
// kernel/boot/kernel-names.ts
/** Names that no plugin can take, because the kernel has them. */
const KERNEL_SERVICES = [Runtime.id];
/** Commands of the command line. */
const KERNEL_COMMANDS = [
	"start",
	"dev",
	"routes",
	"plugins",
	"explain",
	"config",
	"check",
	"diff",
	"export",
	"new"
];
// kernel/boot/check-plugin.ts
/** Checks that a value is a plugin. Its contributions are checked when the registry is sealed. */
const object = [isPlainObject, "an object"];
const isFunction = (value) => typeof value === "function";
const callable = [isFunction, "a function"];
const perOptions = [(value) => isPlainObject(value) || isFunction(value), "an object or a function of the options"];
const FORMS = {
	id: [(value) => typeof value === "string" && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value), "a kebab-case name such as \"rate-limit\""],
	summary: [(value) => typeof value === "string" && value !== "", "a sentence"],
	api: [(value) => Number.isSafeInteger(value) && Number(value) > 0, "a whole number such as 1"],
	section: [(value) => SECTIONS.some((section) => section === value), `one of ${SECTIONS.join(", ")}`],
	optional: [(value) => typeof value === "boolean", "true or false"],
	options: [isSchema, "a schema that validates and describes itself, such as z.object({ … })"],
	env: object,
	testOptions: [(value) => value === false || isPlainObject(value), "options for a service that leaves no trace, or false to be off"],
	needs: object,
	provides: object,
	guarantees: perOptions,
	setupReads: [Array.isArray, "a list of parts of the registry"],
	setup: callable,
	routes: perOptions,
	handlers: callable,
	loaders: callable,
	documents: object,
	renderers: object,
	relations: object,
	pageEntries: object,
	policies: [Array.isArray, "a list of policies"],
	tables: perOptions,
	capabilities: perOptions,
	schemas: perOptions,
	errors: perOptions,
	events: perOptions,
	rootLinks: perOptions,
	translations: object,
	validate: [(value) => isPlainObject(value) && isPlainObject(value["findings"]) && isFunction(value["run"]), "an object of findings and a function run"],
	exports: [(value) => isPlainObject(value) && Object.values(value).every((entry) => isPlainObject(entry) && isFunction(entry["derive"])), "an object of exports, each with a function derive"],
	alerts: [(value) => isPlainObject(value) && Object.values(value).every((entry) => isPlainObject(entry) && (isFunction(entry["expr"]) || typeof entry["expr"] === "string")), "an object of alerts, each with an expr"],
	doors: callable,
	health: callable,
	metrics: callable,
	commands: object
};
/** Returns the plugin, or its findings. `where` is the place that names it. */
function checkPlugin(value, where) {
	const id = isPlainObject(value) ? value["id"] : void 0;
	const about = typeof id === "string" ? {
		plugin: id,
		where
	} : { where };
	const findings = [];
	const add = (code, message, hint) => void findings.push({
		...about,
		code,
		message,
		hint
	});
	if (!isPlainObject(value)) {
		add("PLUGIN_INVALID", `not a plugin; received ${value === void 0 ? "nothing" : show(value)}`, "write export default definePlugin({ … })");
		return { findings };
	}
	const { api = 1 } = value;
	if (typeof api === "number" && api !== 1) {
		const update = api > 1 ? "waymark" : "the plugin";
		add("PLUGIN_INCOMPATIBLE", `it is written for version ${api} of the plugin API; this waymark has version 1`, `update ${update}, or install a version of the plugin for API 1`);
		return { findings };
	}
	for (const key of Object.keys(value).filter((name) => !Object.hasOwn(FORMS, name))) {
		const hint = didYouMean(key, Object.keys(FORMS));
		add("PLUGIN_KEY_UNKNOWN", `a plugin has no key ${JSON.stringify(key)}`, hint);
	}
	for (const [key, [fits, form]] of Object.entries(FORMS)) {
		const held = value[key];
		if (held === void 0 && key !== "id" && key !== "summary") continue;
		if (fits(held)) continue;
		add("PLUGIN_INVALID", `the value of ${key} does not fit; received ${held === void 0 ? "nothing" : show(held)}`, `write ${form}`);
	}
	return findings.length === 0 ? {
		plugin: value,
		findings
	} : { findings };
}
// kernel/config/plugin-settings.ts
/** The operator's settings of the plugins: on or off, and their options. */
/**
* Validates the plugins' options, the environment's over the config's.
*
* @param origin the config file's name in findings.
* @param pause awaited between plugins.
*/
async function applySettings(plugins, settings, { env, origin, pause }) {
	const fromEnv = pluginEnv(env, plugins.map(({ plugin }) => plugin));
	const installed = [];
	const findings = [];
	for (const named of plugins) {
		await pause();
		const { plugin, source } = named;
		const setting = settings.get(configKey(named)) ?? {
			enabled: true,
			options: {}
		};
		const { enabled = true, options, finding = [] } = await applySetting(named, setting, fromEnv.byPlugin.get(plugin.id), origin);
		const optional = setting.optional ?? plugin.optional ?? false;
		installed.push({
			plugin,
			source,
			optional,
			enabled,
			options
		});
		findings.push(...[finding].flat());
	}
	const { notices, secretFiles } = fromEnv;
	return {
		installed,
		findings,
		notices,
		secretFiles
	};
}
async function applySetting(named, setting, env, origin) {
	const { plugin, source } = named;
	const key = configKey(named);
	const path = configPath(key);
	const finding = (code, where, message, hint) => {
		return {
			code,
			plugin: plugin.id,
			where,
			message,
			hint
		};
	};
	const enabled = env?.enabled ?? setting.enabled;
	if (!enabled) return { enabled };
	if (env !== void 0 && env.problems.length > 0) return {
		options: {},
		finding: env.problems.map(({ option, variable, message, hint }) => finding("OPTION_INVALID", `${path}.${option} (${variable})`, message, hint))
	};
	const written = {
		...setting.options,
		...env?.values
	};
	if (plugin.options === void 0) {
		const [first, ...more] = Object.keys(written);
		if (first === void 0) return { options: {} };
		return {
			options: {},
			finding: finding("OPTION_INVALID", `${path}.${first} (${origin})`, `the plugin has no options; received ${[first, ...more].join(", ")}`, `write ${key}: true`)
		};
	}
	try {
		const { value, findings } = await validateValue(plugin.options, written, {
			path,
			plugin: plugin.id,
			origin: (option) => env?.origins.get(option) ?? origin,
			codes: {
				unknown: "OPTION_INVALID",
				invalid: "OPTION_INVALID"
			}
		});
		return {
			options: value,
			finding: findings
		};
	} catch (error) {
		if (!(error instanceof SchemaError)) throw error;
		return {
			enabled: false,
			finding: finding("SCHEMA_UNSUPPORTED", `${shownSource(source)}, options`, error.message, error.hint)
		};
	}
}
// kernel/boot/offered.ts
/** Whether a module's export is a record of offers, as far as can be seen before they are loaded. */
function isOffered(value) {
	return isPlainObject(value) && Object.values(value).every((one) => isPlainObject(one) && typeof one["load"] === "function");
}
/** Returns the preset's plugins with the offered ones that the settings name, each in its place. */
async function installOffered({ plugins, offered }, settings, { config, env }) {
	const present = new Set(plugins.map(({ plugin }) => plugin.id));
	const isBrought = (id) => settings.get(id)?.plugin !== void 0;
	const isOn = (id) => settings.get(id)?.enabled === true;
	const isAsked = (id, { option, variable, listener }) => option === void 0 ? isOn(id) && !present.has(id) || listener !== void 0 && config[listener] !== void 0 : isOptionSet(settings.get(id), option, variableIn(env, optionVariable(id, option), variable));
	const wanted = new Set(Object.entries(offered).flatMap(([id, offer]) => isAsked(id, offer) && !isBrought(id) && settings.get(id)?.enabled !== false ? [id] : []));
	const hasPlace = (id) => offered[id]?.before !== void 0 || present.has(id);
	for (const id of wanted) for (const other of offered[id]?.with ?? []) if (!isBrought(other) && hasPlace(other)) wanted.add(other);
	const isInstalled = (id) => (wanted.has(id) || isBrought(id)) && settings.get(id)?.enabled !== false;
	for (const [id, { beside }] of Object.entries(offered)) if (beside?.every(isInstalled) === true && !isBrought(id)) wanted.add(id);
	const installed = [...plugins];
	const findings = [];
	for (const [id, { load, before }] of Object.entries(offered)) {
		if (!wanted.has(id)) continue;
		const { plugin, findings: own } = checkPlugin((await load()).default, configPath(id));
		findings.push(...own);
		if (plugin === void 0) continue;
		putInPlace(installed, {
			plugin,
			source: present.has(id) ? "preset" : id
		}, before);
	}
	return {
		plugins: installed,
		findings
	};
}
/** Adds an offered plugin before another one, in place of its namesake, or as the last one. */
function putInPlace(installed, added, before) {
	const indexOf = (id) => installed.findIndex(({ plugin }) => plugin.id === id);
	const namesake = indexOf(added.plugin.id);
	if (namesake >= 0) installed.splice(namesake, 1);
	const places = [indexOf(before), namesake];
	installed.splice(places.find((at) => at >= 0) ?? installed.length, 0, added);
}
/** The first of these variables that is set, itself or with the path of a file. */
function variableIn(env, ...names) {
	const isNamed = (name) => name !== void 0;
	return names.filter(isNamed).flatMap((name) => [env[name], env[`${name}${FILE_SUFFIX}`]]).find(Boolean);
}
/** Whether an option is set, and not to false. The environment, undefined or empty where it is silent, comes before the file. */
function isOptionSet(setting, option, variable) {
	const value = variable || setting?.options[option];
	return setting?.enabled !== false && value !== void 0 && String(value) !== "false";
}
/** Imports the offered plugins, installed or not, to describe them. Those that fail are left out. */
async function loadOffered(offered) {
	return (await Promise.allSettled(Object.entries(offered).map(async ([id, { load }]) => {
		const { plugin } = checkPlugin((await load()).default, configPath(id));
		return plugin === void 0 ? [] : [{
			plugin,
			source: id
		}];
	}))).flatMap((result) => result.status === "fulfilled" ? result.value : []);
}
/** Returns the offered plugins that are not installed, each with the config that brings it. */
function availablePlugins(offered, installed) {
	const present = new Set(installed.map(({ plugin }) => plugin.id));
	return Object.entries(offered).flatMap(([id, { with: others = [], beside, listener }]) => {
		if (present.has(id)) return [];
		if (listener !== void 0) return [{
			id,
			how: `on where the config has ${listener}`
		}];
		if (beside !== void 0) return [{
			id,
			how: `on where ${beside.join(" and ")} are`
		}];
		const more = others.length === 0 ? "" : `; together with ${others.join(", ")}`;
		return [{
			id,
			how: `on with ${configPath(id)}: true, or its options${more}`
		}];
	});
}
// kernel/boot/resolve-module.ts
/** Imports the packages and files that a config names, resolved from the config's folder. */
/** The module's namespace, or undefined when there is no such package or file. Throws what the module throws. */
async function importNamed(specifier, folder) {
	const url = isWaymark(specifier) ? specifier : await locateModule(specifier, folder);
	return url === void 0 ? void 0 : import(
		/* @vite-ignore */
		url
);
}
/** Whether a name in the config is a path rather than a plugin id or a package. */
function isPath(name) {
	return name.startsWith("./") || name.startsWith("../") || isAbsolute(name) || name.startsWith("file:");
}
/** Whether this is one of our own modules. They come from this copy of the package, wherever the config lies. */
function isWaymark(specifier) {
	return specifier === "waymark" || specifier.startsWith("waymark/");
}
/** The URL of the package or file that a config names; undefined when there is none. */
async function locateModule(specifier, folder) {
	const { resolveModuleURL } = await import("exsolve");
	const target = isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier;
	const attempts = isPath(specifier) ? {
		suffixes: ["", "/index"],
		extensions: [
			".ts",
			".js",
			".mjs"
		]
	} : {};
	return resolveModuleURL(target, {
		from: pathToFileURL(`${folder}/`),
		try: true,
		cache: false,
		...attempts
	});
}
// kernel/boot/load.ts
/** Imports every installed plugin and applies the operator's settings. Importing a plugin has no effect. */
/**
* Never throws; every mistake becomes a finding.
*
* @param preset the plugins to begin with. Default: the default export of the module that the config names.
*/
async function loadPlugins(loaded, preset) {
	const { config, env, folder, file } = loaded;
	const slices = new TimeSlices();
	const origin = file === void 0 ? "config" : basename(file);
	const { settings, findings: invalid } = readSettings(config.plugins, origin);
	const base = await loadPreset(loaded, preset, settings);
	await slices.pause();
	const own = await installOffered(base, settings, loaded);
	const extra = await loadExtras(settings, folder, [.../* @__PURE__ */ new Set([...own.plugins.map(({ plugin }) => plugin.id), ...Object.keys(base.offered)])]);
	const { unique, duplicates } = withoutDuplicates([...own.plugins, ...extra.plugins]);
	const pause = () => slices.pause();
	const applied = await applySettings(unique, settings, {
		env,
		origin,
		pause
	});
	return {
		...applied,
		findings: [
			...invalid,
			...base.findings,
			...own.findings,
			...extra.findings,
			...duplicates,
			...applied.findings
		],
		absent: extra.absent,
		offered: base.offered
	};
}
async function loadPreset({ config: { preset: specifier, admin }, folder }, preset, settings) {
	const where = `preset ${specifier}`;
	const known = new Set(preset?.map(({ id }) => id));
	const { module = {}, finding } = !(preset === void 0 || admin !== void 0 || [...settings].some(([key, { options }]) => !known.has(key) || Object.values(options).includes(true))) ? {} : await importModule(specifier, folder, {
		where,
		message: "there is no such module",
		hint: isPath(specifier) ? CORRECT_PATH : `correct the name, or install the package: npm install ${specifier}`
	});
	const offered = isOffered(module["offered"]) ? module["offered"] : {};
	if (finding !== void 0 && preset === void 0) return {
		plugins: [],
		findings: [finding],
		offered
	};
	const value = preset ?? module["default"];
	if (!Array.isArray(value)) return {
		plugins: [],
		findings: [{
			code: "PLUGIN_INVALID",
			where,
			message: `a preset exports a list of plugins; received ${show(value)}`,
			hint: "write export default [cors, cache, …]"
		}],
		offered
	};
	const checked = value.map((entry, index) => checkPlugin(entry, `${where}, entry ${index + 1}`));
	return {
		plugins: checked.flatMap(({ plugin }) => plugin ? [{
			plugin,
			source: "preset"
		}] : []),
		findings: checked.flatMap(({ findings }) => findings),
		offered
	};
}
/** The plugins that the config brings beyond the preset. */
async function loadExtras(settings, folder, ids) {
	const extras = [...settings].filter(([key, setting]) => setting.plugin !== void 0 || !ids.includes(key));
	const loaded = await Promise.all(extras.map(([key, setting]) => loadExtra(key, setting, folder, ids)));
	const findings = [];
	const absent = [];
	for (const [index, [key, setting]] of extras.entries()) {
		const own = loaded[index]?.findings ?? [];
		if (!setting.enabled) findings.push(...own.filter(({ code }) => code === "PLUGIN_NOT_FOUND"));
		else if (setting.optional !== true) findings.push(...own);
		else absent.push(...own.map(({ message }) => ({
			plugin: key,
			reason: message
		})));
	}
	return {
		plugins: loaded.flatMap(({ plugins }) => plugins),
		findings,
		absent
	};
}
/** By value, by package name or by path. */
async function loadExtra(key, setting, folder, ids) {
	const where = configPath(key);
	if (setting.plugin !== void 0 && setting.plugin.id !== key) return {
		plugins: [],
		findings: [{
			code: "PLUGIN_INVALID",
			where,
			message: `the plugin has the id ${show(setting.plugin.id)}`,
			hint: `write it below ${configPath(setting.plugin.id)}`
		}]
	};
	const missing = isPath(key) ? {
		where,
		message: "there is no such file",
		hint: CORRECT_PATH
	} : {
		where,
		message: `the preset has no plugin ${show(key)}, and no package of that name is installed`,
		hint: `${didYouMean(key, ids)}\nA plugin from npm needs its package: npm install ${key}`
	};
	const { value, finding } = setting.plugin ? { value: setting.plugin } : await importDefault(key, folder, missing);
	if (finding !== void 0) return {
		plugins: [],
		findings: [finding]
	};
	const { plugin, findings } = checkPlugin(value, where);
	return {
		plugins: plugin === void 0 ? [] : [{
			plugin,
			source: key
		}],
		findings
	};
}
const CORRECT_PATH = "correct the path, which starts from the config file's folder";
/** A module's default export, or why there is none. */
async function importDefault(...named) {
	const { module, finding } = await importModule(...named);
	return finding === void 0 ? { value: module?.["default"] } : { finding };
}
/** A module's exports, or why there are none. */
async function importModule(specifier, folder, missing) {
	try {
		const module = await importNamed(specifier, folder);
		if (module !== void 0) return { module };
		return { finding: {
			code: "PLUGIN_NOT_FOUND",
			...missing
		} };
	} catch (error) {
		const { where } = missing;
		return { finding: {
			code: "PLUGIN_INVALID",
			where,
			message: `the module failed while it was imported: ${reasonOf(error)}`,
			hint: "fix the module"
		} };
	}
}
function withoutDuplicates(named) {
	const byId = /* @__PURE__ */ new Map();
	const duplicates = [];
	for (const { plugin, source } of named) {
		const first = byId.get(plugin.id);
		if (first === void 0) {
			byId.set(plugin.id, {
				plugin,
				source
			});
			continue;
		}
		duplicates.push({
			code: "PLUGIN_DUPLICATE",
			plugin: plugin.id,
			where: `${shownSource(first.source)} and ${shownSource(source)}`,
			message: `two plugins have the id ${show(plugin.id)}`,
			hint: source === "preset" ? "remove one of them from the preset" : `remove ${shownSource(source)}, or give your plugin another id`
		});
	}
	return {
		unique: [...byId.values()],
		duplicates
	};
}
// kernel/boot/boot.ts
/** The base of absolute URLs for a config without one, until the server listens. */
const DEFAULT_ORIGIN = "http://localhost";
/**
* Throws a {@link BootError} with all findings of the first phase that has any. Yields to the event loop in between, so
* that a server that reloads keeps answering.
*/
async function boot(input) {
	const slices = new TimeSlices();
	const timings = {};
	let since = performance.now();
	const markPhase = (phase) => {
		const now = performance.now();
		timings[phase] = now - since;
		since = now;
	};
	const loaded = await loadConfig(input);
	markPhase("config");
	refuse(loaded.findings.filter(({ code }) => code === "CONFIG_UNREADABLE" || code === "CONFIG_AMBIGUOUS"));
	const { config } = loaded;
	const { findings, ...plugins } = await loadPlugins(loaded, input.preset);
	markPhase("plugins");
	await slices.pause();
	refuse([...loaded.findings, ...findings]);
	const installed = plugins.installed.map((entry) => input.testOptions?.(entry) === true ? withTestOptions(entry) : entry);
	let origin = DEFAULT_ORIGIN;
	const sealed = seal({
		app: config.app,
		installed,
		reserved: {
			commands: KERNEL_COMMANDS,
			services: KERNEL_SERVICES,
			offered: plugins.offered
		},
		hasAdmin: config.admin !== void 0,
		baseUrl: () => config.baseUrl ?? origin
	});
	refuse(sealed.findings);
	if (sealed.registry === void 0) throw new Error("sealing returned neither a registry nor findings");
	const { registry, connectPolicies, slowFindings } = sealed;
	markPhase("seal");
	let validated;
	const validate = () => validated ??= collectFindings(slowFindings(), installed).then(refuse);
	if (input.validateLater !== true) {
		await validate();
		markPhase("validate");
	}
	return {
		config,
		file: loaded.file,
		content: loaded.content,
		isEmpty: loaded.isEmpty,
		folder: loaded.folder,
		...plugins,
		notices: [...plugins.notices, ...drainNotices(registry, config.stop.drain)],
		installed,
		registry,
		timings,
		connectPolicies,
		validate,
		listeningAt: (listening) => {
			origin = listening;
		}
	};
}
function withTestOptions(entry) {
	const { plugin, enabled, options } = entry;
	if (plugin.testOptions === void 0 || !enabled) return entry;
	return plugin.testOptions === false ? {
		...entry,
		enabled: false,
		options: void 0
	} : {
		...entry,
		options: {
			...Object(options),
			...plugin.testOptions
		}
	};
}
async function collectFindings(slowFindings, installed) {
	const slices = new TimeSlices();
	const findings = [];
	const all = function* () {
		yield* slowFindings;
		for (const entry of installed) yield checkClosed(entry);
	};
	for (const finding of all()) {
		if (finding !== void 0) findings.push(finding);
		await slices.pause();
	}
	return findings;
}
export { isPlainObject as A, toVariable as C, looksLikePlugin as D, configPath as E, KERNEL_HEADERS as M, readSettings as O, toNumber as S, OPTIONAL_KEY as T, kernelEnv as _, locateModule as a, pluginEnv as b, putInPlace as c, CONFIG_FILES as d, findConfigFile as f, envTargets as g, KERNEL_VARIABLES as h, isWaymark as i, KERNEL_EXPORTS as j, shownSource as k, KERNEL_COMMANDS as l, readConfig as m, loadPlugins as n, availablePlugins as o, hashOf as p, importNamed as r, loadOffered as s, boot as t, loadConfig as u, kernelVariables as v, variablesOf as w, switchOf as x, optionVariable as y };

//# sourceMappingURL=boot.js.map