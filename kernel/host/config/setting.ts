/** The forms of one value below `plugins`: true, false, options, a plugin, or a plugin with options. */
import { show } from "../../../registry/schema/words.ts";
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import { isPlainObject } from "./validate.ts";

/** The operator's setting of one plugin. */
export interface Setting {
  readonly enabled: boolean;
  /** The value of `$optional`. */
  readonly optional?: boolean | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  /** Plugin that a TypeScript or JavaScript config hands over itself. */
  readonly plugin?: Plugin;
}

/**
 * The kernel's key among a plugin's options: if true, the service may run without the plugin. Overrides the plugin's own
 * `optional`.
 */
export const OPTIONAL_KEY = "$optional";
/** The kernel's key that switches a plugin off and keeps its options for the time when it is on again. Default: true. */
export const ENABLED_KEY = "$enabled";

/** Reads the settings below `plugins`, by key. Values of any other form become findings, which name `origin`. */
export function readSettings(
  values: Readonly<Record<string, unknown>>,
  origin: string,
): { readonly settings: ReadonlyMap<string, Setting>; readonly findings: readonly Finding[] } {
  const settings = new Map<string, Setting>();
  const findings: Finding[] = [];
  for (const [key, value] of Object.entries(values)) {
    const setting = toSetting(value);
    if (setting !== undefined) settings.set(key, setting);
    else
      findings.push({
        code: "CONFIG_INVALID",
        where: `${configPath(key)} (${origin})`,
        message: `a plugin's setting is true, false or its options, with $optional and $enabled true or false; received ${showForm(value)}`,
        hint: `write ${key}: true, ${key}: false, or options below ${key}`,
      });
  }
  return { settings, findings };
}

/** Checks that a value of the config is a plugin itself rather than options for one. */
export function looksLikePlugin(value: unknown): value is Plugin {
  return (
    isPlainObject(value) && typeof value["id"] === "string" && typeof value["summary"] === "string"
  );
}

function toSetting(value: unknown): Setting | undefined {
  if (typeof value === "boolean") return { enabled: value, options: {} };
  if (looksLikePlugin(value)) return { enabled: true, options: {}, plugin: value };
  if (isPlainObject(value)) return withOptions(value);
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [plugin, options]: readonly unknown[] = value;
  if (!looksLikePlugin(plugin) || !isPlainObject(options)) return undefined;
  const setting = withOptions(options);
  return setting && { ...setting, plugin };
}

/** Names the form of a value without the value, which may be an option that no message may show. */
function showForm(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  if (!isPlainObject(value)) return show(value);
  const key = typeof (value[ENABLED_KEY] ?? true) === "boolean" ? OPTIONAL_KEY : ENABLED_KEY;
  return `${key}: ${show(value[key])}`;
}

function withOptions({
  [OPTIONAL_KEY]: optional,
  [ENABLED_KEY]: enabled = true,
  ...options
}: Readonly<Record<string, unknown>>): Setting | undefined {
  if (optional !== undefined && typeof optional !== "boolean") return undefined;
  return typeof enabled === "boolean" ? { enabled, options, optional } : undefined;
}

/** Returns a key below `plugins` as findings show it: `plugins.cors`, `plugins["@acme/atlas"]`. */
export function configPath(key: string): string {
  return /^[\w-]+$/.test(key) ? `plugins.${key}` : `plugins[${JSON.stringify(key)}]`;
}

/** Returns the source of a plugin, as findings show it. */
export function shownSource(source: string): string {
  return source === "preset" ? source : configPath(source);
}
