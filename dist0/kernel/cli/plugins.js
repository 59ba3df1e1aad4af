import { t as defineCommand } from "../../chunks/citty.js";
import { o as availablePlugins } from "../../chunks/boot.js";
import { n as silentLog } from "../../chunks/log.js";
import { a as jsonFlag, c as print, d as run, n as bootHere, r as configFlag, t as UsageError, u as printJson } from "../../chunks/command.js";
import { n as table } from "../../chunks/table.js";
// kernel/cli/plugins.ts
const plugins = defineCommand({
	meta: {
		name: "plugins",
		description: "List the installed plugins: on, off or degraded, and why; then those that the preset offers"
	},
	args: {
		...configFlag,
		try: {
			type: "boolean",
			description: "Start the plugins without listening, to find those that fail; data is not touched, as plugins get their test options"
		},
		real: {
			type: "boolean",
			description: "With --try: use the options and the data of the service, and migrate that"
		},
		...jsonFlag
	},
	run: (context) => run(context, async () => {
		const { try: isTrial = false, real: isReal = false } = context.args;
		if (isReal && !isTrial) throw new UsageError("--real says how to try plugins\n  hint: write --try --real");
		const isScratch = (entry) => isTrial && !isReal && usesScratchData(entry);
		const booted = await bootHere(context.args.config, { testOptions: isScratch });
		const listed = listPlugins(booted, isTrial ? await tryOut(booted) : booted.absent);
		if (context.args.json === true) return printJson(listed);
		const rows = listed.map(({ id, state, source, routes, summary, reason }) => [
			state,
			id,
			state === "off" || state === "available" ? "-" : String(routes),
			source,
			reason ?? summary
		]);
		print(table([[
			"",
			"PLUGIN",
			"ROUTES",
			"SOURCE",
			"SUMMARY"
		], ...rows]));
		const scratch = booted.installed.filter(isScratch);
		if (scratch.length > 0) print(`\ntried with scratch data: ${scratch.map(({ plugin }) => plugin.id).join(", ")}`);
	})
});
/** Whether a plugin has options that leave nothing behind. */
function usesScratchData({ plugin, enabled }) {
	return enabled && typeof plugin.testOptions === "object";
}
function listPlugins({ installed, offered, registry }, degraded) {
	const listed = installed.map(({ plugin: { id, summary }, enabled, source }) => {
		const routes = [...registry.routes, ...registry.adminRoutes].filter((route) => route.plugin === id).length;
		const reason = degraded.find(({ plugin }) => plugin === id)?.reason;
		return {
			id,
			source,
			routes,
			summary,
			state: reason !== void 0 ? "degraded" : enabled ? "on" : "off",
			reason
		};
	});
	const missing = degraded.filter(({ plugin }) => !listed.some(({ id }) => id === plugin));
	return [
		...listed,
		...missing.map(({ plugin: id, reason }) => {
			return {
				id,
				source: id,
				routes: 0,
				summary: "",
				state: "degraded",
				reason
			};
		}),
		...availablePlugins(offered, installed).map(({ id, how: reason }) => {
			return {
				id,
				source: "preset",
				routes: 0,
				summary: "",
				state: "available",
				reason
			};
		})
	];
}
/** Starts the enabled plugins and stops them again. Throws a BootError when a required plugin fails. */
async function tryOut(booted) {
	const [{ startPlugins }, { NOT_SERVING }] = await Promise.all([import("../lifecycle/start.js"), import("../lifecycle/server-status.js")]);
	const started = await startPlugins(booted, {
		log: silentLog,
		server: NOT_SERVING
	});
	await started.stop();
	return started.degraded;
}
export { plugins };

//# sourceMappingURL=plugins.js.map