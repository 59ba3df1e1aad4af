/** The environment as a source of config. Empty variables count as absent. */
import { nearest } from "../../../registry/schema/words.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import {
  holdsSecret,
  keysOf,
  nodeAt,
  toNodeIfPossible,
  type SchemaNode,
} from "../../../registry/schema/describe.ts";
import { parseText } from "./parse-text.ts";
import { FILE_SUFFIX, readSecret } from "./secret-file.ts";
import { isPlainObject } from "./validate.ts";

/** Environment variables, as `process.env` has them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Values from the environment. */
interface EnvValues {
  /** Values by key, or by the path of a member: `log.level`. */
  readonly values: Record<string, unknown>;
  /** Variables that set them, by the same. */
  readonly origins: Map<string, string>;
}

/** Options of one plugin that variables set. */
export interface PluginEnv extends EnvValues {
  /** Options without a value that can be used, because of their variables. */
  readonly problems: OptionProblem[];
}

interface OptionProblem {
  readonly option: string;
  readonly variable: string;
  readonly message: string;
  readonly hint: string;
}

/** The key that each variable sets, as a path. */
export const KERNEL_VARIABLES = {
  PORT: "port",
  HOST: "host",
  WAYMARK_BASE_URL: "baseUrl",
  WAYMARK_SERVICE: "service",
  // WAYMARK_VERSION switches the plugin of that name.
  WAYMARK_SERVICE_VERSION: "version",
  WAYMARK_INSTANCE: "instance",
  WAYMARK_TRUSTED_PROXIES: "trustedProxies",
  WAYMARK_LOG_LEVEL: "log.level",
} as const;
const PREFIX = "WAYMARK_";
/** Variables that begin with the prefix and name no plugin. */
const RESERVED: ReadonlySet<string> = new Set(["WAYMARK_CONFIG", ...Object.keys(KERNEL_VARIABLES)]);

/** Returns the variables that set a key of the kernel, or a key below it. */
export function kernelVariables(key: string): string[] {
  return Object.entries(KERNEL_VARIABLES).flatMap(([variable, set]) =>
    set === key || set.startsWith(`${key}.`) ? [variable] : [],
  );
}

/** Reads the kernel's own keys. */
export function kernelEnv(env: Env): EnvValues {
  const { values, origins }: EnvValues = { values: {}, origins: new Map() };
  for (const [variable, path] of Object.entries(KERNEL_VARIABLES)) {
    const text = env[variable];
    if (text === undefined || text === "") continue;
    values[path] =
      path === "port" ? toNumber(text) : path === "trustedProxies" ? toList(text) : text;
    origins.set(path, variable);
  }
  return { values, origins };
}

/** Returns the option of a path: `admin` of `admin.port`. */
export function optionOf(path: string): string {
  return path.split(".", 1)[0] ?? path;
}

/**
 * Returns the variable that a finding about a path concerns: it set the value there or the option around it or, unless the
 * option is written elsewhere, a part of it.
 */
export function variableFor(
  { origins }: EnvValues,
  path: readonly PropertyKey[],
  written: Readonly<Record<string, unknown>>,
): string | undefined {
  const [option = "", member] = path.map(String);
  const around = origins.get(`${option}.${member}`) ?? origins.get(option);
  if (around !== undefined || Object.hasOwn(written, option)) return around;
  return [...origins].find(([set]) => optionOf(set) === option)?.[1];
}

/** Returns what was written with the environment's values over it; the path of a member changes that alone. */
export function overlay(
  written: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...written };
  const isMember = (path: string) => Number(path.includes("."));
  const paths = Object.keys(values).toSorted((a, b) => isMember(a) - isMember(b));
  for (const path of paths) {
    const [key = path, member] = path.split(".");
    const beneath = isPlainObject(merged[key]) ? merged[key] : {};
    merged[key] = member === undefined ? values[path] : { ...beneath, [member]: values[path] };
  }
  return merged;
}

/** Returns a whole number, or the text itself, for validation to refuse. */
export function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function toList(text: string): readonly string[] {
  return text.split(",").map((item) => item.trim());
}

/** The target of a variable. Without an option, the variable switches the plugin. */
interface EnvTarget {
  readonly plugin: string;
  readonly option?: string;
  /** The option, or the path of the member that the variable sets. */
  readonly path?: string;
  readonly schema?: SchemaNode | undefined;
  /** Variable in whose place this one names the path of a file. */
  readonly instead?: string;
}

/** Options and switches that variables of the environment set, by the name of the variable. */
export type EnvTargets = ReadonlyMap<string, EnvTarget>;

/**
 * Returns every variable that sets something: `WAYMARK_<PLUGIN>` switches a plugin, `WAYMARK_<PLUGIN>_<OPTION>` sets an
 * option of the plugin with the longest id that has it, and a plugin's own `env` names more variables. A value that
 * holds a secret has each of its variables with `_FILE`, too. Leaves out the options of a plugin whose schema cannot be
 * described; validation reports that.
 */
export function envTargets(plugins: readonly Plugin[]): EnvTargets {
  const targets = new Map<string, EnvTarget>();
  // Longer ids overwrite shorter ones; switches come last, because an id is longer than any id with an option.
  for (const { id, options, env = {} } of plugins.toSorted((a, b) => a.id.length - b.id.length)) {
    const root = options && toNodeIfPossible(options);
    const known = keysOf(root);
    const set = (variable: string, path: string) => {
      const schema = nodeAt(root, path.split("."));
      targets.set(variable, { plugin: id, option: optionOf(path), path, schema });
    };
    for (const [path, alias] of Object.entries(env))
      if (alias !== undefined && known.includes(optionOf(path))) set(alias, path);
    for (const option of known) set(optionVariable(id, option), option);
  }
  for (const { id } of plugins) targets.set(switchOf(id), { plugin: id });
  const secrets = [...targets].filter(([, { schema }]) => schema && holdsSecret(schema));
  for (const [variable, target] of secrets) {
    const file = `${variable}${FILE_SUFFIX}`;
    if (!targets.has(file)) targets.set(file, { ...target, instead: variable });
  }
  return targets;
}

/** Returns the variables that set an option of a plugin. */
export function variablesOf(targets: EnvTargets, plugin: string, option: string): string[] {
  return [...targets].flatMap(([variable, target]) =>
    target.plugin === plugin && target.option === option ? [variable] : [],
  );
}

/** Returns the variable that sets an option of a plugin. */
export function optionVariable(plugin: string, option: string): string {
  return `${switchOf(plugin)}_${toVariable(option)}`;
}

/** Returns the variable that switches a plugin. */
export function switchOf(plugin: string): string {
  return `${PREFIX}${toVariable(plugin)}`;
}

/** Returns the value of the variable that switches a plugin; undefined without one, or if it has another value. */
export function switchIn(env: Env, plugin: string): boolean | undefined {
  const variable = switchOf(plugin);
  const text = RESERVED.has(variable) ? undefined : env[variable];
  return text === "true" || text === "false" ? text === "true" : undefined;
}

/** Checks that a plugin is on: the environment goes before the config. A plugin whose id is unknown has no variable. */
export function isSwitchedOn(
  env: Env,
  plugin: string | undefined,
  setting: { readonly enabled: boolean } | undefined,
): boolean {
  const switched = plugin === undefined ? undefined : switchIn(env, plugin);
  return switched ?? setting?.enabled ?? true;
}

/** Something that an operator may want to know of the environment: worth a line in the log, no reason to stop. */
export interface Notice {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads the settings of plugins. If two variables set the same option, the long form wins. */
export function pluginEnv(env: Env, plugins: readonly Plugin[]) {
  const aliases = new Set(
    plugins.flatMap(({ env: own = {} }) =>
      Object.values(own).flatMap((name) => [name, `${name}${FILE_SUFFIX}`]),
    ),
  );
  const { injected, notices } = serviceVariables(env);
  const variables = Object.keys(env).filter(
    (name) =>
      env[name] !== "" &&
      !RESERVED.has(name) &&
      !injected.has(name) &&
      (name.startsWith(PREFIX) || aliases.has(name)),
  );
  // Describing all options takes time, which most starts need not spend.
  const targets: EnvTargets = variables.length === 0 ? new Map() : envTargets(plugins);
  const byPlugin = new Map<string, PluginEnv>();
  const secretFiles = new Map<string, string | undefined>();
  // Aliases come first, so that the long form overwrites them.
  const rank = (variable: string) => Number(!aliases.has(variable));
  for (const variable of variables.toSorted((a, b) => rank(a) - rank(b))) {
    const text = env[variable];
    if (text === undefined) continue;
    const target = targets.get(variable);
    if (target === undefined) {
      const near = nearest(variable, targets.keys());
      if (variable.startsWith(PREFIX))
        notices.push({
          message: `the environment variable ${variable} sets nothing`,
          fields: near === undefined ? {} : { nearest: near },
        });
      continue;
    }
    const { plugin, option, path = option, schema, instead } = target;
    if (option === undefined || path === undefined) {
      if (switchIn(env, plugin) !== undefined) continue;
      // Its value may be anything, and belong to another program.
      const message = `the environment variable ${variable} is ignored: true or false switches the plugin ${plugin}`;
      notices.push({ message, fields: {} });
      continue;
    }
    const set: PluginEnv = byPlugin.get(plugin) ?? { values: {}, origins: new Map(), problems: [] };
    byPlugin.set(plugin, set);
    if (instead === undefined) {
      set.values[path] = parseText(text, schema);
      set.origins.set(path, variable);
    } else {
      const secret = readSecret(text);
      secretFiles.set(secret.path, secret.content);
      const refuse = (message: string, hint: string) =>
        set.problems.push({ option, variable, message, hint });
      if (env[instead])
        refuse(`${instead} and ${variable} are both set`, `unset ${instead} or ${variable}`);
      else if (secret.text === undefined)
        refuse(secret.problem, `write the value to the file, or correct ${variable}`);
      else {
        set.values[path] = parseText(secret.text, schema);
        set.origins.set(path, `${variable}=${text}`);
      }
    }
  }
  return { byPlugin, notices, secretFiles };
}

/** The rest of a variable behind the name of the Service that Kubernetes sets it for, in every container. */
const SERVICE_VARIABLE =
  /^_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/;

/** Finds the variables that Kubernetes sets for Services whose names begin like ours. */
function serviceVariables(env: Env): { injected: ReadonlySet<string>; notices: Notice[] } {
  const services = Object.keys(env).flatMap((name) => {
    const service = /^(WAYMARK(?:_\w+)?)_SERVICE_HOST$/.exec(name)?.[1];
    const isService = service && /^(?:tcp|udp|sctp):/.test(env[`${service}_PORT`] ?? "");
    return isService ? [service] : [];
  });
  const injected = Object.keys(env).filter((name) =>
    services.some(
      (service) => name.startsWith(service) && SERVICE_VARIABLE.test(name.slice(service.length)),
    ),
  );
  if (injected.length === 0) return { injected: new Set(), notices: [] };
  const message = "variables of Kubernetes Services begin like ours and set nothing";
  const hint = "enableServiceLinks: false in the Pod's spec keeps them away";
  const fields = { variables: injected.length, services, hint };
  return { injected: new Set(injected), notices: [{ message, fields }] };
}

/** Returns a name as part of a variable: `rate-limit` and `maxAge` become `RATE_LIMIT` and `MAX_AGE`. */
export function toVariable(name: string): string {
  return name
    .replaceAll("-", "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase();
}
