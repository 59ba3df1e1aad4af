/** Imports every installed plugin and applies the operator's settings. Importing a plugin has no effect. */
import { basename } from "node:path";
import { didYouMean, show } from "../../registry/schema/words.ts";
import type { Finding } from "../../registry/contract/finding.ts";
import type { OfferedPlugins } from "../../registry/contract/installed.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import { checkPlugin, type ForeignKey } from "./check-plugin.ts";
import { checkPointOwners, judgeKeys } from "./point-keys.ts";
import { reasonOf } from "../config/file.ts";
import type { LoadedConfig } from "../config/config.ts";
import {
  applySettings,
  type AppliedSettings,
  type NamedPlugin,
} from "../config/plugin-settings.ts";
import { configPath, readSettings, shownSource, type Setting } from "../config/setting.ts";
import { installOffered, isOffered } from "./offered.ts";
import { importNamed, isPath } from "./resolve-module.ts";
import { TimeSlices } from "../support/time-slices.ts";

/** Plugins that were loaded. `installed` has the preset's order, then the config's. */
export interface LoadedPlugins extends AppliedSettings {
  /** Plugins that the config names, that could not be loaded and that may be missing. */
  readonly absent: readonly Absent[];
  /** Plugins that the preset offers. */
  readonly offered: OfferedPlugins;
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
): Promise<LoadedPlugins> {
  const { config, env, folder, file } = loaded;
  const slices = new TimeSlices();
  const origin = file === undefined ? "config" : basename(file);
  const { settings, findings: invalid } = readSettings(config.plugins, origin);
  const base = await loadPreset(loaded, preset, settings);
  await slices.pause();
  const ids = [
    ...new Set([...base.plugins.map(({ plugin }) => plugin.id), ...Object.keys(base.offered)]),
  ];
  const extra = await loadExtras(settings, folder, ids);
  const { unique, duplicates } = withoutDuplicates([...base.plugins, ...extra.plugins]);
  const all = await installOffered({ ...base, plugins: unique }, settings, loaded);
  const foreign = [...base.foreign, ...all.foreign, ...extra.foreign];
  const failed = [...base.findings, ...all.findings, ...extra.findings, ...extra.absent];
  const keys = await judgeKeys(
    foreign,
    all.plugins.map(({ plugin }) => plugin),
    { hasFailed: failed.length > 0, folder },
  );
  const absent = keys.mistakes.flatMap(({ optional: plugin, finding: { message: reason } }) =>
    plugin === undefined ? [] : [{ plugin, reason }],
  );
  const usable = all.plugins.filter(({ source }) =>
    absent.every(({ plugin }) => plugin !== source),
  );
  const pause = () => slices.pause();
  const applied = await applySettings(usable, settings, { env, origin, pause });
  return {
    ...applied,
    findings: [
      ...invalid,
      ...keys.mistakes.flatMap(({ optional, finding }) => (optional === undefined ? finding : [])),
      ...checkPointOwners(
        applied.installed.flatMap(({ plugin, enabled }) => (enabled ? plugin : [])),
      ),
      ...base.findings,
      ...extra.findings,
      ...duplicates,
      ...all.findings,
      ...applied.findings,
    ],
    notices: [...applied.notices, ...keys.notices],
    absent: [...extra.absent, ...absent],
    offered: all.offered,
  };
}

interface Loaded {
  readonly plugins: readonly NamedPlugin[];
  readonly findings: readonly Finding[];
  readonly foreign: readonly ForeignKey[];
}

async function loadPreset(
  { config: { preset: specifier, admin }, folder }: LoadedConfig,
  preset: readonly Plugin[] | undefined,
  settings: ReadonlyMap<string, Setting>,
): Promise<Loaded & { readonly offered: OfferedPlugins }> {
  const where = `preset ${specifier}`;
  // Beside a list of plugins, the module counts only for its offers.
  const isNeeded = preset === undefined || admin !== undefined || settings.size > 0;
  const imported = !isNeeded
    ? {}
    : await importModule(specifier, folder, {
        where,
        message: "there is no such module",
        hint: isPath(specifier)
          ? CORRECT_PATH
          : `correct the name, or install the package: npm install ${specifier}`,
      });
  const { module = {}, finding } = imported;
  // Offers of a module that is wrong are none; the list is reported.
  const offered: OfferedPlugins = isOffered(module["offered"]) ? module["offered"] : {};
  if (finding !== undefined && preset === undefined)
    return { plugins: [], findings: [finding], foreign: [], offered };
  const value: unknown = preset ?? module["default"];
  if (!Array.isArray(value)) {
    const message = `a preset exports a list of plugins; received ${show(value)}`;
    const hint = "write export default [harbors, tides, …]";
    const notList = { code: "PLUGIN_INVALID", where, message, hint } as const;
    return { plugins: [], findings: [notList], foreign: [], offered };
  }
  const checked = value.map((entry: unknown, index) =>
    checkPlugin(entry, `${where}, entry ${index + 1}`),
  );
  return {
    plugins: checked.flatMap(({ plugin }) => (plugin ? [{ plugin, source: "preset" }] : [])),
    findings: checked.flatMap(({ findings }) => findings),
    foreign: checked.flatMap(({ foreign }) => foreign),
    offered,
  };
}

/** Loads the plugins that the config brings beyond the preset. */
async function loadExtras(
  settings: ReadonlyMap<string, Setting>,
  folder: string,
  ids: readonly string[],
): Promise<Loaded & { readonly absent: readonly Absent[] }> {
  const extras = [...settings].filter(
    ([key, setting]) => setting.plugin !== undefined || !ids.includes(key),
  );
  const loaded = await Promise.all(
    extras.map(([key, setting]) => loadExtra(key, setting, folder, ids)),
  );
  const findings: Finding[] = [];
  const foreign: ForeignKey[] = [];
  const absent: Absent[] = [];
  for (const [index, [key, setting]] of extras.entries()) {
    const { findings: own = [], foreign: keys = [] } = loaded[index] ?? {};
    const optional = setting.optional === true ? { optional: key } : {};
    if (setting.enabled) foreign.push(...keys.map((one) => ({ ...one, ...optional })));
    // A plugin that is off need not work, but a name that leads nowhere is a mistake all the same.
    if (!setting.enabled) findings.push(...own.filter(({ code }) => code === "PLUGIN_NOT_FOUND"));
    else if (setting.optional !== true) findings.push(...own);
    else absent.push(...own.map(({ message }) => ({ plugin: key, reason: message })));
  }
  return { plugins: loaded.flatMap(({ plugins }) => plugins), findings, foreign, absent };
}

/** Loads a plugin by value, by package name or by path. */
async function loadExtra(
  key: string,
  setting: Setting,
  folder: string,
  ids: readonly string[],
): Promise<Loaded> {
  const where = configPath(key);
  if (setting.plugin !== undefined && setting.plugin.id !== key) {
    const message = `the plugin has the id ${show(setting.plugin.id)}`;
    const hint = `write it below ${configPath(setting.plugin.id)}`;
    return refused({ code: "PLUGIN_INVALID", where, message, hint });
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
  if (finding !== undefined) return refused(finding);
  const { plugin, ...checked } = checkPlugin(value, where);
  return { plugins: plugin === undefined ? [] : [{ plugin, source: key }], ...checked };
}

function refused(finding: Finding): Loaded {
  return { plugins: [], findings: [finding], foreign: [] };
}

const CORRECT_PATH = "correct the path, which starts from the config file's folder";

/** Returns a module's default export, or the reason why there is none. */
async function importDefault(
  ...named: Parameters<typeof importModule>
): Promise<{ readonly value?: unknown; readonly finding?: Finding }> {
  const { module, finding } = await importModule(...named);
  return finding === undefined ? { value: module?.["default"] } : { finding };
}

/** Returns a module's exports, or the reason why there are none. */
async function importModule(
  specifier: string,
  folder: string,
  missing: Pick<Finding, "where" | "message" | "hint">,
): Promise<{ readonly module?: Readonly<Record<string, unknown>>; readonly finding?: Finding }> {
  try {
    const module = await importNamed(specifier, folder);
    if (module !== undefined) return { module };
    return { finding: { code: "PLUGIN_NOT_FOUND", ...missing } };
  } catch (error) {
    const { where } = missing;
    const message = `the module failed while it was imported: ${reasonOf(error)}`;
    return { finding: { code: "PLUGIN_INVALID", where, message, hint: "fix the module" } };
  }
}

function withoutDuplicates(named: readonly NamedPlugin[]) {
  const byId = new Map<string, NamedPlugin>();
  const duplicates: Finding[] = [];
  for (const { plugin, source } of named) {
    const first = byId.get(plugin.id);
    if (first === undefined) {
      byId.set(plugin.id, { plugin, source });
      continue;
    }
    duplicates.push({
      code: "PLUGIN_DUPLICATE",
      plugin: plugin.id,
      where: `${shownSource(first.source)} and ${shownSource(source)}`,
      message: `two plugins have the id ${show(plugin.id)}`,
      hint:
        source === "preset"
          ? "remove one of them from the preset"
          : `remove ${shownSource(source)}, or give your plugin another id`,
    });
  }
  return { unique: [...byId.values()], duplicates };
}
