/** Plugins whose contributions are imported only when the config calls for them. */
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { optionOf, type Env } from "../config/env.ts";
import { isSwitchedOn, optionVariable, switchIn } from "../config/plugin-env.ts";
import { FILE_SUFFIX } from "../config/secret-file.ts";
import { configPath, type Setting } from "../config/setting.ts";
import { refuse } from "../support/boot-errors.ts";
import { checkModule, keyOf, type CheckedPlugin, type LoadedPlugin } from "./check-plugin.ts";

/** Keys that hold for the implementation of a plugin, beside all plain values, such as its section. */
const KEPT = new Set(["options", "env", "testOptions"]);

/** Keys of a plugin that contributes nothing until something calls for it. */
const DORMANT = new Set(["id", "summary", "api", "implementation"]);

/** Plugins with their implementations: one object each, so that a reload finds what it left running. */
const implementedPlugins = new WeakMap<Plugin, Plugin>();

/** Imports a plugin's implementation, and returns the plugin with it in place of its contributions, or what is wrong. */
async function implement(plugin: Plugin, where: string): Promise<CheckedPlugin> {
  const { id, summary } = plugin;
  const load = async () => {
    const implementation: unknown = (await plugin.implementation?.load())?.default;
    // A check refuses it.
    if (typeof implementation !== "object" || implementation === null) return implementation;
    const kept = Object.entries(plugin).filter(
      ([key, value]) => KEPT.has(key) || !["object", "function"].includes(typeof value),
    );
    const whole = { summary, ...Object.fromEntries(kept), ...implementation, id };
    const known = implementedPlugins.get(plugin) ?? whole;
    implementedPlugins.set(plugin, known);
    return known;
  };
  return { ...(await checkModule(load, where, "defineImplementation")), id };
}

/** Returns a plugin with its implementation. Throws a BootError if that cannot be used. */
export async function implemented(plugin: Plugin): Promise<Plugin> {
  const { plugin: whole = plugin, findings } = await implement(plugin, configPath(plugin.id));
  refuse(findings);
  return whole;
}

/** Puts implementations in the places of the plugins that settings call for, and leaves the dormant plugins out. */
export async function callImplementations(
  loaded: readonly LoadedPlugin[],
  settings: ReadonlyMap<string, Setting>,
  env: Env,
): Promise<readonly LoadedPlugin[]> {
  const settingOf = (one: LoadedPlugin) => settings.get(keyOf(one));
  const byId = new Map(loaded.flatMap((one) => (one.plugin ? [[one.plugin.id, one]] : [])));
  const lazy = [...byId].flatMap(([id, one]) => {
    const { plugin } = one;
    const { implementation } = plugin ?? {};
    return plugin && implementation ? [{ ...one, id, plugin, implementation }] : [];
  });
  const isOn = (id: string) => {
    const one = byId.get(id);
    return one !== undefined && isSwitchedOn(env, id, settingOf(one));
  };
  const isAsked = (one: (typeof lazy)[number]) => {
    const { option } = one.implementation;
    const setting = settingOf(one);
    if (option !== undefined) return isOptionSet(option, one.plugin, setting, env);
    // Other plugins are there without being named: only another plugin brings their implementations.
    return isDormant(one.plugin) && (setting !== undefined || switchIn(env, one.id) !== undefined);
  };
  const called = new Set(lazy.flatMap((one) => (isOn(one.id) && isAsked(one) ? [one.id] : [])));
  for (const id of called)
    for (const other of byId.get(id)?.plugin?.implementation?.brings ?? [])
      if (isOn(other)) called.add(other); // the loop reaches it later
  const isThere = (named: string) => {
    const [id = named, option] = named.split(".");
    const one = byId.get(id);
    if (one?.plugin === undefined || !isOn(id)) return false;
    if (option !== undefined) return isOptionSet(option, one.plugin, settingOf(one), env);
    return called.has(id) || one.plugin.implementation === undefined;
  };
  for (const { id, implementation } of lazy)
    if (isOn(id) && implementation.beside?.every(isThere) === true) called.add(id);

  const all = loaded.filter(({ id = "", plugin }) => called.has(id) || !isDormant(plugin));
  for (const one of lazy) {
    if (!called.has(one.id)) continue;
    const whole = await implement(one.plugin, configPath(keyOf(one)));
    putInPlace(all, { ...whole, source: one.source }, one.implementation.before);
  }
  return all;
}

/** Checks that a plugin contributes nothing by itself. Then it is not installed until something calls for it. */
function isDormant(plugin: Plugin | undefined): boolean {
  return (
    plugin?.implementation !== undefined && Object.keys(plugin).every((key) => DORMANT.has(key))
  );
}

/** Adds a plugin before another plugin, in the place that it has, or at the end. */
export function putInPlace<T extends { readonly id?: string | undefined }>(
  all: T[],
  added: T,
  before: string | undefined,
): void {
  const indexOf = (id: string | undefined) => all.findIndex((one) => one.id === id);
  const own = indexOf(added.id);
  if (own >= 0) all.splice(own, 1);
  const next = before === undefined ? -1 : indexOf(before);
  const places = [next, own];
  all.splice(places.find((at) => at >= 0) ?? all.length, 0, added);
}

/**
 * Checks that an option is set, and not to false. The environment, itself or with the path of a file, comes before the
 * config; a variable that is empty is silent.
 */
function isOptionSet(
  option: string,
  { id, env: aliases = {} }: Pick<Plugin, "id" | "env">,
  setting: Setting | undefined,
  env: Env,
): boolean {
  const own = Object.entries(aliases).flatMap(([path, name]) =>
    name !== undefined && optionOf(path) === option ? [name] : [],
  );
  const fromEnv = [optionVariable(id, option), ...own]
    .flatMap((name) => [env[name], env[`${name}${FILE_SUFFIX}`]])
    .find(Boolean);
  const value = fromEnv ?? setting?.options[option];
  return value !== undefined && String(value) !== "false";
}
