/** The environment as a source of config. Empty variables count as absent. */
import { nearest } from "../../registry/contract/finding.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import { toInputJsonSchema } from "../../registry/schema/convert.ts";
import { branchesOf, memberOf, type SchemaNode } from "./describe-schema.ts";

/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Values from the environment with the variable that set each. */
export interface EnvValues {
  readonly values: Readonly<Record<string, unknown>>;
  /** Variable by key. */
  readonly origins: Readonly<Record<string, string>>;
}

export interface PluginEnv extends EnvValues {
  /** `WAYMARK_<PLUGIN>=true` or `=false`; a text when it is neither. */
  readonly enabled: boolean | string | undefined;
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

/** The kernel's own keys: `PORT`, `HOST` and `WAYMARK_BASE_URL`. */
export function kernelEnv(env: Env): EnvValues {
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [variable, key] of Object.entries(KERNEL_VARIABLES)) {
    const text = env[variable];
    if (text === undefined || text === "") continue;
    values[key] = key === "port" && /^\d+$/.test(text) ? Number(text) : text;
    origins[key] = variable;
  }
  return { values, origins };
}

/**
 * The plugins' options: `WAYMARK_<PLUGIN>_<OPTION>` goes to the plugin with the longest id that has the option. Variables
 * of the plugin's own `env` set options too; the long form wins. Variables that nothing knows come back as `unknown`, each
 * with the nearest name that would be known.
 */
export function pluginEnv(
  env: Env,
  plugins: readonly Plugin[],
): {
  readonly byPlugin: ReadonlyMap<string, PluginEnv>;
  readonly unknown: readonly UnknownVariable[];
} {
  const known = knownVariables(plugins.filter(isAskedOf(env, plugins)), plugins);
  const found = new Map<
    string,
    {
      enabled: boolean | string | undefined;
      values: Record<string, unknown>;
      origins: Record<string, string>;
    }
  >();
  const unknown: UnknownVariable[] = [];
  // Aliases come first, so that the long form overwrites them.
  const variables = Object.keys(env).toSorted(
    (a, b) => Number(a.startsWith(PREFIX)) - Number(b.startsWith(PREFIX)),
  );
  for (const variable of variables) {
    const text = env[variable];
    if (text === undefined || text === "" || RESERVED.has(variable)) continue;
    const target = known.get(variable);
    if (target === undefined) {
      if (variable.startsWith(PREFIX))
        unknown.push({ variable, nearest: nearest(variable, known.keys()) });
      continue;
    }
    const entry = found.get(target.plugin) ?? { enabled: undefined, values: {}, origins: {} };
    found.set(target.plugin, entry);
    if (target.option === undefined) {
      entry.enabled = text === "true" || (text === "false" ? false : text);
    } else {
      entry.values[target.option] = parseText(text, target.schema);
      entry.origins[target.option] = variable;
    }
  }
  return { byPlugin: found, unknown };
}

/** A variable that begins like ours and sets nothing, with the nearest one that would. */
export interface UnknownVariable {
  readonly variable: string;
  readonly nearest: string | undefined;
}

/** `rate-limit` and `maxAge` as parts of a variable: `RATE_LIMIT`, `MAX_AGE`. */
export function toVariable(name: string): string {
  return name
    .replaceAll("-", "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase();
}

interface Target {
  readonly plugin: string;
  /** Undefined: the plugin's switch. */
  readonly option?: string;
  readonly schema?: SchemaNode | undefined;
}

/** Whose options must be described, which takes time: those that some variable may be meant for. */
function isAskedOf(env: Env, plugins: readonly Plugin[]): (plugin: Plugin) => boolean {
  const isSet = (variable: string) => env[variable] !== undefined && env[variable] !== "";
  const switches = new Set(plugins.map(({ id }) => `${PREFIX}${toVariable(id)}`));
  const any = Object.keys(env).some(
    (name) => name.startsWith(PREFIX) && isSet(name) && !RESERVED.has(name) && !switches.has(name),
  );
  return ({ env: own = {} }) =>
    any || Object.values(own).some((name) => name !== undefined && isSet(name));
}

function knownVariables(
  asked: readonly Plugin[],
  plugins: readonly Plugin[],
): ReadonlyMap<string, Target> {
  const known = new Map<string, Target>();
  // Longer ids overwrite shorter ones; switches come last, as an id is longer than any id with an option.
  for (const plugin of asked.toSorted(byIdLength)) {
    if (plugin.options === undefined) continue;
    const { root: node, definitions } = toInputJsonSchema(plugin.options);
    for (const option of Object.keys(node.properties ?? {})) {
      const schema = memberOf({ node, definitions }, option);
      known.set(`${PREFIX}${toVariable(plugin.id)}_${toVariable(option)}`, {
        plugin: plugin.id,
        option,
        schema,
      });
      const variable = plugin.env?.[option];
      if (variable !== undefined) known.set(variable, { plugin: plugin.id, option, schema });
    }
  }
  for (const { id } of plugins) known.set(`${PREFIX}${toVariable(id)}`, { plugin: id });
  return known;
}

function byIdLength(a: Plugin, b: Plugin): number {
  return a.id.length - b.id.length;
}

/**
 * A variable's text as the value that the option's schema asks for. Lists are JSON or separated by commas. Text that does
 * not parse stays text, for the schema to refuse.
 */
export function parseText(text: string, schema: SchemaNode | undefined): unknown {
  if (schema === undefined) return parseJson(text);
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const parsed = branches.map((branch) => parseText(text, branch));
    return parsed.find((value) => value !== text) ?? text;
  }
  const { node } = schema;
  const values = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  const types = new Set<string>(
    values === undefined ? [node.type ?? []].flat() : values.map((value) => typeof value),
  );
  if (
    (types.has("number") || types.has("integer")) &&
    text.trim() !== "" &&
    Number.isFinite(Number(text))
  )
    return Number(text);
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("array")) {
    if (text.trimStart().startsWith("[")) return parseJson(text);
    return text.split(",").map((item) => parseText(item.trim(), memberOf(schema, 0)));
  }
  if (types.has("object") || (types.size === 0 && values === undefined)) return parseJson(text);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
