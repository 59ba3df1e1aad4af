/** The operator's settings of one plugin: on or off, and its options. */
import { configKey } from "../../registry/contract/config-key.ts";
import { show, type Finding } from "../../registry/contract/finding.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { SchemaError } from "../../registry/schema/json-schema.ts";
import { pluginEnv, toVariable, type Env, type PluginEnv } from "./env.ts";
import { checkValue, isPlainObject } from "./validate.ts";

export { configKey };

/** Whether a value of the config is a plugin itself rather than options for one. */
export function looksLikePlugin(value: unknown): value is Plugin {
  return (
    isPlainObject(value) && typeof value["id"] === "string" && typeof value["summary"] === "string"
  );
}

/** A plugin with what named it: `preset`, or a key below `plugins`. */
export interface Named {
  readonly plugin: Plugin;
  readonly source: string;
}

/** What the config says about one plugin. */
export interface Setting {
  readonly enabled: boolean;
  /** What `$optional` says. */
  readonly optional?: boolean | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  /** Given by value, in a TypeScript or JavaScript config. */
  readonly plugin?: Plugin;
}

/**
 * The key among a plugin's options that is the kernel's: whether the service may run without the plugin. It overrides
 * what the plugin says of itself.
 */
export const OPTIONAL_KEY = "$optional";

/** Reads one value below `plugins`; undefined when it is none of the allowed forms. */
export function toSetting(value: unknown): Setting | undefined {
  if (typeof value === "boolean") return { enabled: value, options: {} };
  if (looksLikePlugin(value)) return { enabled: true, options: {}, plugin: value };
  if (isPlainObject(value)) return withOptions(value);
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [plugin, options]: readonly unknown[] = value;
  if (!looksLikePlugin(plugin) || !isPlainObject(options)) return undefined;
  const setting = withOptions(options);
  return setting && { ...setting, plugin };
}

function withOptions({
  [OPTIONAL_KEY]: optional,
  ...options
}: Readonly<Record<string, unknown>>): Setting | undefined {
  if (optional !== undefined && typeof optional !== "boolean") return undefined;
  return { enabled: true, options, optional };
}

export function settingInvalid(key: string, value: unknown, origin: string): Finding {
  return {
    code: "CONFIG_INVALID",
    where: `${configPath(key)} (${origin})`,
    message: `a plugin's setting is true, false or its options, with $optional true or false; received ${show(value)}`,
    hint: `write ${key}: true, ${key}: false, or options below ${key}`,
  };
}

/** A key below `plugins` as findings show it: `plugins.cors`, `plugins["@acme/atlas"]`. */
export function configPath(key: string): string {
  return /^[\w-]+$/.test(key) ? `plugins.${key}` : `plugins[${JSON.stringify(key)}]`;
}

/** What named a plugin, as findings show it. */
export function shownSource(source: string): string {
  return source === "preset" ? source : configPath(source);
}

export interface EnvSettings extends ReturnType<typeof pluginEnv> {
  /** The plugins whose options can be described; the others are among the findings. */
  readonly readable: readonly Named[];
  readonly findings: readonly Finding[];
}

/** What the environment says about the plugins. */
export function readPluginEnv(env: Env, named: readonly Named[]): EnvSettings {
  const readable: Named[] = [];
  const findings: Finding[] = [];
  for (const { plugin, source } of named) {
    try {
      pluginEnv({}, [plugin]);
      readable.push({ plugin, source });
    } catch (error) {
      findings.push(schemaUnsupported({ plugin, source }, error));
    }
  }
  return {
    ...pluginEnv(
      env,
      readable.map(({ plugin }) => plugin),
    ),
    readable,
    findings,
  };
}

/** Throws any other error on. */
function schemaUnsupported({ plugin, source }: Named, error: unknown): Finding {
  if (!(error instanceof SchemaError)) throw error;
  const { message, hint } = error;
  const where = `${shownSource(source)}, options`;
  return { code: "SCHEMA_UNSUPPORTED", plugin: plugin.id, where, message, hint };
}

/** Validates a plugin's options, the environment's over the config's. Nothing is validated while it is off. */
export async function applySetting(
  { plugin, source }: Named,
  setting: Setting = { enabled: true, options: {} },
  env: PluginEnv | undefined,
  origin: string,
): Promise<{ readonly installed: InstalledPlugin; readonly findings: readonly Finding[] }> {
  const path = configPath(configKey({ plugin, source }));
  const refused = (where: string, message: string, hint: string): Finding => {
    return { code: "OPTION_INVALID", plugin: plugin.id, where, message, hint };
  };
  const variable = env?.enabled;
  const enabled = typeof variable === "boolean" ? variable : setting.enabled;
  const optional = setting.optional ?? plugin.optional ?? false;
  const off = { plugin, enabled: false, optional, options: undefined, source };
  if (typeof variable === "string") {
    const where = `${path} (WAYMARK_${toVariable(plugin.id)})`;
    const message = `the variable switches the plugin; received ${show(variable)}`;
    const hint = "write true or false; an option has a variable of its own";
    return { installed: off, findings: [refused(where, message, hint)] };
  }
  if (!enabled) return { installed: off, findings: [] };
  const written = { ...setting.options, ...env?.values };
  if (plugin.options === undefined) {
    const message = `the plugin has no options; received ${show(written)}`;
    const hint = `write ${configKey({ plugin, source })}: true`;
    const [first] = Object.keys(written);
    return {
      installed: { plugin, enabled, optional, options: {}, source },
      findings: first === undefined ? [] : [refused(`${path}.${first} (${origin})`, message, hint)],
    };
  }
  try {
    const { value, findings } = await checkValue(plugin.options, written, {
      path,
      plugin: plugin.id,
      origin: (key) => env?.origins[key] ?? origin,
      codes: { unknown: "OPTION_INVALID", invalid: "OPTION_INVALID" },
    });
    return { installed: { plugin, enabled, optional, options: value, source }, findings };
  } catch (error) {
    return { installed: off, findings: [schemaUnsupported({ plugin, source }, error)] };
  }
}
