import { i as neededBy } from "../../../chunks/time-slices.js";
import { c as putInPlace, t as boot } from "../../../chunks/boot.js";
import { t as collect } from "../../../chunks/collect.js";
import { a as plannedNames } from "../../../chunks/errors.js";
import { t as openapiDocument } from "../../../chunks/openapi.js";
import { a as matches, o as parsePath } from "../../../chunks/path.js";
import { i as Html } from "../../../chunks/page-form.js";
import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import { a as presetOf, i as providedServices, t as createTestServer } from "../../../chunks/server2.js";
import { r as messageOf } from "../../../chunks/finding.js";
import { o as createClient } from "../../../chunks/parameters.js";
import { r as operationName } from "../../../chunks/context.js";
import { t as runConformance } from "../../../chunks/run.js";
import { d as asObject } from "../../../chunks/sample.js";
import { t as BootError } from "../../../chunks/boot-errors.js";
import { r as Runtime } from "../../../chunks/services.js";
import { n as isRead, r as serverPathFinder, t as asker } from "../../../chunks/requests.js";
import { randomUUID } from "node:crypto";
// kernel/check/closure/paths.ts
/** Paths and names that parts of documents mention. */
/** Whether a path, query and fragment aside, fits one of the patterns. */
function pathFitting(patterns) {
	const paths = new Set(patterns.map(({ path }) => path));
	const templates = patterns.filter(({ params }) => params.length > 0);
	return (href) => {
		const path = href.split(/[?#]/)[0] ?? "";
		return paths.has(path) || templates.some((template) => matches(template, path));
	};
}
/** Every string in a value that a reader would take for a path of the service at `origin`, or that `isKnown` is sure of. */
function pathsIn(value, origin, isKnown) {
	if (typeof value === "string") {
		const path = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
		return /^\/(api|\.well-known)?(\/|$)/.test(path) || isKnown(path) ? [path] : [];
	}
	if (typeof value !== "object" || value === null) return [];
	return Object.values(value).flatMap((member) => pathsIn(member, origin, isKnown));
}
/** Every path of the service at `origin` that a page's content links to. */
function linksIn(content, origin) {
	const { html = content, markdown = "" } = Object(content);
	return [...`${html instanceof Html ? html.toString() : ""}${String(markdown)}`.matchAll(/(?:\b(?:href|src|action)="|\]\()([^")\s]*)/g)].flatMap(([, target = ""]) => {
		const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
		return /^\/(?!\/)/.test(path) ? [path] : [];
	});
}
/** Every target of the links among values of headers: `</api/brains>; rel="up"`. Such a value begins with one. */
function targetsIn(headers) {
	return headers.filter((text) => text.startsWith("<")).flatMap((text) => [...text.matchAll(/<(\/[^>]*)>/g)].map((match) => match[1] ?? ""));
}
/** Documents of many registries share frozen parts, which are read once. */
const frozen = /* @__PURE__ */ new WeakMap();
function mentionedIn(value) {
	const mentioned = {
		refs: [],
		headers: []
	};
	if (typeof value !== "object" || value === null) return mentioned;
	const cached = frozen.get(value);
	if (cached !== void 0) return cached;
	if ("in" in value && value.in === "header" && "name" in value) mentioned.headers.push(String(value.name));
	for (const [key, member] of Object.entries(value)) {
		if (key === "$ref") mentioned.refs.push(String(member));
		else if (key === "headers") mentioned.headers.push(...Object.keys(Object(member)));
		const { refs, headers } = mentionedIn(member);
		mentioned.refs.push(...refs);
		mentioned.headers.push(...headers);
	}
	if (Object.isFrozen(value)) frozen.set(value, mentioned);
	return mentioned;
}
// kernel/check/closure/index.ts
/**
* The closure law: what is on appears exactly once in every document that should list it; what is off appears in none,
* and no link anywhere leads to it.
*/
/**
* Returns the violations of the law as sentences.
*
* @param plugins the plugins that are switched off, as they are installed while they are on.
*/
async function violations(registry, plugins = []) {
	const law = {
		registry,
		off: new Set(plugins.map(({ plugin }) => plugin.id)),
		gone: collect(plugins.map((entry) => ({
			...entry,
			enabled: true
		})))
	};
	const exported = registry.exports.flatMap(({ name, violations: broken }) => broken().map((text) => `export ${name}: ${text}`));
	const ofRoutes = [];
	for await (const violation of routes(law)) ofRoutes.push(violation);
	return [
		...ofRoutes,
		...openapi(law),
		...exported,
		...contributions(law)
	];
}
/** Plugins by id, and all that cannot do without them. */
function dependentsOf(plugins, ids) {
	const off = new Set(ids);
	for (let before = -1; before !== off.size;) {
		before = off.size;
		const gone = new Set(plugins.filter(({ id }) => off.has(id)).flatMap(({ provides = {} }) => Object.values(provides).map(({ id }) => id)));
		for (const plugin of plugins) if (neededBy(plugin).some((id) => gone.has(id))) off.add(plugin.id);
	}
	return off;
}
async function* routes(law) {
	const { registry, off, gone } = law;
	const isServed = pathFitting(registry.routes.map(({ pattern }) => pattern));
	const lost = (where, paths) => paths.filter((path) => !isServed(path)).map((path) => `${where} leads to ${path}, which is not served`);
	const isGone = pathFitting([...gone.routes.map(({ value }) => parsePath(value.path)), ...registry.adminRoutes.map(({ pattern }) => pattern)]);
	const paths = (value) => pathsIn(value, registry.baseUrl, isGone);
	const goneHeaders = headersOnlyOf(law, ({ writes }) => [writes]);
	yield* lost("a root link", paths(registry.rootLinks));
	for (const route of registry.routes) {
		const { ref, relations, plans, view } = route;
		if (off.has(route.plugin)) yield `${ref} is served though its plugin is off`;
		const targets = relations.map(({ target }) => target.path);
		yield* lost(`${ref}: a relation`, targets);
		yield* lost(`${ref}: a computed relation`, paths(route.computed()));
		const ofView = Object.entries(view?.plans ?? {}).map(([name, plan]) => [`${name} page`, plan]);
		for (const [outcome, plan] of [...Object.entries(plans), ...ofView]) {
			yield* lost(`${ref}, ${outcome}: a header`, targetsIn(plan.fixed));
			const names = plannedNames(plan).map((name) => name.toLowerCase());
			if (new Set(names).size < names.length) yield `${ref}, ${outcome}: a header is planned twice`;
			for (const name of names) if (goneHeaders.has(name)) yield `${ref} sends ${name}, whose policy is off`;
		}
		if (route.document && !route.mediaTypes.some((type) => type.includes("openapi"))) yield* lost(`${ref}: the body`, route.kind === "page" ? await pageLinks(route, registry) : paths(await registry.document(route)));
	}
}
async function pageLinks(route, { document, baseUrl }) {
	const { languages = [void 0] } = route.declaration;
	return (await Promise.all(languages.map(async (language) => document(route, language)))).flatMap((page) => linksIn(page, baseUrl));
}
function* openapi(law) {
	const document = openapiDocument(law.registry);
	const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
		key: `${method.toUpperCase()} ${path}`,
		operationId,
		schemes: security.flatMap((alternative) => Object.keys(alternative))
	})));
	const listed = operations.map(({ key }) => key).toSorted();
	const described = law.registry.routes.filter(({ site }) => !site).map(({ method, path }) => `${method} ${path}`);
	if (JSON.stringify(listed) !== JSON.stringify(described.toSorted())) yield "OpenAPI does not list every route exactly once";
	if (new Set(operations.map(({ operationId }) => operationId)).size < operations.length) yield "an operationId is used twice";
	for (const { name } of document.tags) if (law.off.has(name)) yield `OpenAPI has a tag for ${name}, which is off`;
	const mentioned = mentionedIn(document);
	for (const ref of new Set(mentioned.refs)) {
		const [, , kind = "", name = ""] = ref.split("/");
		if (document.components[kind]?.[name] === void 0) yield `OpenAPI refers to ${ref}, which is not there`;
	}
	for (const name of new Set(operations.flatMap(({ schemes }) => schemes))) if (document.components["securitySchemes"]?.[name] === void 0) yield `OpenAPI asks for a credential of ${name}, which it does not describe`;
	const names = new Set(mentioned.headers.map((name) => name.toLowerCase()));
	for (const name of headersOnlyOf(law, ({ writes, reads }) => [writes, reads])) if (names.has(name)) yield `OpenAPI documents ${name}, whose policy is off`;
}
/** Headers, in lower case, that only policies which are off have. */
function headersOnlyOf({ registry, gone }, pick) {
	const namesOf = (policies) => new Set(policies.flatMap((policy) => pick(policy).flatMap((part) => Object.keys(part ?? {}))).map((name) => name.toLowerCase()));
	const on = namesOf(registry.policies.map(({ policy }) => policy));
	return namesOf(gone.policies.map(({ value }) => value)).difference(on);
}
function* contributions({ registry, off, gone }) {
	const { schemas, errors, policies, tables, capabilities } = registry;
	for (const { name, plugin } of schemas.values()) if (off.has(plugin)) yield `the type ${name} of ${plugin} is published`;
	for (const { code, plugin } of errors) if (off.has(plugin)) yield `the error ${code} of ${plugin} is published`;
	for (const { name, plugin } of tables) if (off.has(plugin)) yield `the table ${name} of ${plugin} is kept`;
	for (const { plugin } of policies) if (off.has(plugin)) yield `a policy of ${plugin} is sealed`;
	for (const { name, plugin, value } of gone.capabilities) if (value === true && capabilities[name] === true) yield `the flag ${name} of ${plugin} is true`;
}
// kernel/testing/test-identity.ts
/** Callers for the tests of plugins whose routes ask for one. */
const ID = "waymark-test-identity";
/** A plugin that identifies callers by the tokens that it has issued to checks. */
function testIdentity() {
	const principals = /* @__PURE__ */ new Map();
	return definePlugin({
		id: ID,
		summary: "Identifies callers in tests.",
		policies: [definePolicy({
			id: ID,
			reads: { authorization: { description: "Bearer and a token issued to a test." } },
			identifies: {
				description: "A token that a test has issued.",
				scheme: {
					type: "http",
					scheme: "bearer"
				},
				challenge: "Bearer",
				identify: (call) => principals.get(call.header("authorization") ?? ""),
				issue({ name, scopes, state }) {
					const authorization = `Bearer ${randomUUID()}`;
					const principal = {
						id: `${ID}:${name}`,
						kind: ID,
						name,
						scopes
					};
					if (state === "good") principals.set(authorization, principal);
					return { authorization };
				}
			},
			compile: () => ({})
		})]
	});
}
// kernel/testing/offered.ts
/**
* Returns the preset's plugins with the offered ones whose keys the routes have, or that ask the tested policies who calls.
* Where nothing else identifies callers, a plugin does that issues credentials to the checks.
*/
async function withOffered({ plugins, offered }, tested, options) {
	const routes = tested.flatMap((plugin) => routesOf(plugin, options));
	const keys = new Set(routes.flatMap((route) => Object.keys(route)));
	const identifies = tested.some(identifiesCallers);
	const installed = plugins.map((plugin) => ({ plugin }));
	const present = () => [...installed.map(({ plugin }) => plugin), ...tested];
	for (const { load, before, option, routeKeys = [], enforces } of Object.values(offered)) {
		const isPromised = routes.some((route) => promisesOneOf(route, enforces));
		if (routeKeys.length === 0 && !isPromised) continue;
		const { default: plugin } = await load();
		const asks = plugin.policies?.some((policy) => policy.asksIdentifiers === true) ?? false;
		const isNeeded = isPromised || routeKeys.some((key) => keys.has(key)) || asks && identifies;
		const replaced = option === void 0 ? present() : tested;
		if (!isNeeded || replaced.some(({ id }) => id === plugin.id)) continue;
		putInPlace(installed, { plugin }, before);
		if (asks && !present().some(identifiesCallers)) installed.push({ plugin: testIdentity() });
	}
	return installed.map(({ plugin }) => plugin);
}
function promisesOneOf(route, promises = {}) {
	return Object.entries(promises).some(([key, values]) => values.some((value) => value === Reflect.get(route, key)));
}
function identifiesCallers({ policies = [] }) {
	return policies.some(({ identifies }) => identifies !== void 0);
}
/** Routes that depend on options which do not hold are none: the start reports the options. */
function routesOf({ routes = {}, options, testOptions }, own) {
	if (typeof routes !== "function") return objectsOf(routes);
	const given = {
		...testOptions === false ? {} : testOptions,
		...Object(own)
	};
	const result = options?.["~standard"].validate(given);
	return result === void 0 || result instanceof Promise || result.issues !== void 0 ? [] : objectsOf(routes(result.value));
}
function objectsOf(routes) {
	return Object.values(routes).map((route) => Object(route));
}
// kernel/testing/environment.ts
/** The servers that a plugin is tested in. */
/** The plugin under test with others around it. */
var Environment = class {
	/** The names of checks begin with it. */
	name;
	/** The plugin under test. */
	plugin;
	#others;
	#config;
	#options;
	constructor(name, plugin, others, { config = {}, options }, off = []) {
		this.name = name;
		this.plugin = plugin;
		this.#others = others;
		this.#options = options;
		const { [plugin.id]: _, ...settings } = config.plugins ?? {};
		this.#config = {
			...config,
			trustedProxies: [...config.trustedProxies ?? [], "127.0.0.1"],
			proxyHeaders: "x-forwarded",
			plugins: {
				...switchedOff(off),
				...settings
			}
		};
	}
	/** The plugin, and all that cannot run without it. */
	get dependents() {
		const all = [...this.#others, this.plugin];
		const ids = dependentsOf(all, [this.plugin.id]);
		return all.filter(({ id }) => ids.has(id));
	}
	/** With the plugin switched on, or with its dependents switched off. */
	config(isOn = true) {
		const { id, testOptions } = this.plugin;
		if (!isOn) return this.#with(switchedOff(this.dependents.map((plugin) => plugin.id)));
		return this.#options === void 0 && testOptions !== false ? this.#config : this.#with({ [id]: this.#settings });
	}
	/** With the plugin itself in the config, so that the next config may have another version of it. */
	configWith(version) {
		return this.#with({ [version.id]: [version, this.#settings] });
	}
	get #settings() {
		const { testOptions } = this.plugin;
		return {
			...testOptions === false ? {} : testOptions,
			...this.#options
		};
	}
	#with(plugins) {
		return {
			...this.#config,
			plugins: {
				...this.#config.plugins,
				...plugins
			}
		};
	}
	/** Seals without starting anything. Throws a BootError. */
	boot(isOn = true) {
		return boot({
			cwd: process.cwd(),
			env: {},
			file: false,
			overrides: this.config(isOn),
			preset: [...this.#others, this.plugin]
		});
	}
	/** Starts a server. Throws a BootError. */
	start({ as = (plugin) => plugin, further = [], log, config = this.config() } = {}) {
		const plugins = Array.isArray(config.plugins?.[this.plugin.id]) ? this.#others : [...this.#others, this.plugin];
		return createTestServer({
			plugins: [...plugins.map(as), ...further],
			config,
			...log === void 0 ? {} : { log }
		});
	}
};
/** The plugin with only the plugins that provide its services, and with all of the preset. */
async function environmentsFor(plugin, options) {
	const { withPlugins = [], config } = options;
	const tested = [plugin, ...withPlugins];
	const services = new Set(tested.flatMap(providedServices));
	const ids = new Set(tested.map(({ id }) => id));
	const base = await presetOf(config);
	const preset = base.plugins.filter((one) => !ids.has(one.id) && !providedServices(one).some((id) => services.has(id)));
	const installed = await withOffered({
		...base,
		plugins: preset
	}, tested, options.options);
	const others = [...installed, ...withPlugins];
	const added = installed.filter((one) => !preset.includes(one));
	const needed = providersFor([...tested, ...added], preset);
	const kept = new Set([...needed, ...added].map(({ id }) => id));
	return {
		isolated: new Environment("isolated", plugin, others, options, preset.map(({ id }) => id).filter((id) => !kept.has(id))),
		withPreset: new Environment("with the preset", plugin, others, options)
	};
}
/** The providers that the plugins need, directly or through other providers. */
function providersFor(plugins, providers) {
	const needed = /* @__PURE__ */ new Set();
	const visit = (plugin) => {
		for (const id of neededBy(plugin)) {
			const provider = providers.find((one) => providedServices(one).includes(id));
			if (provider === void 0 || needed.has(provider)) continue;
			needed.add(provider);
			visit(provider);
		}
	};
	for (const plugin of plugins) visit(plugin);
	return needed;
}
function switchedOff(ids) {
	return Object.fromEntries(ids.map((id) => [id, false]));
}
// kernel/testing/plugin-check.ts
/** A check that fails when violations are found. */
function check(name, find) {
	return {
		name,
		run: async () => expectNone(await find())
	};
}
function expectNone(violations) {
	if (violations.length === 0) return;
	const texts = violations.map(({ where, expected, received, hint }) => [
		where,
		`  expected: ${expected}`,
		`  received: ${received}`,
		...hint === void 0 ? [] : [`  hint: ${hint}`]
	].join("\n"));
	throw new Error(texts.join("\n\n"));
}
/** The violation, unless the condition is true. */
function violationUnless(condition, violation) {
	return condition ? [] : [violation];
}
// kernel/testing/checks/closure.ts
/** Switched on, the plugin is listed wherever it should be; switched off, nothing of it is left. */
function* closureChecks(environment) {
	const expected = "what is on listed once, and no trace of what is off";
	yield check(`${environment.name}: every document lists it once, and every link leads somewhere`, async () => {
		const { registry } = await environment.boot();
		const hint = "name routes by id, with registry.href() in documents, and not by path";
		return (await violations(registry)).map((received) => ({
			where: "the registry",
			expected,
			received,
			hint
		}));
	});
	yield check("switched off: nothing of it is left", async () => {
		const { installed } = await environment.boot();
		const { registry } = await environment.boot(false);
		const on = new Set(registry.installed.filter(({ enabled }) => enabled).map(({ plugin }) => plugin.id));
		const off = installed.filter(({ plugin, enabled }) => enabled && !on.has(plugin.id));
		const where = `the registry without ${environment.plugin.id}`;
		const hint = "let other plugins name its routes by id, in relations or with registry.href(), so that the links vanish with the route";
		return (await violations(registry, off)).map((received) => ({
			where,
			expected,
			received,
			hint
		}));
	});
}
// kernel/testing/counters.ts
/** Counts of one plugin, over all its starts. */
var Counters = class {
	setups = 0;
	/** Closers that were registered, that have ended, and that ended without an error. */
	deferred = 0;
	ended = 0;
	closed = 0;
};
/** The same plugin with its setups and closers counted. A plugin without a setup stays without one. */
function counted(plugin, counters) {
	const { setup } = plugin;
	if (setup === void 0) return plugin;
	return {
		...plugin,
		setup(use, context) {
			counters.setups += 1;
			return setup.call(plugin, use, {
				...context,
				defer(close) {
					counters.deferred += 1;
					context.defer(async () => {
						try {
							await close();
							counters.closed += 1;
						} finally {
							counters.ended += 1;
						}
					});
				}
			});
		}
	};
}
/** A violation when closers of the plugin have not run to their end. */
function unclosed(plugin, { setups, deferred, closed }) {
	return violationUnless(closed === deferred, {
		where: `closers of ${plugin}`,
		expected: `all ${deferred} closers of ${setups} setups have run`,
		received: `${closed} have`,
		hint: "a closer must not throw, and must end within 5 s"
	});
}
/** A log that records warnings and errors. */
function recordingLog() {
	const lines = [];
	const record = (message, fields = {}) => void lines.push({
		message,
		fields
	});
	return {
		debug() {},
		info() {},
		warn: record,
		error: record,
		lines
	};
}
/** Waits until the condition is true, at most so many milliseconds. */
async function waitFor(condition, ms) {
	const deadline = performance.now() + ms;
	while (!condition() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}
// kernel/testing/checks/conformance.ts
/** Each operation answers as declared: the cases of `waymark check`. */
/** @param warnings whether warnings of `waymark check` about the plugin's policies are failures. */
async function* conformanceChecks(environment, { warnings = false } = {}) {
	const { name, plugin } = environment;
	const { registry } = await environment.boot();
	const inDepth = selectRoutes(registry.routes, environment);
	let run;
	const runOnce = () => run ??= checkAll(environment, inDepth);
	const results = () => runOnce().catch(() => {
		throw new Error(`nothing was checked\n  hint: see why the check "${name}: starts" fails`);
	});
	yield check(`${name}: starts`, async () => (await runOnce()).lines.flatMap((line) => lifecycleViolation(line, plugin.id)));
	for (const route of inDepth) yield check(`${name}: ${operationName(route)}`, async () => {
		const { report, lines } = await results();
		const reason = handlerError(route, lines);
		return report.failures.filter(({ operation }) => operation === operationName(route)).flatMap((failure) => locate(failure, reason));
	});
	const operations = new Set([...inDepth].map(operationName));
	yield check(`${name}: the server and its documents`, async () => (await results()).report.failures.filter(({ operation }) => !operations.has(operation)).flatMap((failure) => locate(failure)));
	if (!warnings || plugin.policies === void 0) return;
	const policies = new Set(plugin.policies.map(({ id }) => id));
	yield check(`${name}: no warnings`, async () => {
		const hint = "add a conformance test to the policy: conformance: () => import(\"./conformance.ts\"), made with defineConformance of \"waymark/conformance\"";
		return (await results()).report.warnings.filter((text) => policies.has(/\bpolicy ([\w-]+)/.exec(text)?.[1] ?? "")).map((received) => ({
			where: "policies",
			expected: "no warning",
			received,
			hint
		}));
	});
}
/** The plugin's own routes and, since policies work on all routes, one of each kind if it has policies. */
function selectRoutes(routes, { plugin }) {
	const own = routes.filter((route) => route.plugin === plugin.id);
	if (plugin.policies === void 0) return new Set(own);
	const kinds = Map.groupBy(routes, ({ method, kind }) => `${method} ${kind}`);
	return /* @__PURE__ */ new Set([...own, ...[...kinds.values()].flatMap(([first]) => first ?? [])]);
}
async function checkAll(environment, inDepth) {
	const log = recordingLog();
	const server = await environment.start({ log });
	const client = createClient(server.origin);
	const refs = new Set([...inDepth].map(({ ref }) => ref));
	try {
		return {
			report: await runConformance(server.registry, {
				origin: server.origin,
				exclusive: true,
				client
			}, { only: ({ ref }) => refs.has(ref) }),
			lines: log.lines
		};
	} finally {
		client.close();
		await server.close();
	}
}
/** The kernel logs a reason when the start or stop of a plugin fails. */
function lifecycleViolation({ fields }, id) {
	const { plugin, reason } = fields;
	return violationUnless(plugin !== id || reason === void 0, {
		where: "start and stop",
		expected: "a plugin that starts, and whose closers run",
		received: String(reason),
		hint: "fix the setup, or what it passes to defer()"
	});
}
/** Why the handler failed, which is only logged. */
function handlerError({ ref }, lines) {
	const error = lines.find(({ fields }) => fields["route"] === ref)?.fields["error"];
	return error === void 0 ? void 0 : messageOf(error).split("\n", 2).join(" ");
}
function locate(failure, reason) {
	const { operation, case: name, expected, received, hint, more } = failure;
	const where = `${operation} [${name}]`;
	return [{
		where,
		expected,
		received: `${received}${reason !== void 0 && received.includes("500") ? ` (${reason})` : ""}`,
		hint
	}, ...more.map((violation) => ({
		where,
		...violation
	}))];
}
// kernel/testing/checks/failure.ts
/** A setup that fails: the server runs on without an optional plugin, and refuses to start without any other. */
const REASON = "made to fail by a check";
const SETUP_HINT = "wait in setup for what may fail, and not where handlers, routes or policies are made";
function* failureChecks(environment) {
	if (!(environment.plugin.policies?.some((policy) => policy.guards === true) ?? false) && !someNeedsMissing(environment.dependents)) yield check("failing in setup, while optional: the server runs on without it", () => degrades(environment));
	yield check("failing in setup: the start is refused, and nothing is left running", () => isRefused(environment));
}
/** Whether a policy of these plugins needs a service that is missing when they do not start. */
function someNeedsMissing(plugins) {
	const missing = new Set(plugins.flatMap(providedServices));
	return plugins.flatMap(({ policies = [] }) => policies).flatMap(({ needs = {} }) => Object.values(needs)).some((token) => !("optional" in token) && missing.has(token.id));
}
/** The plugin with a setup that throws at its end. */
function failing(plugin, counters, isOptional) {
	const { setup } = counted(plugin, counters);
	return {
		...plugin,
		optional: isOptional,
		async setup(use, context) {
			await setup?.(use, context);
			throw new Error(REASON);
		}
	};
}
async function degrades(environment) {
	const { plugin } = environment;
	const { id } = plugin;
	const counters = new Counters();
	let runtime;
	const probe = definePlugin({
		id: "waymark-probe",
		summary: "Sees what has started.",
		needs: { runtime: Runtime },
		setup: (use) => void ({runtime} = use)
	});
	let server;
	try {
		server = await environment.start({
			as: (one) => one === plugin ? failing(one, counters, true) : one,
			further: [probe]
		});
	} catch (error) {
		return [{
			where: "start",
			expected: `a server that runs on without ${id}`,
			received: messageOf(error),
			hint: SETUP_HINT
		}];
	}
	try {
		return [
			...violationUnless(runtime?.degraded.some((one) => one.plugin === id) === true, {
				where: "runtime.degraded",
				expected: `${id} among the plugins that did not start`,
				received: JSON.stringify(runtime?.degraded)
			}),
			...await unavailable(server, id),
			...unclosed(id, counters)
		];
	} finally {
		await server.close();
	}
}
/** Each route of the plugin answers 503 with Retry-After, in the form of an error. */
async function unavailable(server, id) {
	const { routes, href } = server.registry;
	const ask = await asker(server);
	const violations = [];
	for (const route of routes.filter((one) => one.plugin === id && takesAnyInput(one))) {
		const params = Object.fromEntries(route.pattern.params.map((name) => [name, "x"]));
		const path = href(route.ref, params) ?? route.path;
		const answer = await ask(path, { accept: "application/json" });
		const { error } = asObject(await answer.json().catch(() => void 0));
		const { code } = asObject(error);
		const retryAfter = answer.headers.get("retry-after");
		violations.push(...violationUnless(answer.status === 503 && retryAfter !== null && code === "service-unavailable", {
			where: `GET ${path}`,
			expected: "status 503 with Retry-After and the code service-unavailable",
			received: `status ${answer.status}, Retry-After: ${retryAfter}, code ${String(code)}`,
			hint: `waymark explain ${route.ref}`
		}));
	}
	return violations;
}
/** Whether a GET of any path of the route gets past the validation of its input, and JSON is answered. */
function takesAnyInput({ method, kind, mediaTypes, declaration }) {
	const { params, query } = declaration;
	const isJson = mediaTypes.some((type) => /[/+]json(?:;|$)/.test(type));
	return method === "GET" && kind !== "alwaysFails" && kind !== "redirect" && isJson && params === void 0 && query === void 0;
}
async function isRefused(environment) {
	const { plugin } = environment;
	const counters = /* @__PURE__ */ new Map();
	const countersOf = ({ id }) => {
		const own = counters.get(id) ?? new Counters();
		counters.set(id, own);
		return own;
	};
	try {
		await (await environment.start({ as: (one) => one === plugin ? failing(one, countersOf(one), false) : counted(one, countersOf(one)) })).close();
		return [{
			where: "start",
			expected: "SETUP_FAILED",
			received: "a server that runs"
		}];
	} catch (error) {
		const [finding] = error instanceof BootError ? error.findings : [];
		return [...violationUnless(finding?.code === "SETUP_FAILED" && finding.plugin === plugin.id, {
			where: "start",
			expected: `SETUP_FAILED naming ${plugin.id}`,
			received: messageOf(error),
			hint: SETUP_HINT
		}), ...[...counters].flatMap(([id, own]) => unclosed(id, own))];
	}
}
// kernel/testing/checks/leaks.ts
function* leakChecks(environment) {
	yield check("stopped: nothing is left open", () => leaks(environment));
}
/** Starts after which resources left open have added up. */
const STARTS = 3;
/** The resources that are open after some starts and stops, and were not before. */
async function leaks(environment) {
	await startAndStop(environment);
	const before = openResources();
	for (let starts = 0; starts < STARTS; starts++) await startAndStop(environment);
	const grown = () => [...openResources()].map(([type, count]) => ({
		type,
		more: count - (before.get(type) ?? 0)
	})).filter(({ more }) => more >= STARTS);
	await waitFor(() => grown().length === 0, 1e3);
	return grown().map(({ type, more }) => ({
		where: `after ${STARTS} starts and stops`,
		expected: `as many open resources of the type ${type} as before`,
		received: `${more} more`,
		hint: "close in a closer what setup opens: defer(() => clearInterval(timer)), defer(() => process.off(…))"
	}));
}
async function startAndStop(environment) {
	const server = await environment.start();
	const ask = await asker(server);
	for (const route of server.registry.routes) if (route.plugin === environment.plugin.id && isRead(route) && route.pattern.params.length === 0) await (await ask(route.path)).arrayBuffer();
	await server.close();
}
/** Counts by type: `Timeout`, `TCPServerWrap`, … Listeners of the process count too, as `process.on("SIGHUP")`. */
function openResources() {
	const types = Map.groupBy(process.getActiveResourcesInfo(), (type) => type);
	return new Map([...[...types].map(([type, all]) => [type, all.length]), ...process.eventNames().map((name) => [`process.on("${String(name)}")`, process.listenerCount(name)])]);
}
// kernel/testing/checks/reload.ts
/** Reloaded, the plugin answers as before. The kernel's own tests reload a server under load. */
/** Time for closers after the last request to what they close, in milliseconds. */
const CLOSE_MS = 6e3;
function* reloadChecks(environment) {
	const { id } = environment.plugin;
	yield check("reloaded, nothing changed: it runs on", () => reloading(environment, async ({ server }) => {
		const { carriedOver } = await server.reload(environment.config());
		return violationUnless(carriedOver.includes(id), {
			where: "reload with the same config",
			expected: "the plugin carried over",
			received: "it was started again",
			hint: "options must be equal once validated: no functions, and no values that are new each time"
		});
	}));
	yield check("reloaded, off and on again: it answers as before", () => reloading(environment, async ({ server, paths, changes }) => {
		await server.reload(environment.config(false));
		const off = await stillAnswering(server, paths);
		await server.reload(environment.config());
		return [...off, ...await changes("switched off and on again")];
	}));
	yield check("reloaded, replaced while it runs: it answers as before", () => {
		const replaced = new Counters();
		return reloading(environment, async ({ server, counters, changes }) => {
			const copy = counted({ ...environment.plugin }, counters);
			await server.reload(environment.configWith(copy));
			await waitFor(() => replaced.ended === replaced.deferred, CLOSE_MS);
			return [...unclosed(id, replaced), ...await changes("replaced, and its predecessor stopped")];
		}, environment.configWith(counted(environment.plugin, replaced)));
	});
}
/** Starts a server, acts, stops the server, and returns what was violated or left unclosed. */
async function reloading(environment, act, config = environment.config()) {
	const { plugin } = environment;
	const counters = new Counters();
	const observed = counted(plugin, counters);
	const server = await environment.start({
		config,
		as: (one) => one === plugin ? observed : one
	});
	const violations = [];
	try {
		const paths = await readPaths(server, plugin.id);
		const before = await statuses(server, paths);
		const changes = async (when) => {
			const after = await statuses(server, paths);
			return paths.flatMap((path, at) => violationUnless(after[at] === before[at], {
				where: `GET ${path}`,
				expected: `status ${before[at]}, as before`,
				received: `status ${after[at]} once the plugin was ${when}`,
				hint: "keep what setup makes in what it returns and its closers, not in variables of the module"
			}));
		};
		violations.push(...await act({
			server,
			counters,
			paths,
			changes
		}));
	} finally {
		await server.close();
	}
	return [...violations, ...unclosed(plugin.id, counters)];
}
/** The plugin's own paths; with a policy, which works on all routes, also one of another plugin. */
async function readPaths(server, id) {
	const { routes, policies } = server.registry;
	const own = routes.filter((route) => route.plugin === id && isRead(route));
	const other = routes.find((route) => route.plugin !== id && isRead(route) && route.document);
	const hasPolicy = policies.some(({ plugin }) => plugin === id);
	const find = await serverPathFinder(server);
	const paths = [];
	for (const route of other !== void 0 && hasPolicy ? [...own, other] : own) {
		const path = await find(route);
		if ("target" in path) paths.push(path.target);
	}
	return paths;
}
async function statuses(server, paths) {
	const ask = await asker(server);
	const all = [];
	for (const path of paths) {
		const answer = await ask(path);
		await answer.arrayBuffer();
		all.push(answer.status);
	}
	return all;
}
/** Paths that answer although no route serves them. */
async function stillAnswering(server, paths) {
	const isServed = pathFitting(server.registry.routes.map(({ pattern }) => pattern));
	const lost = paths.filter((path) => !isServed(path));
	const received = await statuses(server, lost);
	return lost.flatMap((path, at) => violationUnless(received[at] === 404, {
		where: `GET ${path}`,
		expected: "status 404 while the plugin is off",
		received: `status ${received[at]}`
	}));
}
// kernel/testing/checks/index.ts
async function* checksOf(plugin, options) {
	const { isolated, withPreset } = await environmentsFor(plugin, options);
	for (const environment of [isolated, withPreset]) try {
		await environment.boot();
	} catch (error) {
		yield {
			name: `${environment.name}: starts`,
			run: () => Promise.reject(error)
		};
		return;
	}
	yield* conformanceChecks(isolated);
	yield* conformanceChecks(withPreset, { warnings: true });
	yield* closureChecks(withPreset);
	yield* failureChecks(withPreset);
	yield* leakChecks(isolated);
	yield* reloadChecks(withPreset);
}
export { checksOf };

//# sourceMappingURL=index.js.map