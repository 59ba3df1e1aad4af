import { n as toMilliseconds } from "./duration.js";
import { g as isSchema, m as toJsonSchema } from "./route-keys.js";
import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
// registry/contract/config-key.ts
/** The plugin's id, or what the config named it by: a package, a path. */
function configKey({ plugin, source }) {
	return source === "preset" ? plugin.id : source;
}
/** Returns the config that switches a plugin, as hints show it: `plugins: { cors: false }`. */
function switching(named, on) {
	const key = configKey(named);
	return `plugins: { ${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}: ${on} }`;
}
// registry/seal/revision.ts
/**
* A short hash of anything made of data and schemas: equal for equal content, in any order of keys. Functions
* count by their presence, schemas by their JSON Schema.
*/
function revisionOf(content) {
	return hash("sha256", JSON.stringify(canonical(content)), "hex").slice(0, 12);
}
function canonical(value) {
	if (typeof value === "function") return "function";
	if (isSchema(value)) return schemaHash(value);
	if (value instanceof URL) return value.pathname.split("/").at(-1);
	if (Array.isArray(value)) return value.map(canonical);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1).map(([key, member]) => [key, canonical(member)]));
}
/** Hashes of schemas. These never change, and each revision has the same ones. */
const hashes = /* @__PURE__ */ new WeakMap();
/** A hash of a schema's JSON Schema. The first call is slow; later ones read the cache. */
function schemaHash(schema) {
	let cached = hashes.get(schema);
	if (cached === void 0) {
		cached = hash("sha256", JSON.stringify(canonical(toJsonSchema(schema))), "hex");
		hashes.set(schema, cached);
	}
	return cached;
}
// registry/seal/check-services.ts
/** Findings about services: missing providers, two providers, circles; and the order that starts work. */
/** @param provided ids of the services that come with the kernel. */
function checkServices(installed, provided) {
	const enabled = installed.filter((entry) => entry.enabled);
	const providers = /* @__PURE__ */ new Map();
	const findings = [];
	for (const entry of enabled) for (const id of serviceIds(entry.plugin.provides)) {
		const other = providers.get(id);
		if (other === void 0 && !provided.includes(id)) providers.set(id, entry);
		else findings.push(conflict(id, other, entry));
	}
	for (const entry of enabled) for (const id of neededBy(entry.plugin)) if (!providers.has(id) && !provided.includes(id)) findings.push(missing(id, entry, installed));
	const { circle } = startOrder(enabled.map(({ plugin }) => plugin));
	if (circle.length > 0) findings.push({
		code: "SERVICE_CYCLE",
		plugin: circle.join(", "),
		where: "needs",
		message: `these plugins wait for each other's services: ${circle.join(" → ")}`,
		hint: "let one of them do without the other's service, or split it"
	});
	return findings;
}
/** Services that a plugin's setup, handlers and policies cannot do without. */
function neededBy(plugin) {
	return usedBy(plugin, (token) => !("optional" in token));
}
/** Services of others that a plugin uses. Default: all, also those that it can do without. */
function usedBy({ provides, needs, policies = [] }, counts = () => true) {
	const provided = serviceIds(provides);
	const tokens = [needs, ...policies.map((policy) => policy.needs)].flatMap((some) => Object.values(some ?? {}).filter(counts));
	return [...new Set(tokens.map(({ id }) => id))].filter((id) => !provided.includes(id));
}
function serviceIds(needs) {
	return Object.values(needs ?? {}).map(({ id }) => id);
}
/**
* Plugins in an order in which every provider starts before those that need it; otherwise in the order received. `circle` has
* plugins when no such order exists.
*/
function startOrder(plugins) {
	const provider = new Map(plugins.flatMap((plugin) => serviceIds(plugin.provides).map((id) => [id, plugin])));
	const order = [];
	const circle = [];
	const visit = (plugin, trail) => {
		if (order.includes(plugin) || circle.length > 0) return;
		if (trail.includes(plugin)) {
			circle.push(...trail.slice(trail.indexOf(plugin)).map(({ id }) => id), plugin.id);
			return;
		}
		for (const id of usedBy(plugin, () => true)) {
			const needed = provider.get(id);
			if (needed !== void 0) visit(needed, [...trail, plugin]);
		}
		order.push(plugin);
	};
	for (const plugin of plugins) visit(plugin, []);
	return {
		order,
		circle
	};
}
/** @param first undefined: the kernel. */
function conflict(id, first, second) {
	const owners = [first?.plugin.id ?? "kernel", second.plugin.id];
	return {
		code: "SERVICE_CONFLICT",
		plugin: owners.join(", "),
		where: `service ${id}`,
		message: `both ${owners.join(" and ")} provide the service ${id}`,
		hint: `switch one of them off: ${switching(first ?? second, false)}`
	};
}
function missing(id, entry, installed) {
	const { plugin } = entry;
	const off = installed.find((other) => !other.enabled && serviceIds(other.plugin.provides).includes(id));
	return {
		code: "SERVICE_MISSING",
		plugin: plugin.id,
		where: `service ${id}`,
		message: off === void 0 ? `${plugin.id} needs the service ${id}, which no installed plugin provides` : `${plugin.id} needs the service ${id} of the plugin ${off.plugin.id}, which is switched off`,
		hint: off === void 0 ? `install a plugin that provides ${id}, or switch ${plugin.id} off: ${switching(entry, false)}` : `switch the provider on with ${switching(off, true)}, or this plugin off with ${switching(entry, false)}`
	};
}
// kernel/support/handler-time.ts
/** How long handlers may take. */
/** How long a handler may take when its route sets no `timeout`. */
const DEFAULT_TIMEOUT = "30s";
/** Milliseconds until the answer is 503 instead. */
function handlerTimeMs({ declaration }) {
	return toMilliseconds(declaration.timeout ?? DEFAULT_TIMEOUT);
}
// kernel/support/time-slices.ts
/**
* Long work beside requests, done in slices. Without them, a reload of all plugins keeps requests waiting for 10 to 25 ms
* at a time; with them, for 2 to 8 ms (test/bench/README.md, Reload).
*/
/** How long work goes on before requests get their turn, in milliseconds. */
const SLICE_MS = 1;
/** Pauses work that goes on for longer than a slice. */
var TimeSlices = class {
	#began = performance.now();
	/** Lets waiting requests be answered, once the current slice has lasted long enough. */
	async pause() {
		if (performance.now() - this.#began < SLICE_MS) return;
		await setImmediate();
		this.#began = performance.now();
	}
};
export { startOrder as a, schemaHash as c, neededBy as i, configKey as l, handlerTimeMs as n, usedBy as o, checkServices as r, revisionOf as s, TimeSlices as t, switching as u };

//# sourceMappingURL=time-slices.js.map