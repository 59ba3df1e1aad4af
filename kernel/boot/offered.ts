/** Modules that are imported only when the config calls for them: offered plugins, and implementations of installed ones. */
import type { Finding } from "../../registry/contract/finding.ts";
import type { OfferedPlugin, OfferedPlugins } from "../../registry/contract/installed.ts";
import { configKey } from "../../registry/contract/installed.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { LoadedConfig } from "../config/config.ts";
import { optionVariable, type Env } from "../config/env.ts";
import type { NamedPlugin } from "../config/plugin-settings.ts";
import { FILE_SUFFIX } from "../config/secret-file.ts";
import { configPath, type Setting } from "../config/setting.ts";
import { isPlainObject } from "../config/validate.ts";
import { checkPlugin, type ForeignKey } from "./check-plugin.ts";

interface Base {
  readonly plugins: readonly NamedPlugin[];
  readonly offered: OfferedPlugins;
}

/** Checks that a module's export is a record of offers, as far as can be seen before they are loaded. */
export function isOffered(value: unknown): value is OfferedPlugins {
  return (
    isPlainObject(value) &&
    Object.values(value).every((one) => isPlainObject(one) && typeof one["load"] === "function")
  );
}

/** Returns the offers to settings, by id: offered plugins, and installed ones with their implementations. */
export function offersOf({ plugins, offered }: Base): OfferedPlugins {
  const present = new Set(plugins.map(({ plugin }) => plugin.id));
  const absent = Object.entries(offered).filter(([id]) => !present.has(id));
  const implemented = plugins.flatMap(({ plugin }) =>
    plugin.implementation === undefined
      ? []
      : [[plugin.id, { ...plugin.implementation, load: () => implement(plugin) }] as const],
  );
  return Object.fromEntries([...absent, ...implemented]);
}

/** Keys of a plugin that hold for its implementation as well. */
const KEPT = new Set(["section", "api", "optional", "options", "env", "testOptions"]);

/** Plugins with their implementations: one object each, so that a reload finds what it left running. */
const implemented = new WeakMap<Plugin, Plugin>();

/** Imports a plugin's implementation, and returns the plugin with the implementation in place of its contributions. */
async function implement(plugin: Plugin): Promise<{ readonly default: Plugin }> {
  const loaded = await plugin.implementation?.load();
  const { id, summary } = plugin;
  const kept = Object.entries(plugin).filter(([key]) => KEPT.has(key));
  const whole = { summary, ...Object.fromEntries(kept), ...loaded?.default, id };
  const known = implemented.get(plugin) ?? whole;
  implemented.set(plugin, known);
  return { default: known };
}

/**
 * Returns the plugins with the offered plugins that the settings name, each in its place, and with the implementations that
 * the settings call for.
 */
export async function installOffered(
  base: Base,
  settings: ReadonlyMap<string, Setting>,
  { config, env }: Pick<LoadedConfig, "config" | "env">,
): Promise<{
  readonly plugins: readonly NamedPlugin[];
  readonly offered: OfferedPlugins;
  readonly findings: readonly Finding[];
  readonly foreign: readonly ForeignKey[];
}> {
  const named = new Map(base.plugins.map((one) => [one.plugin.id, one]));
  const offered = offersOf(base);
  const settingOf = (id: string) => {
    const present = named.get(id);
    return settings.get(present === undefined ? id : configKey(present));
  };
  const isOff = (id: string) => settingOf(id)?.enabled === false;
  const isAsked = (id: string, { option, listener }: OfferedPlugin) => {
    const { plugin } = named.get(id) ?? {};
    // Without an option that asks for it, an implementation is only brought.
    if (option === undefined)
      return (
        (plugin === undefined && settingOf(id) !== undefined) ||
        (listener !== undefined && config[listener] !== undefined)
      );
    const variables = [optionVariable(id, option), plugin?.env?.[option]];
    return isOptionSet(option, settingOf(id), env, variables);
  };
  const wanted = new Set(
    Object.entries(offered).flatMap(([id, offer]) =>
      isAsked(id, offer) && !isOff(id) ? [id] : [],
    ),
  );
  for (const id of wanted)
    for (const other of offered[id]?.brings ?? [])
      if (Object.hasOwn(offered, other)) wanted.add(other);
  const isInstalled = (id: string) =>
    (Object.hasOwn(offered, id) ? wanted : named).has(id) && !isOff(id);
  for (const [id, { beside }] of Object.entries(offered))
    if (beside?.every(isInstalled) === true) wanted.add(id);
  const installed = base.plugins.filter(({ source }) => source === "preset");
  const further = base.plugins.filter(({ source }) => source !== "preset");
  const findings: Finding[] = [];
  const foreign: ForeignKey[] = [];
  for (const [id, { load, before }] of Object.entries(offered)) {
    if (!wanted.has(id)) continue;
    const { source = id } = named.get(id) ?? {};
    const { plugin, ...checked } = checkPlugin((await load()).default, configPath(id));
    findings.push(...checked.findings);
    foreign.push(...checked.foreign);
    if (plugin === undefined) continue;
    const list = further.some((one) => one.plugin.id === id) ? further : installed;
    putInPlace(list, { plugin, source }, before);
  }
  return { plugins: [...installed, ...further], offered, findings, foreign };
}

/** Adds a plugin before another plugin, in the place that it has, or at the end. */
export function putInPlace<T extends Pick<NamedPlugin, "plugin">>(
  installed: T[],
  added: T,
  before: string | undefined,
): void {
  const indexOf = (id: string | undefined) => installed.findIndex(({ plugin }) => plugin.id === id);
  const own = indexOf(added.plugin.id);
  if (own >= 0) installed.splice(own, 1);
  const places = [indexOf(before), own];
  installed.splice(places.find((at) => at >= 0) ?? installed.length, 0, added);
}

/**
 * Checks that an option is set, and not to false. The environment, itself or with the path of a file, comes before the
 * config; a variable that is empty is silent.
 */
function isOptionSet(
  option: string,
  setting: Setting | undefined,
  env: Env,
  variables: readonly (string | undefined)[],
): boolean {
  const fromEnv = variables
    .flatMap((name) => (name === undefined ? [] : [env[name], env[`${name}${FILE_SUFFIX}`]]))
    .find(Boolean);
  const value = fromEnv ?? setting?.options[option];
  return value !== undefined && String(value) !== "false";
}

/** Imports the offered plugins, installed or not, to describe them. Leaves out plugins that fail. */
export async function loadOffered(offered: OfferedPlugins): Promise<readonly NamedPlugin[]> {
  const loaded = await Promise.allSettled(
    Object.entries(offered).map(async ([id, { load }]) => {
      const { plugin } = checkPlugin((await load()).default, configPath(id));
      return plugin === undefined ? [] : [{ plugin, source: id }];
    }),
  );
  return loaded.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

/** Returns the offered plugins that are not installed, each with the config that brings it. */
export function availablePlugins(
  offered: OfferedPlugins,
  installed: readonly Pick<NamedPlugin, "plugin">[],
): readonly { readonly id: string; readonly how: string }[] {
  const present = new Set(installed.map(({ plugin }) => plugin.id));
  return Object.entries(offered).flatMap(([id, { brings: others = [], beside, listener }]) => {
    if (present.has(id)) return [];
    if (listener !== undefined) return [{ id, how: `on where the config has ${listener}` }];
    if (beside !== undefined) return [{ id, how: `on where ${beside.join(" and ")} are` }];
    const more = others.length === 0 ? "" : `; together with ${others.join(", ")}`;
    return [{ id, how: `on with ${configPath(id)}: true, or its options${more}` }];
  });
}
