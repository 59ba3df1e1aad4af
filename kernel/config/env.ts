/** The environment as a source of config. Empty variables count as absent. */
import { nearest } from "../../registry/contract/finding.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import {
  keysOf,
  propertyOf,
  toNodeIfPossible,
  type SchemaNode,
} from "../../registry/contract/describe-schema.ts";
import { parseText } from "./parse-text.ts";

/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Values from the environment, and the variable that set each, by key. */
interface EnvValues {
  readonly values: Record<string, unknown>;
  readonly origins: Map<string, string>;
}

export interface PluginEnv extends EnvValues {
  /** `WAYMARK_<PLUGIN>=true` or `=false`; a text when it is neither. */
  enabled?: boolean | string;
}

/** The key that each variable sets. */
export const KERNEL_VARIABLES = {
  PORT: "port",
  HOST: "host",
  WAYMARK_BASE_URL: "baseUrl",
} as const;
const PREFIX = "WAYMARK_";
/** Begin with the prefix and name no plugin. */
const RESERVED: ReadonlySet<string> = new Set(["WAYMARK_CONFIG", "WAYMARK_BASE_URL"]);

/** The variables that set a key of the kernel. */
export function kernelVariables(key: string): string[] {
  return Object.entries(KERNEL_VARIABLES).flatMap(([variable, set]) =>
    set === key ? [variable] : [],
  );
}

/** The kernel's own keys: `PORT`, `HOST` and `WAYMARK_BASE_URL`. */
export function kernelEnv(env: Env): EnvValues {
  const { values, origins }: EnvValues = { values: {}, origins: new Map() };
  for (const [variable, key] of Object.entries(KERNEL_VARIABLES)) {
    const text = env[variable];
    if (text === undefined || text === "") continue;
    values[key] = key === "port" ? toNumber(text) : text;
    origins.set(key, variable);
  }
  return { values, origins };
}

/** A whole number, or the text itself, for validation to refuse. */
export function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** The target of a variable. Without an option, the variable switches the plugin. */
interface EnvTarget {
  readonly plugin: string;
  readonly option?: string;
  readonly schema?: SchemaNode | undefined;
}

export type EnvTargets = ReadonlyMap<string, EnvTarget>;

/**
 * Every variable that sets something: `WAYMARK_<PLUGIN>` switches a plugin, `WAYMARK_<PLUGIN>_<OPTION>` sets an option of
 * the plugin with the longest id that has it, and a plugin's own `env` names more variables. Leaves out the options of a
 * plugin whose schema cannot be described; validation reports that.
 */
export function envTargets(plugins: readonly Plugin[]): EnvTargets {
  const targets = new Map<string, EnvTarget>();
  // Longer ids overwrite shorter ones; switches come last, because an id is longer than any id with an option.
  for (const { id, options, env = {} } of plugins.toSorted((a, b) => a.id.length - b.id.length)) {
    const root = options && toNodeIfPossible(options);
    for (const option of keysOf(root)) {
      const target = { plugin: id, option, schema: propertyOf(root, option) };
      const alias = env[option];
      if (alias !== undefined) targets.set(alias, target);
      targets.set(`${PREFIX}${toVariable(id)}_${toVariable(option)}`, target);
    }
  }
  for (const { id } of plugins) targets.set(switchOf(id), { plugin: id });
  return targets;
}

/** The variables that set an option of a plugin. */
export function variablesOf(targets: EnvTargets, plugin: string, option: string): string[] {
  return [...targets].flatMap(([variable, target]) =>
    target.plugin === plugin && target.option === option ? [variable] : [],
  );
}

/** The variable that switches a plugin. */
export function switchOf(plugin: string): string {
  return `${PREFIX}${toVariable(plugin)}`;
}

/** A variable that begins like ours and sets nothing, with the nearest one that would. */
export interface UnknownVariable {
  readonly variable: string;
  readonly nearest: string | undefined;
}

/** Reads the settings of plugins. Where two variables set the same option, the long form wins. */
export function pluginEnv(env: Env, plugins: readonly Plugin[]) {
  const aliases = new Set(plugins.flatMap((plugin) => Object.values(plugin.env ?? {})));
  const variables = Object.keys(env).filter(
    (name) =>
      env[name] !== "" && !RESERVED.has(name) && (name.startsWith(PREFIX) || aliases.has(name)),
  );
  // Describing all options takes time, which most starts need not spend.
  const targets: EnvTargets = variables.length === 0 ? new Map() : envTargets(plugins);
  const byPlugin = new Map<string, PluginEnv>();
  const unknown: UnknownVariable[] = [];
  // Aliases come first, so that the long form overwrites them.
  const rank = (variable: string) => Number(variable.startsWith(PREFIX));
  for (const variable of variables.toSorted((a, b) => rank(a) - rank(b))) {
    const text = env[variable];
    if (text === undefined) continue;
    const target = targets.get(variable);
    if (target === undefined) {
      if (variable.startsWith(PREFIX))
        unknown.push({ variable, nearest: nearest(variable, targets.keys()) });
      continue;
    }
    const { plugin, option, schema } = target;
    const set: PluginEnv = byPlugin.get(plugin) ?? { values: {}, origins: new Map() };
    byPlugin.set(plugin, set);
    if (option === undefined) set.enabled = text === "true" || (text === "false" ? false : text);
    else {
      set.values[option] = parseText(text, schema);
      set.origins.set(option, variable);
    }
  }
  return { byPlugin, unknown };
}

/** `rate-limit` and `maxAge` as parts of a variable: `RATE_LIMIT`, `MAX_AGE`. */
export function toVariable(name: string): string {
  return name
    .replaceAll("-", "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase();
}
