import { D as looksLikePlugin, n as loadPlugins, t as boot, u as loadConfig } from "./boot.js";
import { n as silentLog } from "./log.js";
import { l as configKey } from "./time-slices.js";
import { t as startServer } from "./server.js";
import { n as toMilliseconds } from "./duration.js";
import { t as definePlugin } from "./plugin.js";
import { n as Ids, t as Clock } from "./services.js";
import { n as refuse } from "./boot-errors.js";
// kernel/testing/preset.ts
/** The preset that the config names. Throws a BootError. */
async function presetOf({ preset } = {}) {
	const loaded = await loadConfig({
		cwd: process.cwd(),
		env: {},
		file: false,
		overrides: preset === void 0 ? {} : { preset }
	});
	const { installed, findings, offered } = await loadPlugins(loaded);
	refuse([...loaded.findings, ...findings]);
	return {
		plugins: installed.map(({ plugin }) => plugin),
		offered
	};
}
/** The plugins of the preset that the config names. Throws a BootError. */
async function presetPlugins(config) {
	return (await presetOf(config)).plugins;
}
// kernel/testing/fakes.ts
/** Time and identifiers that a test controls. */
/** A clock for `createTestServer({ clock })`. Default: 2026-01-02T03:04:05Z. */
function fixedClock(at = "2026-01-02T03:04:05Z") {
	let now = new Date(at).getTime();
	if (Number.isNaN(now)) throw new Error(`fixedClock takes a date; received ${String(at)}`);
	return {
		now: () => now,
		advance: (by) => void (now += toMilliseconds(by))
	};
}
/** Identifiers for `createTestServer({ ids })` that are always the same. */
const fixedIds = {
	uuid: () => "01900000-0000-7000-8000-000000000000",
	hex: (digits) => "1".repeat(digits),
	like: (pattern) => pattern.replaceAll("x", "1").replaceAll("y", "8")
};
/** The plugins with fakes in place of those that only provide the same services. Undefined when there are no fakes. */
async function withFakes({ plugins, config, clock, ids }) {
	const fakes = [];
	const summary = "Controlled by a test.";
	if (clock !== void 0) fakes.push(definePlugin({
		id: "clock",
		summary,
		provides: { clock: Clock },
		setup: () => ({ clock })
	}));
	if (ids !== void 0) fakes.push(definePlugin({
		id: "ids",
		summary,
		provides: { ids: Ids },
		setup: () => ({ ids })
	}));
	if (fakes.length === 0) return plugins;
	const replaced = new Set(fakes.flatMap(providedServices));
	const others = (plugins ?? await presetPlugins(config)).filter((plugin) => {
		const services = providedServices(plugin);
		return services.length === 0 || !services.every((id) => replaced.has(id));
	});
	return [...fakes, ...others];
}
/** Ids of the services that a plugin provides. */
function providedServices({ provides = {} }) {
	return Object.values(provides).map(({ id }) => id);
}
// kernel/testing/server.ts
/** Starts a server on a free port of loopback, without a config file. Throws a BootError as `waymark start` would. */
async function createTestServer(options = {}) {
	const plugins = await withFakes(options);
	const bootWith = (config) => boot({
		cwd: process.cwd(),
		env: options.env ?? {},
		file: false,
		overrides: {
			host: "127.0.0.1",
			port: 0,
			...config
		},
		testOptions: (entry) => isUnset(config.plugins, entry),
		...plugins === void 0 ? {} : { preset: plugins }
	});
	const running = await startServer(await bootWith(options.config ?? {}), {
		log: options.log ?? silentLog,
		fastPath: options.fastPath ?? true,
		startRetryMs: options.startRetryMs ?? Number.POSITIVE_INFINITY,
		...options.setupTimeoutMs === void 0 ? {} : { setupTimeoutMs: options.setupTimeoutMs }
	});
	return {
		get registry() {
			return running.registry;
		},
		fetch: (path, init) => running.fetch(new Request(`http://localhost${path}`, init)),
		origin: running.url,
		adminOrigin: running.adminUrl,
		request: (path, init) => fetch(`${running.url}${path}`, {
			redirect: "manual",
			...init
		}),
		reload: async (config) => running.reload(await bootWith(config)),
		close: () => running.close()
	};
}
/** Whether a test's config does not set the plugin's options: the plugin is absent from it, or only installed by it. */
function isUnset(plugins, { plugin, source }) {
	const setting = plugins?.[configKey({
		plugin,
		source
	})];
	return setting === void 0 || looksLikePlugin(setting) || setting === true && source !== "preset";
}
export { presetOf as a, providedServices as i, fixedClock as n, fixedIds as r, createTestServer as t };

//# sourceMappingURL=server2.js.map