/** Imports every installed plugin and applies the operator's settings. Importing a plugin has no effect. */
import { basename } from "node:path";
import {
  didYouMean,
  show,
  type Finding,
  type FindingCode,
} from "../../registry/contract/finding.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { checkPlugin } from "./check-plugin.ts";
import type { UnknownVariable } from "../config/env.ts";
import { reasonOf } from "../config/file.ts";
import type { LoadedConfig } from "../config/config.ts";
import {
  applySetting,
  configKey,
  configPath,
  readPluginEnv,
  settingInvalid,
  shownSource,
  toSetting,
  type Named,
  type Setting,
} from "../config/plugin-settings.ts";
import { importNamed, isPath } from "./resolve-module.ts";
import { TimeSlices } from "../support/time-slices.ts";

export interface LoadedPlugins {
  /** The preset's order, then the config's. */
  readonly installed: readonly InstalledPlugin[];
  readonly findings: readonly Finding[];
  /** Plugins that could not be loaded, and may be missing: config key and reason. */
  readonly absent: readonly Absent[];
  /** Variables that begin like ours and set nothing: worth a line in the log, no reason to stop. */
  readonly unknownVariables: readonly UnknownVariable[];
}

/** A plugin that is not there although it should be. */
export interface Absent {
  readonly plugin: string;
  readonly reason: string;
}

/**
 * Never throws; what is wrong becomes findings.
 *
 * @param preset the plugins to begin with. Default: what the module that the config names exports.
 */
export async function loadPlugins(
  loaded: LoadedConfig,
  preset?: readonly Plugin[],
): Promise<LoadedPlugins> {
  const findings: Finding[] = [];
  const origin = loaded.file === undefined ? "config" : basename(loaded.file);
  const settings = new Map<string, Setting>();
  for (const [key, value] of Object.entries(loaded.config.plugins)) {
    const setting = toSetting(value);
    if (setting !== undefined) settings.set(key, setting);
    else findings.push(settingInvalid(key, value, origin));
  }

  const slices = new TimeSlices();
  const base = await loadPreset(loaded, preset);
  await slices.pause();
  findings.push(...base.findings);
  const ids = base.plugins.map(({ plugin }) => plugin.id);
  const extra = [...settings].filter(
    ([key, setting]) => setting.plugin !== undefined || !ids.includes(key),
  );
  const added = await Promise.all(
    extra.map(([key, setting]) => loadExtra(key, setting, loaded, ids)),
  );
  const absent: Absent[] = [];
  for (const [index, result] of added.entries()) {
    const [key = "", setting] = extra[index] ?? [];
    // Whether a plugin that is off would work is of no interest; a name that is nobody's is a mistake all the same.
    if (setting?.enabled === false)
      findings.push(...result.findings.filter(({ code }) => code === "PLUGIN_NOT_FOUND"));
    else if (setting?.optional !== true) findings.push(...result.findings);
    else absent.push(...result.findings.map(({ message }) => ({ plugin: key, reason: message })));
  }

  const { unique, duplicates } = withoutDuplicates([
    ...base.plugins,
    ...added.flatMap((result) => result.plugins),
  ]);
  findings.push(...duplicates);
  const env = readPluginEnv(loaded.env, unique);
  findings.push(...env.findings);
  const installed: InstalledPlugin[] = [];
  for (const named of env.readable) {
    await slices.pause();
    const result = await applySetting(
      named,
      settings.get(configKey(named)),
      env.byPlugin.get(named.plugin.id),
      origin,
    );
    findings.push(...result.findings);
    installed.push(result.installed);
  }
  return { installed, findings, absent, unknownVariables: env.unknown };
}

interface Loaded {
  readonly plugins: readonly Named[];
  readonly findings: readonly Finding[];
}

async function loadPreset(
  { config, folder }: LoadedConfig,
  given: readonly Plugin[] | undefined,
): Promise<Loaded> {
  const where = `preset ${config.preset}`;
  const refused = (code: FindingCode, message: string, hint: string): Loaded => ({
    plugins: [],
    findings: [{ code, where, message, hint }],
  });
  let list: unknown = given;
  if (given === undefined) {
    try {
      const module = await importNamed(config.preset, folder);
      const hint = isPath(config.preset)
        ? "correct the path, which starts from the config file's folder"
        : `correct the name, or install the package: npm install ${config.preset}`;
      if (module === undefined) return refused("PLUGIN_NOT_FOUND", "there is no such module", hint);
      list = module["default"];
    } catch (error) {
      return refused(
        "PLUGIN_INVALID",
        `the module failed while it was imported: ${reasonOf(error)}`,
        "mend the module",
      );
    }
  }
  const hint = "write export default [cors, cache, …]";
  if (!Array.isArray(list))
    return refused(
      "PLUGIN_INVALID",
      `a preset exports a list of plugins; received ${show(list)}`,
      hint,
    );
  const checked = list.map((value: unknown, index) =>
    checkPlugin(value, `${where}, entry ${index + 1}`),
  );
  return {
    plugins: checked.flatMap(({ plugin }) =>
      plugin === undefined ? [] : [{ plugin, source: "preset" }],
    ),
    findings: checked.flatMap(({ findings }) => findings),
  };
}

/** A plugin that the config brings: by value, by package name or by path. */
async function loadExtra(
  key: string,
  setting: Setting,
  { folder }: LoadedConfig,
  ids: readonly string[],
): Promise<Loaded> {
  const where = configPath(key);
  const refused = (code: FindingCode, message: string, hint: string): Loaded => ({
    plugins: [],
    findings: [{ code, where, message, hint }],
  });
  let value: unknown = setting.plugin;
  if (setting.plugin === undefined) {
    try {
      const module = await importNamed(key, folder);
      if (module === undefined) return refused("PLUGIN_NOT_FOUND", ...notFound(key, ids));
      value = module["default"];
    } catch (error) {
      return refused(
        "PLUGIN_INVALID",
        `the module failed while it was imported: ${reasonOf(error)}`,
        "mend the module",
      );
    }
  } else if (setting.plugin.id !== key) {
    return refused(
      "PLUGIN_INVALID",
      `the plugin has the id ${show(setting.plugin.id)}`,
      `write it below ${configPath(setting.plugin.id)}`,
    );
  }
  const { plugin, findings } = checkPlugin(value, where);
  return { plugins: plugin === undefined ? [] : [{ plugin, source: key }], findings };
}

function notFound(key: string, ids: readonly string[]): readonly [message: string, hint: string] {
  if (isPath(key))
    return [
      "there is no such file",
      "correct the path, which starts from the config file's folder",
    ];
  const message = `${show(key)} is no plugin of the preset, and no package of that name is installed`;
  return [
    message,
    `${didYouMean(key, ids)}\nA plugin from npm needs its package: npm install ${key}`,
  ];
}

function withoutDuplicates(named: readonly Named[]): {
  readonly unique: readonly Named[];
  readonly duplicates: readonly Finding[];
} {
  const byId = new Map<string, Named>();
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
