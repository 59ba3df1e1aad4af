/** The operator's settings of the plugins: on or off, and their options. */
import { configKey } from "../../registry/contract/config-key.ts";
import { show, type Finding, type FindingCode } from "../../registry/contract/finding.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { SchemaError } from "../../registry/schema/json-schema.ts";
import { pluginEnv, switchOf, type Env, type PluginEnv, type UnknownVariable } from "./env.ts";
import { configPath, shownSource, type Setting } from "./setting.ts";
import { validateValue } from "./validate.ts";

/** A plugin with what named it: `preset`, or a key below `plugins`. */
export type NamedPlugin = Pick<InstalledPlugin, "plugin" | "source">;

export interface AppliedSettings {
  readonly installed: readonly InstalledPlugin[];
  readonly findings: readonly Finding[];
  /** Variables that begin like ours and set nothing: worth a line in the log, no reason to stop. */
  readonly unknownVariables: readonly UnknownVariable[];
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
  { env, origin, pause }: { readonly env: Env; origin: string; pause(): Promise<void> },
): Promise<AppliedSettings> {
  const fromEnv = pluginEnv(
    env,
    plugins.map(({ plugin }) => plugin),
  );
  const installed: InstalledPlugin[] = [];
  const findings: Finding[] = [];
  for (const named of plugins) {
    await pause();
    const setting = settings.get(configKey(named)) ?? { enabled: true, options: {} };
    const applied = await applySetting(
      named,
      setting,
      fromEnv.byPlugin.get(named.plugin.id),
      origin,
    );
    installed.push(applied.installed);
    findings.push(...applied.findings);
  }
  return { installed, findings, unknownVariables: fromEnv.unknown };
}

/** Nothing is validated while the plugin is off. */
async function applySetting(
  { plugin, source }: NamedPlugin,
  setting: Setting,
  env: PluginEnv | undefined,
  origin: string,
): Promise<{ readonly installed: InstalledPlugin; readonly findings: readonly Finding[] }> {
  const path = configPath(configKey({ plugin, source }));
  const optional = setting.optional ?? plugin.optional ?? false;
  const install = (options: unknown, findings: readonly Finding[]) => ({
    installed: { plugin, source, optional, enabled: true, options },
    findings,
  });
  const leaveOff = (findings: readonly Finding[] = []) => ({
    installed: { plugin, source, optional, enabled: false, options: undefined },
    findings,
  });
  const finding = (code: FindingCode, where: string, message: string, hint: string): Finding => {
    return { code, plugin: plugin.id, where, message, hint };
  };
  const enabled = env?.enabled ?? setting.enabled;
  if (typeof enabled === "string") {
    const where = `${path} (${switchOf(plugin.id)})`;
    const message = `the variable switches the plugin; received ${show(enabled)}`;
    const hint = "write true or false; an option has a variable of its own";
    return leaveOff([finding("OPTION_INVALID", where, message, hint)]);
  }
  if (!enabled) return leaveOff();
  const written = { ...setting.options, ...env?.values };
  if (plugin.options === undefined) {
    const [first] = Object.keys(written);
    if (first === undefined) return install({}, []);
    const message = `the plugin has no options; received ${show(written)}`;
    const hint = `write ${configKey({ plugin, source })}: true`;
    return install({}, [finding("OPTION_INVALID", `${path}.${first} (${origin})`, message, hint)]);
  }
  try {
    const { value, findings } = await validateValue(plugin.options, written, {
      path,
      plugin: plugin.id,
      origin: (key) => env?.origins.get(key) ?? origin,
      codes: { unknown: "OPTION_INVALID", invalid: "OPTION_INVALID" },
    });
    return install(value, findings);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const where = `${shownSource(source)}, options`;
    return leaveOff([finding("SCHEMA_UNSUPPORTED", where, error.message, error.hint)]);
  }
}
