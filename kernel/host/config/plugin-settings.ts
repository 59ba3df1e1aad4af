/** The operator's settings of the plugins: on or off, and their options. */
import { configKey } from "../../../registry/contract/plugin/installed.ts";
import type { Finding, FindingCode } from "../../../registry/contract/finding/finding.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { SchemaError } from "../../../registry/schema/json-schema.ts";
import { Listening } from "../../services.ts";
import { overlay, variableFor, type Env } from "./env.ts";
import { isSwitchedOn, pluginEnv, type PluginEnv } from "./plugin-env.ts";
import type { Notice } from "../support/boot-errors.ts";
import type { SecretFiles } from "./secret-file.ts";
import { configPath, shownSource, type Setting } from "./setting.ts";
import { validateValue } from "./validate.ts";

/** A plugin with its source: `preset`, or a key below `plugins`. */
export type NamedPlugin = Pick<InstalledPlugin, "plugin" | "source">;

export interface AppliedSettings {
  readonly installed: readonly InstalledPlugin[];
  readonly findings: readonly Finding[];
  /** Variables that begin like ours and set nothing. */
  readonly notices: readonly Notice[];
  readonly secretFiles: SecretFiles;
}

interface SettingsSource {
  readonly env: Env;
  readonly origin: string;
  /** Plugins that are not installed, whose variables may switch them. */
  readonly waiting: readonly Plugin[];
  pause(): Promise<void>;
}

/**
 * Validates the plugins' options, the environment's over the config's.
 *
 * @param origin the config file's name in findings.
 * @param pause awaited between plugins.
 */
export async function applySettings(
  plugins: readonly NamedPlugin[],
  settings: ReadonlyMap<string, Setting>,
  { env, origin, waiting, pause }: SettingsSource,
): Promise<AppliedSettings> {
  const fromEnv = pluginEnv(env, [...plugins.map(({ plugin }) => plugin), ...waiting]);
  const { notices, secretFiles } = fromEnv;
  const installed: InstalledPlugin[] = [];
  const findings: Finding[] = [];
  for (const named of plugins) {
    await pause();
    const { plugin, source } = named;
    const setting = settings.get(configKey(named));
    const optional = setting?.optional ?? plugin.optional ?? false;
    const set = fromEnv.byPlugin.get(plugin.id);
    if (!isSwitchedOn(env, plugin.id, setting)) {
      installed.push({ plugin, source, optional, enabled: false, options: undefined });
      if (opensListeners(plugin)) findings.push(...unopened(named, setting, set));
      else
        for (const variable of set?.origins.values() ?? [])
          notices.push({
            message: `the environment variable ${variable} sets nothing, because the plugin is off`,
            fields: { plugin: plugin.id },
          });
      continue;
    }
    const { own, ...applied } = await applyOptions(named, setting?.options ?? {}, set, origin);
    installed.push({ plugin, source, optional, ...applied });
    findings.push(...own);
  }
  return { installed, findings, notices, secretFiles };
}

function opensListeners({ provides = {} }: Plugin): boolean {
  return Object.values(provides).some(({ id }) => id === Listening.id);
}

/** Refuses settings of listeners that would not open: the service would be open that its operator means to be closed. */
function unopened(
  { plugin, ...named }: NamedPlugin,
  setting: Setting | undefined,
  env: PluginEnv | undefined,
): readonly Finding[] {
  const path = configPath(configKey({ plugin, ...named }));
  const written = Object.keys(setting?.options ?? {}).map((option) => `${path}.${option}`);
  return [...written, ...(env?.origins.values() ?? [])].map((where) => ({
    code: "CONFIG_INVALID",
    plugin: plugin.id,
    where,
    message: `it says how to listen, and the plugin ${plugin.id}, which listens, is off`,
    hint: `remove it, or switch the plugin on: ${path}: true`,
  }));
}

/** Validates the options of a plugin that is on. It counts as off if they cannot be validated. */
async function applyOptions(
  named: NamedPlugin,
  inFile: Setting["options"],
  env: PluginEnv | undefined,
  origin: string,
): Promise<Pick<InstalledPlugin, "enabled" | "options"> & { own: readonly Finding[] }> {
  const { plugin, source } = named;
  const key = configKey(named);
  const path = configPath(key);
  const finding = (code: FindingCode, where: string, message: string, hint: string): Finding => {
    return { code, plugin: plugin.id, where, message, hint };
  };
  if (env !== undefined && env.problems.length > 0)
    return {
      enabled: true,
      options: {}, // validation would miss the values that are reported here
      own: env.problems.map(({ option, variable, message, hint }) =>
        finding("OPTION_INVALID", `${path}.${option} (${variable})`, message, hint),
      ),
    };
  const written = overlay(inFile, env?.values ?? {});
  if (plugin.options === undefined) {
    const [first, ...more] = Object.keys(written);
    if (first === undefined) return { enabled: true, options: {}, own: [] };
    const where = `${path}.${first} (${origin})`;
    const message = `the plugin has no options; received ${[first, ...more].join(", ")}`;
    const own = [finding("OPTION_INVALID", where, message, `write ${key}: true`)];
    return { enabled: true, options: {}, own };
  }
  try {
    const { value, findings: own } = await validateValue(plugin.options, written, {
      path,
      plugin: plugin.id,
      origin: (at) => (env && variableFor(env, at, inFile)) ?? origin,
      codes: { unknown: "OPTION_INVALID", invalid: "OPTION_INVALID" },
    });
    return { enabled: true, options: value, own };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const where = `${shownSource(source)}, options`;
    const own = [finding("SCHEMA_UNSUPPORTED", where, error.message, error.hint)];
    return { enabled: false, options: undefined, own };
  }
}
