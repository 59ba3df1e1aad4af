/** The config as it counts: each key with its value, without secrets, and where the value comes from. */
import { basename } from "node:path";
import { configKey, configPath } from "waymark/advanced";
import {
  isPlainObject,
  kernelEnv,
  keysOf,
  pluginEnv,
  readConfig,
  readSettings,
  switchIn,
  switchOf,
  toNode,
  variableFor,
  withoutSecrets,
  type PluginEnv,
  type Setting,
} from "waymark/tools";
import type { Booted, Env, InstalledPlugin } from "waymark/server";

export interface EffectiveValue {
  readonly key: string;
  readonly value: unknown;
  /** Origin of the value: `default`, the name of the config file, or an environment variable. */
  readonly origin: string;
}

/** Returns the config as it counts. */
export async function effectiveConfig(
  { config, installed, file }: Booted,
  env: Env,
): Promise<readonly EffectiveValue[]> {
  const { raw } = await readConfig(process.cwd(), env);
  const written = isPlainObject(raw) ? raw : {};
  const source = file === undefined ? "default" : basename(file);
  const variables = kernelEnv(env);
  const { app, plugins, ...others } = config;
  const { name, ...about } = app;
  const kernel = Object.entries({ service: name, ...about, ...others }).map(([key, value]) => {
    const inFile = Object.hasOwn(written, key) ? source : "default";
    return { key, value, origin: variableFor(variables, [key], {}) ?? inFile };
  });
  const { settings } = readSettings(plugins, source);
  const { byPlugin } = pluginEnv(
    env,
    installed.map(({ plugin }) => plugin),
  );
  const ofPlugins = installed.flatMap((entry) =>
    pluginValues(entry, env, settings.get(configKey(entry)), byPlugin.get(entry.plugin.id), source),
  );
  return [...kernel, ...ofPlugins];
}

function pluginValues(
  entry: InstalledPlugin,
  env: Env,
  setting: Setting | undefined,
  variables: PluginEnv | undefined,
  source: string,
): readonly EffectiveValue[] {
  const { plugin, enabled } = entry;
  const path = configPath(configKey(entry));
  const bySetting = setting === undefined ? "default" : source;
  const isSwitched = switchIn(env, plugin.id) !== undefined;
  const on = { key: path, value: enabled, origin: isSwitched ? switchOf(plugin.id) : bySetting };
  if (!enabled || plugin.options === undefined) return [on];
  const root = toNode(plugin.options);
  const values = Object(withoutSecrets(entry.options, root)) as Readonly<Record<string, unknown>>;
  const options = keysOf(root).map((option) => {
    const inFile = Object.hasOwn(setting?.options ?? {}, option) ? source : "default";
    const origin = (variables && variableFor(variables, [option], {})) ?? inFile;
    return { key: `${path}.${option}`, value: values[option], origin };
  });
  return [on, ...options];
}
