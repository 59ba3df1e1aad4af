import { a as matches } from "../../../chunks/path.js";
import { t as defineCommand } from "../../../chunks/citty.js";
import { a as show, n as didYouMean } from "../../../chunks/finding.js";
import { l as configKey } from "../../../chunks/time-slices.js";
import { i as KNOWN_METHODS, m as KernelKeys } from "../../../chunks/view.js";
import { E as configPath, M as KERNEL_HEADERS, g as envTargets, h as KERNEL_VARIABLES, k as shownSource, n as loadPlugins, o as availablePlugins, u as loadConfig, v as kernelVariables, w as variablesOf } from "../../../chunks/boot.js";
import { r as Runtime } from "../../../chunks/services.js";
import { n as silentLog } from "../../../chunks/log.js";
import { a as jsonFlag, c as print, d as run, i as environment, n as bootHere, r as configFlag, t as UsageError, u as printJson } from "../../../chunks/command.js";
import { n as table, t as showValue } from "../../../chunks/table.js";
import { c as keysOf, d as toNode, i as withoutSecrets, l as nodeAt, n as valueAt, s as holdsSecret, u as propertyOf } from "../../../chunks/explain-issues.js";
import { S as isRecord, c as successStatus } from "../../../chunks/route-keys.js";
import { n as cacheText, r as policyKeys, t as accessText } from "../../../chunks/routes.js";
import { m as spellHeader } from "../../../chunks/errors.js";
import { n as requiredScopes } from "../../../chunks/sealed-route.js";
import { t as collect } from "../../../chunks/collect.js";
import { t as RULES } from "../../../chunks/rules.js";
import { isDeepStrictEqual } from "node:util";
import { STATUS_CODES } from "node:http";
import { basename } from "node:path";
// registry/contract/finding-codes-config.ts
const CONFIG_FINDINGS = {
	CONFIG_AMBIGUOUS: {
		meaning: "Several config files lie side by side, so that it is not clear which one counts.",
		hint: "Keep one of them, or name one in WAYMARK_CONFIG."
	},
	CONFIG_UNREADABLE: {
		meaning: "The config file is missing, cannot be parsed, or failed while it was imported.",
		hint: "Correct the file, or correct the path in WAYMARK_CONFIG."
	},
	CONFIG_KEY_UNKNOWN: {
		meaning: "The config has an unknown key.",
		hint: "Correct the spelling; options of a plugin belong below plugins.<id>."
	},
	CONFIG_INVALID: {
		meaning: "A config key has a value that is not allowed.",
		hint: "Write a value of the form that the finding describes."
	},
	PLUGIN_NOT_FOUND: {
		meaning: "The config names a plugin that is neither part of the preset nor an importable package or file.",
		hint: "Correct the name, or install the package."
	},
	PLUGIN_INVALID: {
		meaning: "A module does not export a plugin, or a part of the plugin has the wrong form.",
		hint: "Export the plugin as default: export default definePlugin({ … })."
	},
	PLUGIN_INCOMPATIBLE: {
		meaning: "A plugin is written for another version of the plugin API than this waymark has.",
		hint: "Update the older of the two."
	},
	PLUGIN_KEY_UNKNOWN: {
		meaning: "A plugin has a key that no plugin can have.",
		hint: "Correct the spelling, or remove the key."
	},
	PLUGIN_DUPLICATE: {
		meaning: "Two installed plugins have the same id.",
		hint: "Remove one of them from the config, or give yours another id."
	},
	OPTION_INVALID: {
		meaning: "An option of a plugin is unknown or has a value that is not allowed.",
		hint: "Write a value of the form that the finding describes, or remove the option to use its default."
	},
	OPTIONS_OPEN: {
		meaning: "The options of a plugin ignore unknown keys, so a misspelt option would do nothing.",
		hint: "Close every object of the schema (zod: z.strictObject), or open it on purpose (z.looseObject)."
	},
	SERVICE_MISSING: {
		meaning: "A plugin needs a service that no enabled plugin provides.",
		hint: "Switch the provider on, or switch off the plugin that needs it."
	},
	SERVICE_CONFLICT: {
		meaning: "Two enabled plugins provide the same service.",
		hint: "Switch one of them off."
	},
	SERVICE_CYCLE: {
		meaning: "Plugins need each other's services in a circle, so none of them can start first.",
		hint: "Split the service that closes the circle into a plugin of its own."
	},
	VALUE_MISSING: {
		meaning: "A route reads a value that no enabled policy provides for it.",
		hint: "Switch the provider on, or remove the value from the route."
	},
	VALUE_CONFLICT: {
		meaning: "Two enabled policies provide the same value.",
		hint: "Switch one of the plugins off."
	},
	METRIC_INVALID: {
		meaning: "A metric has a name, a type or buckets that scrapers do not accept.",
		hint: "Write the name in snake case, its help in a sentence, and the bounds of buckets in ascending order."
	},
	SETUP_FAILED: {
		meaning: "A plugin failed to start.",
		hint: "Fix the cause that the finding names, or switch the plugin off."
	},
	SETUP_TIMEOUT: {
		meaning: "A plugin took too long to start.",
		hint: "Check what its setup waits for: often a database or another host that does not answer."
	},
	LISTEN_FAILED: {
		meaning: "The server cannot listen at the configured host and port.",
		hint: "Choose another port with PORT or the config key port, or stop the process that uses it."
	}
};
// registry/contract/finding-codes-contributions.ts
const CONTRIBUTION_FINDINGS = {
	ROUTE_INVALID: {
		meaning: "A route has a missing, conflicting or malformed key.",
		hint: "Declare one method, one path, one summary and exactly one kind of body."
	},
	ROUTE_CONFLICT: {
		meaning: "Two routes answer the same requests.",
		hint: "Rename one of the paths, or switch off one of the plugins."
	},
	ROUTE_KEY_UNKNOWN: {
		meaning: "A route has a key that neither the kernel nor an installed policy defines.",
		hint: "Correct the spelling, or install the policy that owns the key."
	},
	ROUTE_KEY_INVALID: {
		meaning: "A route's key has a value that the policy that owns the key does not accept.",
		hint: "Write a value that the policy accepts."
	},
	ROUTE_KEY_UNENFORCED: {
		meaning: "A route promises what no enabled policy enforces.",
		hint: "Switch on the plugin whose policy enforces it, or change the value of the key."
	},
	ROUTE_CACHE_MISSING: {
		meaning: "A GET route does not declare how it can be cached.",
		hint: "Write cache: \"no-store\", or a scope with a maxAge."
	},
	ROUTE_BODY_MISSING: {
		meaning: "A route names no kind of body, or more than one.",
		hint: "Write exactly one of list, returns, redirect, alwaysFails, stream, page, text, bytes and empty."
	},
	HANDLER_MISSING: {
		meaning: "A route has no handler.",
		hint: "Add a function with the route's id to what handlers returns."
	},
	HANDLER_UNKNOWN: {
		meaning: "A handler has an id that is not a route of its plugin, or the route does not take a handler.",
		hint: "Correct the id, or remove the handler."
	},
	DOCUMENT_MISSING: {
		meaning: "A route with document: true has no function that makes the document.",
		hint: "Add a function with the route's id to documents."
	},
	RENDERER_MISSING: {
		meaning: "A route produces a media type that has no renderer.",
		hint: "Add a renderer for the route and the media type, or remove the media type."
	},
	RELATION_UNKNOWN: {
		meaning: "A relation or a root link leads to a route that does not exist.",
		hint: "Correct the reference: a route id of the same plugin, or plugin.routeId."
	},
	RELATION_UNBOUND: {
		meaning: "A relation, a root link or creates does not fill a path parameter of its target.",
		hint: "Write with: { parameter: field }, where the field is a path parameter or a top-level field of the body."
	},
	SCHEMA_CONFLICT: {
		meaning: "Two schemas are published under the same name.",
		hint: "Rename one of them."
	},
	SCHEMA_UNSUPPORTED: {
		meaning: "A schema cannot be written as JSON Schema.",
		hint: "Describe the JSON that is sent; convert values in the handler."
	},
	POLICY_INVALID: {
		meaning: "A policy names a header in a way in which no message can have it.",
		hint: "Write request headers in lower case, and response headers in their usual spelling."
	},
	POLICY_FAILED: {
		meaning: "A policy throws an error when it compiles for a route, or does not answer for its headers.",
		hint: "Fix the policy, or switch its plugin off."
	},
	POLICY_GUARDS_UNSAID: {
		meaning: "A policy may refuse requests and does not say whether it guards data.",
		hint: "Write guards: true when it decides who may have the data, or guards: false when it limits requests only."
	},
	GUARD_OFF: {
		meaning: "Routes ask for a guard whose plugin is switched off, so that they would be open to everybody.",
		hint: "Switch the guard's plugin on, or remove its key from the routes."
	},
	GUARD_OPTIONAL: {
		meaning: "A plugin that guards routes is optional, so that the server would run without its guard.",
		hint: "Write $optional: false below the plugin's settings."
	},
	GUARD_PUBLIC: {
		meaning: "A guarded route lets shared caches keep its answers, which they send to everybody.",
		hint: "Write cache: { scope: \"private\", … } or cache: \"no-store\"."
	},
	IDENTITY_UNASKED: {
		meaning: "A policy identifies callers, and no enabled policy asks it, so that every credential would be ignored.",
		hint: "Switch on the plugin that asks, or switch off the one that identifies."
	},
	IDENTITY_CONFLICT: {
		meaning: "Two enabled policies set the principal of requests.",
		hint: "Switch one of the plugins off."
	},
	HEADER_CONFLICT: {
		meaning: "Two policies own the same response header, or a route fills one that a policy owns.",
		hint: "Switch one of the plugins off, or let one of them add to the other's shared header."
	},
	COMMAND_CONFLICT: {
		meaning: "Two plugins have a command of the same name, or a plugin has the name of a kernel command.",
		hint: "Rename one of them, or switch one of the plugins off."
	},
	POLICY_CONFLICT: {
		meaning: "Two policies have the same id or own the same route key.",
		hint: "Switch one of the plugins off, or rename the id or the key."
	},
	PAGE_FORM_CONFLICT: {
		meaning: "Two enabled plugins make pages of the same media type.",
		hint: "Switch one of the plugins off."
	},
	FLAG_CONFLICT: {
		meaning: "Two plugins contribute the same capability flag.",
		hint: "Switch one of the plugins off, or rename the flag."
	},
	EVENT_CONFLICT: {
		meaning: "Two enabled plugins publish an event of the same name.",
		hint: "Rename one of them, or switch one of the plugins off."
	},
	EVENT_INVALID: {
		meaning: "An event says who receives it in a form that is not known.",
		hint: "Write { of: schema, access: \"authenticated\" } or { of: schema, access: { scopes: [\"…\"] } }."
	},
	TABLE_INVALID: {
		meaning: "A table has no schema or no key, its seed is not a URL, or its owner is not a text field.",
		hint: "Write of, key and, for first rows, seed: new URL(…, import.meta.url)."
	},
	TABLE_CONFLICT: {
		meaning: "Two plugins declare the same table.",
		hint: "Rename one of the tables; plugins share data through a service."
	},
	ROOT_LINK_CONFLICT: {
		meaning: "Two plugins contribute the same relation of the API root.",
		hint: "Switch one of the plugins off, or rename the relation."
	},
	ERROR_CODE_CONFLICT: {
		meaning: "Two entries of the error catalog have the same code.",
		hint: "Rename one of the codes."
	},
	EXPORT_CONFLICT: {
		meaning: "Two plugins export a text of the same name, or one has a name of the kernel.",
		hint: "Rename one of the exports, or switch one of the plugins off."
	},
	ALERT_CONFLICT: {
		meaning: "Two plugins have an alert of the same name.",
		hint: "Rename one of the alerts, or switch one of the plugins off."
	},
	ERROR_INVALID: {
		meaning: "An entry of the error catalog has no message, or a status that no error has.",
		hint: "Write a status from 400 to 599 and one sentence."
	},
	TRANSLATION_INVALID: {
		meaning: "A translation is of no known language, or has other gaps than its text.",
		hint: "Write translations: { es: { \"A text.\": \"Un texto.\" } }."
	},
	ERROR_CODE_UNKNOWN: {
		meaning: "A route names an error code that the catalog does not have.",
		hint: "Correct the code, or declare it under the plugin's errors."
	}
};
// registry/contract/finding-codes.ts
/** Every code of a finding of the registry and the kernel. Plugins declare their own under `validate`. */
const FINDINGS = {
	...CONFIG_FINDINGS,
	...CONTRIBUTION_FINDINGS
};
// kernel/cli/explain/explanation.ts
/** An explanation as data, for people and for programs. */
/** Leaves out facts without a text, and sections without rows. */
function layOut([title = "", ...about], facts, sections = []) {
	const known = facts.flatMap(([name, text]) => text ? [[name, text]] : []);
	return {
		title,
		about,
		facts: Object.fromEntries(known),
		sections: sections.filter(([, rows]) => rows.length > 0)
	};
}
function toText({ title, about, facts, sections }) {
	const parts = [["", Object.entries(facts)], ...sections].filter(([, rows]) => rows.length > 0).map(([name, rows]) => [...name === "" ? [] : [name], indented(rows)].join("\n"));
	return [[title, ...about].join("\n"), ...parts].join("\n\n");
}
function toJson({ sections, ...others }) {
	return {
		...others,
		sections: Object.fromEntries(sections)
	};
}
function indented(rows) {
	return table(rows).replaceAll(/^(?=.)/gm, "  ");
}
// kernel/cli/explain/texts.ts
/** Names of plugins and routes, as explanations show them. */
/** The owner: the kernel, or a plugin with the key that sets it. */
function ownerText(installed, id) {
	return id === "kernel" ? id : `plugin ${pluginText(installed, id)}`;
}
function pluginText(installed, id) {
	const entry = installed.find(({ plugin }) => plugin.id === id);
	return entry === void 0 ? id : `${id} (set by ${pathOf(entry)})`;
}
function pathOf(entry) {
	return configPath(configKey(entry));
}
function listRefs(routes) {
	return routes.map(({ ref }) => ref).join(", ");
}
function listNames(names) {
	return names.join(", ") || "none";
}
// kernel/cli/explain/key.ts
/** `waymark explain` for config keys and environment variables. */
/** Every key there is: the kernel's, each plugin's switch, each option. */
function keyPaths({ installed }) {
	const ofPlugins = installed.flatMap((entry) => [pathOf(entry), ...keysOf(optionsOf$1(entry)).map((option) => `${pathOf(entry)}.${option}`)]);
	return [...keysOf(toNode(KernelKeys)), ...ofPlugins];
}
/** Undefined when no key and no variable has this name. A plugin's switch is explained with the plugin. */
function explainKey(booted, target) {
	const kernel = Object.entries(KERNEL_VARIABLES).find(([variable]) => variable === target)?.[1];
	const schema = nodeAt(toNode(KernelKeys), (kernel ?? target).split("."));
	if (schema !== void 0) return explainKernelKey(booted, kernel ?? target, schema);
	const targets = envTargets(booted.installed.map(({ plugin }) => plugin));
	const set = targets.get(target);
	for (const entry of booted.installed) {
		const { id } = entry.plugin;
		const start = [pathOf(entry), id].find((name) => target.startsWith(`${name}.`));
		const byVariable = set?.plugin === id ? set.option : void 0;
		const option = start === void 0 ? byVariable : target.slice(start.length + 1);
		const steps = option?.split(".") ?? [];
		const node = option && nodeAt(optionsOf$1(entry), steps);
		if (!option || !node) continue;
		const owner = `plugin ${pluginText(booted.installed, id)}${entry.enabled ? "" : ", off"}`;
		const value = valueAt(withoutSecrets(entry.options, optionsOf$1(entry)), steps);
		return keyText(`${pathOf(entry)}.${option}`, value, node, owner, variablesOf(targets, id, option));
	}
}
function explainKernelKey({ config }, key, schema) {
	const { app, plugins, ...others } = config;
	const { name, ...about } = app;
	const values = {
		...others,
		...about,
		service: name,
		plugins: Object.keys(plugins)
	};
	return keyText(key, valueAt(values, key.split(".")), schema, "kernel", kernelVariables(key));
}
function keyText(path, value, schema, owner, variables) {
	const { description } = schema.node;
	const fallback = defaultOf(schema);
	return layOut([`config key ${path}: ${showValue(value)}`, ...[description ?? []].flat()], [
		["owner", owner],
		["default", holdsSecret(schema) || fallback === void 0 ? void 0 : show(fallback)],
		["environment", variables.join(", ")]
	]);
}
/** Returns the default; that of an object whose members have theirs is made of these. */
function defaultOf({ node }) {
	const { default: preset, properties = {} } = node;
	if (!isRecord(preset) || Object.keys(preset).length > 0) return preset;
	const members = Object.entries(properties).filter(([, member]) => member.default !== void 0);
	return Object.fromEntries(members.map(([name, member]) => [name, member.default]));
}
function optionsOf$1({ plugin }) {
	return plugin.options && toNode(plugin.options);
}
// registry/contract/call.ts
const OUTCOMES = [
	"ok",
	"redirect",
	"notModified",
	"error",
	"options"
];
// kernel/cli/headers.ts
/** Headers of sealed routes, for listings. */
/** Response headers that anything enabled writes. */
function headerNames({ policies }) {
	const written = policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
	return [.../* @__PURE__ */ new Set([...KERNEL_HEADERS, ...written])];
}
/** One row for each value that a header of the route has: name, owner, outcomes, value. */
function headerRows(route, { policies }) {
	const owners = new Map(policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}).map((name) => [name, policy.id])));
	return [...Map.groupBy(headersOf(route), ({ name, value }) => `${name}: ${value}`).values()].flatMap(([first, ...others]) => {
		if (first === void 0) return [];
		const { name, value } = first;
		const on = [first, ...others].map(({ outcome }) => outcome);
		const always = on.length === outcomesOf(route).length;
		return [[
			name,
			owners.get(name) ?? "kernel",
			always ? "always" : on.join(", "),
			value
		]];
	});
}
/** One row for each value that a header has anywhere: number of routes, outcomes, value. */
function valueRows(header, { routes }) {
	const uses = routes.flatMap(headersOf).filter(({ name }) => name === header);
	return [...Map.groupBy(uses, ({ value }) => value)].map(([value, same]) => [
		`${new Set(same.map(({ ref }) => ref)).size} of ${routes.length} routes`,
		OUTCOMES.filter((outcome) => same.some((use) => use.outcome === outcome)).join(", "),
		value
	]);
}
/** Each header on each outcome; a value known only at a request is shown as such. */
function headersOf(route) {
	return outcomesOf(route).flatMap((outcome) => {
		const { fixed, bodySlots, slots } = route.plans[outcome];
		const use = (name, value) => ({
			ref: route.ref,
			outcome,
			name,
			value
		});
		return [
			...bodySlots.map(({ name }) => use(name, "(per body)")),
			...slots.map(({ name }) => use(name, "(per request)")),
			...fixed.flatMap((name, at) => at % 2 === 0 ? [use(name, fixed[at + 1] ?? "")] : [])
		];
	});
}
/** Plans exist for every outcome; only these can happen. */
function outcomesOf({ kind }) {
	return OUTCOMES.filter((outcome) => kind === "redirect" ? outcome !== "ok" && outcome !== "notModified" : outcome !== "redirect");
}
// kernel/cli/explain/access.ts
/** `waymark explain` for who may use routes, and for request headers, credentials among them. */
/** Who may use a route, and who set that: its author or the config. Nothing for a route of everybody. */
function accessFacts(booted, route) {
	const scopes = requiredScopes(route);
	if (scopes === void 0) return [];
	const identifiers = booted.registry.identifiers.map(({ policy }) => policy);
	return [
		["access", scopes.length === 0 ? accessText(route) : `scopes ${scopes.join(", ")}`],
		["access set by", settersOf(booted, route).join("; ")],
		["authentication", identifiers.join(", ") || "no plugin that is on identifies callers"]
	];
}
/** The author, the config's keys, or both. */
function settersOf(booted, route) {
	const { installed } = booted;
	const keys = route.policies.flatMap(({ policy, compiled }) => (compiled.security && policy.key) ?? []);
	const owner = installed.filter(({ plugin }) => plugin.id === route.plugin);
	const written = collect(owner).routes.find(({ name }) => name === route.id)?.value;
	const valueIn = (declaration, key) => Reflect.get(declaration ?? {}, key);
	const isAuthors = keys.some((key) => valueIn(written, key) !== void 0);
	const isChanged = keys.some((key) => !isDeepStrictEqual(valueIn(written, key), valueIn(route.declaration, key)));
	return [...isAuthors ? [`its author, in the plugin ${route.plugin}`] : [], ...isChanged ? keysAbout(booted, route) : []];
}
/** Keys of the config that adjust routes and name this one, or its plugin. */
function keysAbout({ installed, file }, { plugin: owner, ref }) {
	const source = file === void 0 ? "" : ` in ${basename(file)}`;
	return installed.flatMap((entry) => {
		if (entry.plugin.policies?.some(({ adjust }) => adjust !== void 0) !== true) return [];
		return Object.entries(Object(entry.options)).flatMap(([option, value]) => [owner, ref].flatMap((name) => isRecord(value) && Object.hasOwn(value, name) ? [`${pathOf(entry)}.${option}.${name}${source}`] : []));
	});
}
/** Scopes that any route asks for. */
function scopesOf({ registry }) {
	return [...new Set(registry.routes.flatMap((route) => requiredScopes(route) ?? []))];
}
function explainScope({ registry }, scope) {
	const asking = registry.routes.filter((route) => requiredScopes(route)?.includes(scope) === true);
	return layOut([`scope ${scope}`, "Callers of these routes need it."], [], [["required by", asking.map(({ method, path, ref }) => [
		method,
		path,
		ref
	])]]);
}
/** Request headers that policies read, as they are usually spelled. */
function requestHeadersOf({ registry }) {
	const written = registry.policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
	const read = registry.policies.flatMap(({ policy }) => Object.keys(policy.reads ?? {}));
	return [...new Set(read)].map((name) => spellHeader(name, written));
}
function explainRequestHeader({ registry, installed }, header) {
	const name = header.toLowerCase();
	const readers = registry.policies.filter(({ policy }) => policy.reads?.[name] !== void 0);
	const varying = registry.routes.filter(({ vary = "" }) => vary.toLowerCase().split(", ").includes(name));
	const credential = readers.some(({ policy }) => policy.identifies !== void 0);
	return layOut([`request header ${header}`, ...readers.flatMap(({ policy }) => policy.reads?.[name]?.description ?? [])], [
		["read by", readers.map(({ policy }) => `policy ${policy.id}`).join(", ")],
		["plugin", [...new Set(readers.map(({ plugin }) => pluginText(installed, plugin)))].join(", ")],
		["credential", credential ? "yes: plugins that read other routes never see it" : void 0],
		["answers vary", `on ${varying.length} of ${registry.routes.length} routes`]
	], [["needed by", credential ? protectedRows(registry.routes) : []]]);
}
function protectedRows(routes) {
	return routes.filter((route) => requiredScopes(route) !== void 0).map((route) => [
		route.method,
		route.path,
		accessText(route)
	]);
}
// kernel/cli/explain/flags.ts
/** Flags of all installed plugins, except those of a plugin that is off when they depend on its options. */
function flagsOf(installed) {
	return installed.flatMap((entry) => {
		const { id, summary, capabilities = {}, routes = {} } = entry.plugin;
		const plugin = {
			id,
			summary,
			...typeof capabilities === "function" && !entry.enabled ? {} : { capabilities },
			...typeof routes === "function" && !entry.enabled ? {} : { routes }
		};
		return collect([{
			...entry,
			enabled: true,
			plugin
		}]).capabilities.flatMap(({ name, value }) => ownersOf(value, entry, installed).map((owner) => ({
			flag: name,
			entry: owner
		})));
	});
}
/** A header's flag goes with the plugins that write the header; any other is its contributor's. */
function ownersOf(capability, contributor, installed) {
	if (typeof capability !== "object") return [contributor];
	return installed.filter(({ plugin: { policies = [] } }) => policies.some(({ writes = {} }) => Object.hasOwn(writes, capability.sends)));
}
// kernel/cli/explain/explanations.ts
/** Texts of `waymark explain`, for what plugins contribute to answers: routes, headers, flags. */
function explainRoute(booted, route) {
	const { registry, installed } = booted;
	const { declaration, kind, schema, mediaTypes, policies, relations } = route;
	return layOut([`${route.method} ${route.path}  ${route.ref}`, declaration.summary], [
		["plugin", pluginText(installed, route.plugin)],
		["listener", declaration.listener],
		["body", [
			kind,
			schema,
			mediaTypes.join(", ")
		].filter(Boolean).join(", ")],
		["cache", cacheText(declaration.cache)],
		...accessFacts(booted, route),
		...policyKeys(route).map(([key, value]) => [key, typeof value === "string" ? value : show(value)]),
		["policies", listNames(policies.map(({ policy }) => policy.id))],
		["relations", listNames(relations.map(({ rel, target }) => `${rel} → ${target.path}`))]
	], [["headers", headerRows(route, registry)]]);
}
function explainHeader({ registry, installed }, header) {
	const owner = registry.policies.find(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
	const contributors = registry.routes.flatMap((route) => route.policies.filter(({ compiled }) => compiled.contributes?.some((item) => item.header === header)).map(({ policy }) => policy.id));
	const entry = installed.find(({ plugin }) => plugin.id === owner?.plugin);
	return layOut([header, owner?.policy.writes?.[header] ?? "Computed by the kernel."], [
		["owner", owner === void 0 ? "kernel" : `policy ${owner.policy.id}`],
		["plugin", owner && pluginText(installed, owner.plugin)],
		["added to by", [...new Set(contributors)].join(", ")]
	], [...entry === void 0 ? [] : [optionsOf(entry)], ["values", valueRows(header, registry)]]);
}
function explainFlag({ registry, installed }, flag) {
	const rows = flagsOf(installed).filter((entry) => entry.flag === flag).map(({ entry }) => {
		const { plugin, enabled } = entry;
		const [state, other] = enabled ? ["on", "off"] : ["off", "on"];
		return [
			`plugin ${plugin.id}`,
			state,
			`${other} with ${pathOf(entry)}: ${!enabled}`
		];
	});
	return layOut([`capability ${flag}: ${registry.capabilities[flag] === true}`], [], [["", rows]]);
}
function explainPlugin({ registry, installed }, entry) {
	const { plugin, enabled } = entry;
	const { needs = {}, provides = {}, policies = [] } = plugin;
	const flags = flagsOf(installed).filter((flag) => flag.entry === entry);
	const rows = [...registry.routes, ...registry.adminRoutes].filter((route) => route.plugin === plugin.id).map(({ method, path, id }) => [
		method,
		path,
		id
	]);
	return layOut([`plugin ${plugin.id}`, plugin.summary], [
		["state", enabled ? "on" : "off"],
		["named by", shownSource(entry.source)],
		["needs", listNames(Object.values(needs).map(({ id }) => id))],
		["provides", listNames(Object.values(provides).map(({ id }) => id))],
		["policies", listNames(policies.map(({ id }) => id))],
		["flags", listNames(flags.map(({ flag }) => flag))]
	], [optionsOf(entry), ["routes", rows]]);
}
/** The config keys of a plugin with their values. */
function optionsOf(entry) {
	const key = pathOf(entry);
	if (entry.plugin.options === void 0) return ["set by", [[key, "true or false"]]];
	const root = toNode(entry.plugin.options);
	const rows = keysOf(root).map((option) => {
		const value = valueAt(withoutSecrets(entry.options, root), [option]);
		return [
			`${key}.${option}`,
			showValue(value),
			propertyOf(root, option)?.node.description ?? ""
		];
	});
	return ["set by", [[
		key,
		String(entry.enabled),
		""
	], ...rows]];
}
// kernel/cli/explain/named.ts
/** Texts of `waymark explain` for what has a name of its own: errors, statuses, types, events, metrics, services, findings. */
/** A code of a finding. It is explained without a boot, which the finding prevents. */
function explainCode(code, plugins) {
	const entry = [FINDINGS, ...plugins.map(({ validate }) => validate?.findings ?? {})].find((codes) => Object.hasOwn(codes, code))?.[code];
	return entry && layOut([`finding ${code}`, entry.meaning], [["hint", entry.hint]]);
}
/** An event that clients can follow. */
function explainEvent({ registry, installed }, name) {
	const owner = eventsOf(installed).find((event) => event.name === name)?.plugin ?? "";
	const streams = registry.routes.filter(({ declaration: { stream } }) => stream?.contributed === true || stream?.events[name]);
	return layOut([`event ${name}`], [
		["owner", ownerText(installed, owner)],
		["sent by", listRefs(streams) || "no route"],
		["received by", audienceText(registry.audiences[name])]
	]);
}
function audienceText(audience) {
	if (typeof audience !== "object") return audience && "callers with a valid credential";
	return `callers with ${audience.scopes.length > 1 ? "the scopes" : "the scope"} ${audience.scopes.join(", ")}`;
}
/** Events of the plugins that are on. */
function eventsOf(installed) {
	const streams = ({ routes }) => Object.values(routes).flatMap(({ stream }) => Object.keys(stream?.events ?? {}));
	const { contributors, events } = collect(installed);
	return [...events.map(({ name, plugin }) => ({
		name,
		plugin
	})), ...contributors.flatMap((one) => streams(one).map((name) => ({
		name,
		plugin: one.plugin.id
	})))];
}
/** A status: the refusals and the routes that have it. */
function explainStatus({ registry }, status) {
	const codes = registry.errors.filter((entry) => String(entry.status) === status);
	const names = codes.map(({ code }) => code);
	const routes = registry.routes.filter(({ declaration }) => {
		const { errors = [], alwaysFails, statuses = [], redirect } = declaration;
		return [redirect?.status ?? successStatus(declaration), ...statuses].map(String).includes(status) || [...errors, alwaysFails?.code].some((code) => code !== void 0 && names.includes(code));
	});
	if (codes.length === 0 && routes.length === 0) return void 0;
	return layOut([`status ${status} ${STATUS_CODES[status] ?? ""}`.trim()], [["errors", names.join(", ")]], [["declared by", routes.map(({ method, path, ref }) => [
		method,
		path,
		ref
	])]]);
}
/** A metric, by its name for scrapers. Only a started plugin knows its metrics. */
function explainMetric({ installed }, metric) {
	const { name, plugin, type, help, bounds } = metric;
	return layOut([`metric ${name}: ${type}`, help], [["owner", ownerText(installed, plugin)], ["buckets up to", bounds?.join(", ")]]);
}
/** A metric that a plugin contributes, as scrapers see it: `rate_limit_clients`. */
function asMeasured(metric) {
	const { plugin, name, type, help } = metric;
	const bounds = "of" in metric ? metric.of.bounds : void 0;
	return {
		name: `${plugin.replaceAll("-", "_")}_${name}`,
		plugin,
		type,
		help,
		bounds
	};
}
/** An entry of the catalog of errors that answers carry. */
function explainError({ registry, installed }, { code, status, message, cause, remedy, plugin }) {
	const declaring = registry.routes.filter(({ declaration: { errors, alwaysFails } }) => {
		return errors?.includes(code) === true || alwaysFails?.code === code;
	});
	return layOut([`error ${code}: ${status}`, message], [
		["cause", cause],
		["what to do", remedy],
		["owner", ownerText(installed, plugin)],
		["declared by", listRefs(declaring)]
	]);
}
/** A published type: a plugin's schema, or the envelope of a list. */
function explainSchema({ registry, installed }, schema) {
	const { name, plugin, list } = schema;
	const publisher = registry.routes.find(({ path, mediaTypes }) => mediaTypes.includes("application/schema+json") && /^[^{]*\{\w+\}$/.test(path));
	const bodies = registry.routes.filter((route) => route.schema === name);
	return layOut([`schema ${name}`], [
		["owner", ownerText(installed, plugin)],
		["published at", publisher?.path.replace(/\{\w+\}/, name)],
		["items", list && `in ${list.as}`],
		["body of", listRefs(bodies) || "no route"]
	]);
}
/** Ids of the services that installed plugins provide or need. */
function serviceIds(installed) {
	const tokens = installed.flatMap(({ plugin: { provides, needs } }) => Object.values({
		...provides,
		...needs
	}));
	return [...new Set(tokens.map(({ id }) => id))];
}
function explainService({ installed }, id) {
	const having = (key) => installed.filter(({ plugin }) => Object.values(plugin[key] ?? {}).some((own) => own.id === id));
	const providers = having("provides").map((entry) => `${pluginText(installed, entry.plugin.id)}${entry.enabled ? "" : ", off"}`);
	const users = having("needs").map(({ plugin }) => plugin.id);
	return layOut([`service ${id}`], [["provided by", providers.join(", ") || "kernel"], ["needed by", users.join(", ") || "no plugin"]]);
}
// kernel/cli/explain/commands.ts
/** The commands of plugins that are on, by name. */
function* commandsOf(installed) {
	for (const { plugin, enabled } of installed) for (const [name, command] of Object.entries(enabled && plugin.commands || {})) yield [name, () => explainCommand(installed, plugin.id, name, command)];
}
function explainCommand(installed, plugin, name, { summary, args = {}, flags = {} }) {
	return layOut([`command waymark ${name}`, summary.replace(/\.?$/, ".")], [["owner", ownerText(installed, plugin)]], [["arguments", Object.entries(args).map(([arg, entry]) => [arg, entry.summary])], ["flags", Object.entries(flags).map(([flag, entry]) => [`--${flag}`, entry.summary])]]);
}
/** Explained without a boot, which a breaking change may prevent. */
function explainRule(target) {
	if (!Object.hasOwn(RULES, target)) return void 0;
	const { severity, reason } = RULES[target];
	return layOut([`rule ${target} of waymark diff: ${severity}`, reason], []);
}
// kernel/cli/explain/index.ts
const explain = defineCommand({
	meta: {
		name: "explain",
		description: "Show which plugin contributes something, and which config key sets it"
	},
	args: {
		target: {
			type: "positional",
			required: true,
			description: "A route, a path, a header, a capability flag, a plugin, an error code, a status, a schema, a service, an event, a metric, a scope, a command, a rule of diff or a config key"
		},
		path: {
			type: "positional",
			required: false,
			description: "The path, when the first argument is a method: GET /api/ping"
		},
		...configFlag,
		...jsonFlag
	},
	run: ({ args, cmd }) => run({
		args,
		cmd
	}, async () => {
		const code = explainRule(args.target) ?? explainCode(args.target, await pluginsFor(args.target, args.config));
		const target = args.path === void 0 ? args.target : `${args.target} ${args.path}`;
		const found = code === void 0 ? await explainHere(args.config, target) : [code];
		if (args.json === true) printJson(found.map(toJson));
		else print(found.map(toText).join("\n\n"));
	})
});
/** Explains by name; a metric's name needs started plugins. */
async function explainHere(config, target) {
	const booted = await bootHere(config);
	const metric = METRIC.test(target) ? await findMetric(config, target) ?? booted.registry.metrics.map(asMeasured).find(({ name }) => name === target) : void 0;
	return metric === void 0 ? explainTarget(booted, target) : [explainMetric(booted, metric)];
}
/** The name of a metric as scrapers see it. Names of other things have no underscore, or are in capitals. */
const METRIC = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
/** Starts the plugins without a trace, because only a started plugin knows all about its metrics. */
async function findMetric(config, target) {
	const [{ startPlugins }, { NOT_SERVING }, booted] = await Promise.all([
		import("../../lifecycle/start.js"),
		import("../../lifecycle/server-status.js"),
		bootHere(config, { testOptions: () => true })
	]);
	const started = await startPlugins(booted, {
		log: silentLog,
		server: NOT_SERVING
	});
	const runtime = started.instances.get(Runtime.id);
	const measured = booted.installed.flatMap(({ plugin }) => Object.values(plugin.provides ?? {}).flatMap((token) => {
		const instance = started.instances.get(token.id);
		return instance === void 0 ? [] : token.metrics?.(instance) ?? [];
	}));
	await started.stop();
	return [...runtime.metrics.map(asMeasured), ...measured].find(({ name }) => name === target);
}
/** Plugins that may declare a code of a finding: read only when the target looks like one. */
async function pluginsFor(target, config) {
	if (Object.hasOwn(FINDINGS, target) || !/^[A-Z]+(_[A-Z]+)+$/.test(target)) return [];
	const loaded = await loadConfig({
		cwd: process.cwd(),
		env: environment(config)
	});
	return (await loadPlugins(loaded)).installed.map(({ plugin }) => plugin);
}
/**
* Explains everything that has this name, since things of different kinds may share one. Throws a {@link UsageError} with
* the nearest name.
*/
function explainTarget(booted, target) {
	const { registry, installed } = booted;
	const routes = routesNamed(registry, target);
	const headers = [...headerNames(registry), ...requestHeadersOf(booted)];
	const named = (names) => names.find((name) => name.toLowerCase() === target.toLowerCase());
	const header = named(headerNames(registry));
	const requestHeader = named(requestHeadersOf(booted));
	const things = [...namedThings(booted)];
	const texts = [
		...routes.map((route) => explainRoute(booted, route)),
		...header === void 0 ? [] : [explainHeader(booted, header)],
		...requestHeader === void 0 ? [] : [explainRequestHeader(booted, requestHeader)],
		...things.flatMap(({ names, text }) => names.includes(target) ? [text()] : []),
		...[explainStatus(booted, target) ?? [], explainKey(booted, target) ?? []].flat()
	];
	if (texts.length > 0) return texts;
	const similar = didYouMean(target, [
		...registry.routes.flatMap(({ ref, id, method, path }) => [
			ref,
			id,
			path,
			`${method} ${path}`
		]),
		...headers,
		...things.flatMap(({ names }) => names),
		...Object.keys(FINDINGS),
		...installed.flatMap(({ plugin }) => Object.keys(plugin.validate?.findings ?? {})),
		...keyPaths(booted)
	]);
	const hint = similar.startsWith("available") ? "list the names: waymark routes, waymark plugins" : similar;
	throw new UsageError(`nothing has the name ${JSON.stringify(target)}\n  hint: ${hint}`);
}
/** Everything that is explained by its exact name. */
function* namedThings(booted) {
	const { registry, installed } = booted;
	for (const flag of new Set(flagsOf(installed).map((entry) => entry.flag))) yield {
		names: [flag],
		text: () => explainFlag(booted, flag)
	};
	for (const entry of installed) yield {
		names: [
			entry.plugin.id,
			configKey(entry),
			pathOf(entry)
		],
		text: () => explainPlugin(booted, entry)
	};
	for (const entry of registry.errors) yield {
		names: [entry.code],
		text: () => explainError(booted, entry)
	};
	for (const [name, schema] of registry.schemas) yield {
		names: [name],
		text: () => explainSchema(booted, schema)
	};
	for (const name of new Set(eventsOf(installed).map((event) => event.name))) yield {
		names: [name],
		text: () => explainEvent(booted, name)
	};
	for (const id of serviceIds(installed)) yield {
		names: [id],
		text: () => explainService(booted, id)
	};
	for (const scope of scopesOf(booted)) yield {
		names: [scope],
		text: () => explainScope(booted, scope)
	};
	for (const [name, text] of commandsOf(installed)) yield {
		names: [name],
		text
	};
	for (const { id, how } of availablePlugins(booted.offered, installed)) yield {
		names: [id],
		text: () => layOut([`plugin ${id}`, `Available: ${how}.`], [])
	};
}
/** By id, by path, or by method and path. The GET route answers HEAD, and all routes of a path answer OPTIONS. */
function routesNamed(registry, target) {
	const [word = "", path] = target.split(/ +/, 2);
	const { adminRoutes } = registry;
	const all = [...registry.routes, ...adminRoutes];
	if (path === void 0) return target.startsWith("/") ? routesAt(all, target) : [registry.route(target) ?? adminRoutes.filter(({ ref }) => ref === target)].flat();
	const requested = word.toUpperCase();
	if (!KNOWN_METHODS.includes(requested)) return [];
	const routes = routesAt(all, path);
	const method = requested === "HEAD" ? "GET" : requested;
	const answering = routes.filter((route) => requested === "OPTIONS" || route.method === method);
	const [first] = routes;
	if (answering.length > 0 || first === void 0) return answering;
	throw new UsageError(`${first.path} has no route for ${requested}\n  hint: it answers ${first.allow}`);
}
/** The routes of a path, written as declared (`/api/offices/{officeId}`) or as requested (`/api/offices/berlin`). */
function routesAt(routes, path) {
	const declared = routes.filter((route) => route.path === path);
	if (declared.length > 0) return declared;
	const requested = path.replace(/[?#].*$/, "");
	return routes.filter(({ pattern }) => matches(pattern, requested));
}
export { explain };

//# sourceMappingURL=index.js.map