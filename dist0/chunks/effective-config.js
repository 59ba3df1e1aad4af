import { l as configKey } from "./time-slices.js";
import { c as keysOf, d as toNode, i as withoutSecrets } from "./explain-issues.js";
import { A as isPlainObject, E as configPath, O as readSettings, _ as kernelEnv, b as pluginEnv, m as readConfig, x as switchOf } from "./boot.js";
import { basename } from "node:path";
// kernel/cli/effective-config.ts
/** The config as it counts: each key with its value, without secrets, and where the value comes from. */
/** `flags` are the keys that the command line set. */
async function effectiveConfig({ config, installed, file }, env, flags) {
	const { raw } = await readConfig(process.cwd(), env);
	const written = isPlainObject(raw) ? raw : {};
	const source = file === void 0 ? "default" : basename(file);
	const variables = kernelEnv(env).origins;
	const { app, plugins, ...others } = config;
	const { name, ...about } = app;
	const kernel = Object.entries({
		service: name,
		...about,
		...others
	}).map(([key, value]) => {
		const inFile = Object.hasOwn(written, key) ? source : "default";
		return {
			key,
			value,
			origin: (Object.hasOwn(flags, key) ? `--${key}` : void 0) ?? variables.get(key) ?? inFile
		};
	});
	const { settings } = readSettings(plugins, source);
	const { byPlugin } = pluginEnv(env, installed.map(({ plugin }) => plugin));
	const ofPlugins = installed.flatMap((entry) => pluginValues(entry, settings.get(configKey(entry)), byPlugin.get(entry.plugin.id), source));
	return [...kernel, ...ofPlugins];
}
function pluginValues(entry, setting, variables, source) {
	const { plugin, enabled } = entry;
	const path = configPath(configKey(entry));
	const on = {
		key: path,
		value: enabled,
		origin: variables?.enabled !== void 0 ? switchOf(plugin.id) : setting === void 0 ? "default" : source
	};
	if (!enabled || plugin.options === void 0) return [on];
	const root = toNode(plugin.options);
	const values = Object(withoutSecrets(entry.options, root));
	return [on, ...keysOf(root).map((option) => {
		const inFile = Object.hasOwn(setting?.options ?? {}, option) ? source : "default";
		const origin = variables?.origins.get(option) ?? inFile;
		return {
			key: `${path}.${option}`,
			value: values[option],
			origin
		};
	})];
}
export { effectiveConfig as t };

//# sourceMappingURL=effective-config.js.map