/** Imports every installed plugin and applies the operator's settings. Importing a plugin has no effect. */
import { basename } from "node:path";
import { didYouMean, show } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { checkPlugin, importFailure, keyOf, type LoadedPlugin } from "./check-plugin.ts";
import { checkPointOwners, judgeKeys } from "./point-keys.ts";
import type { LoadedConfig } from "../config/config.ts";
import { isSwitchedOn } from "../config/plugin-env.ts";
import { applySettings, type AppliedSettings } from "../config/plugin-settings.ts";
import { configPath, readSettings, shownSource, type Setting } from "../config/setting.ts";
import { callImplementations } from "./implementations.ts";
import { importNamed, isPath } from "./resolve-module.ts";
import { TimeSlices } from "../support/time-slices.ts";

/** Plugins that were loaded. `installed` has the preset's order, then the config's. */
export interface LoadResult extends AppliedSettings {
  /** Plugins that the config names, that could not be loaded and that may be missing. */
  readonly absent: readonly Absent[];
  /** The plugins of the preset and the config as they are while nothing calls for their implementations. */
  readonly offered: readonly Plugin[];
}

/** A plugin that could not be loaded, and that the server runs without. */
export interface Absent {
  /** The key below `plugins`. */
  readonly plugin: string;
  readonly reason: string;
}

/**
 * Loads the plugins. Never throws; every mistake becomes a finding.
 *
 * @param preset the plugins to begin with. Default: the default export of the module that the config names.
 */
export async function loadPlugins(
  loaded: LoadedConfig,
  preset?: readonly Plugin[],
): Promise<LoadResult> {
  const { config, env, folder, file } = loaded;
  const slices = new TimeSlices();
  const origin = file === undefined ? "config" : basename(file);
  const { settings, findings: invalid } = readSettings(config.plugins, origin);
  const settingOf = (one: LoadedPlugin) => settings.get(keyOf(one));
  const base = await loadPreset(config.preset, folder, preset);
  await slices.pause();
  const extras = await loadExtras(settings, folder, base);
  const { unique, duplicates } = withoutDuplicates([...base, ...extras]);
  const called = await callImplementations(unique, settings, env);
  const isOn = (one: LoadedPlugin) => isSwitchedOn(env, one.id, settingOf(one));
  const judged = await judgeKeys(called, isOn, folder);

  const usable: LoadedPlugin[] = [];
  const findings: Finding[] = [];
  const absent: Absent[] = [];
  for (const one of judged.plugins) {
    const { findings: own } = one;
    const isOptional = settingOf(one)?.optional === true;
    // A plugin that is off need not work, but a name that leads nowhere is a mistake all the same.
    if (!isOn(one)) findings.push(...own.filter(({ code }) => code === "PLUGIN_NOT_FOUND"));
    else if (!isOptional) findings.push(...own);
    else absent.push(...own.map(({ message }) => ({ plugin: keyOf(one), reason: message })));
    if (!isOptional || own.length === 0) usable.push(one);
  }
  const offered = unique.flatMap(({ plugin }) => plugin ?? []);
  const ids = new Set(called.map(({ id }) => id));
  const applied = await applySettings(
    usable.flatMap(({ plugin, source }) => (plugin ? [{ plugin, source }] : [])),
    settings,
    { env, origin, waiting: offered.filter(({ id }) => !ids.has(id)), pause: () => slices.pause() },
  );
  const enabled = applied.installed.flatMap((entry) => (entry.enabled ? entry.plugin : []));
  return {
    ...applied,
    findings: [
      ...invalid,
      ...findings,
      ...checkPointOwners(enabled),
      ...duplicates,
      ...applied.findings,
    ],
    notices: [...applied.notices, ...judged.notices],
    absent,
    offered,
  };
}

async function loadPreset(
  specifier: string,
  folder: string,
  preset: readonly Plugin[] | undefined,
): Promise<readonly LoadedPlugin[]> {
  const where = `preset ${specifier}`;
  const message = "there is no such module";
  const hint = isPath(specifier)
    ? CORRECT_PATH
    : `correct the name, or install the package: npm install ${specifier}`;
  const { value = preset, finding } =
    preset === undefined ? await importDefault(specifier, folder, { where, message, hint }) : {};
  if (finding !== undefined) return [refused("preset", finding)];
  if (!Array.isArray(value))
    return [
      refused("preset", {
        code: "PLUGIN_INVALID",
        where,
        message: `a preset exports a list of plugins; received ${show(value)}`,
        hint: "write export default [harbors, tides, …]",
      }),
    ];
  return value.map((entry: unknown, index) => ({
    ...checkPlugin(entry, `${where}, entry ${index + 1}`),
    source: "preset",
  }));
}

/** Loads the plugins that the config brings beyond the preset. */
async function loadExtras(
  settings: ReadonlyMap<string, Setting>,
  folder: string,
  preset: readonly LoadedPlugin[],
): Promise<readonly LoadedPlugin[]> {
  const ids = preset.flatMap(({ id }) => id ?? []);
  const extras = [...settings].filter(
    ([key, setting]) => setting.plugin !== undefined || !ids.includes(key),
  );
  return Promise.all(extras.map(([key, setting]) => loadExtra(key, setting, folder, ids)));
}

/** Loads a plugin by value, by package name or by path. */
async function loadExtra(
  key: string,
  setting: Setting,
  folder: string,
  ids: readonly string[],
): Promise<LoadedPlugin> {
  const where = configPath(key);
  if (setting.plugin !== undefined && setting.plugin.id !== key) {
    const message = `the plugin has the id ${show(setting.plugin.id)}`;
    const hint = `write it below ${configPath(setting.plugin.id)}`;
    return refused(key, { code: "PLUGIN_INVALID", where, message, hint });
  }
  const missing = isPath(key)
    ? { where, message: "there is no such file", hint: CORRECT_PATH }
    : {
        where,
        message: `the preset has no plugin ${show(key)}, and no package of that name is installed`,
        hint: `${didYouMean(key, ids)}\nA plugin from npm needs its package: npm install ${key}`,
      };
  const { value, finding } = setting.plugin
    ? { value: setting.plugin }
    : await importDefault(key, folder, missing);
  return finding === undefined
    ? { ...checkPlugin(value, where), source: key }
    : refused(key, finding);
}

function refused(source: string, finding: Finding): LoadedPlugin {
  return { source, where: finding.where, findings: [finding], foreign: [] };
}

const CORRECT_PATH = "correct the path, which starts from the config file's folder";

/** Returns a module's default export, or the reason why there is none. */
async function importDefault(
  specifier: string,
  folder: string,
  missing: Pick<Finding, "where" | "message" | "hint">,
): Promise<{ readonly value?: unknown; readonly finding?: Finding }> {
  try {
    const module = await importNamed(specifier, folder);
    if (module !== undefined) return { value: module["default"] };
    return { finding: { code: "PLUGIN_NOT_FOUND", ...missing } };
  } catch (error) {
    return { finding: importFailure(error, missing.where) };
  }
}

function withoutDuplicates(loaded: readonly LoadedPlugin[]) {
  const sources = new Map<string, string>();
  const duplicates: Finding[] = [];
  const unique = loaded.filter(({ plugin, source }) => {
    const first = plugin && sources.get(plugin.id);
    if (plugin !== undefined && first === undefined) sources.set(plugin.id, source);
    if (plugin === undefined || first === undefined) return true;
    duplicates.push({
      code: "PLUGIN_DUPLICATE",
      plugin: plugin.id,
      where: `${shownSource(first)} and ${shownSource(source)}`,
      message: `two plugins have the id ${show(plugin.id)}`,
      hint:
        source === "preset"
          ? "remove one of them from the preset"
          : `remove ${shownSource(source)}, or give your plugin another id`,
    });
    return false;
  });
  return { unique, duplicates };
}
