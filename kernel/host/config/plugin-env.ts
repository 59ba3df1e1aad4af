/** The settings of plugins in the environment: switches and options. */
import { nearest } from "../../../registry/schema/words.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import {
  holdsSecret,
  keysOf,
  nodeAt,
  toNodeIfPossible,
  type SchemaNode,
} from "../../../registry/schema/describe.ts";
import type { Notice } from "../support/boot-errors.ts";
import { KERNEL_VARIABLES, optionOf, type Env, type EnvValues } from "./env.ts";
import { parseText } from "./parse-text.ts";
import { FILE_SUFFIX, readSecret } from "./secret-file.ts";

const PREFIX = "WAYMARK_";
/** Variables that begin with the prefix and name no plugin. */
const RESERVED: ReadonlySet<string> = new Set(["WAYMARK_CONFIG", ...Object.keys(KERNEL_VARIABLES)]);

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
  // Describing options takes time, so plugins that no variable may set are left out.
  const isNamed = ({ id, env: own = {} }: Plugin) =>
    [switchOf(id), ...Object.values(own)].some((start = switchOf(id)) =>
      variables.some((name) => name.startsWith(start)),
    );
  const targets = envTargets(plugins.filter(isNamed));
  let all: EnvTargets | undefined;
  const byPlugin = new Map<string, PluginEnv>();
  const secretFiles = new Map<string, string | undefined>();
  // Aliases come first, so that the long form overwrites them.
  const rank = (variable: string) => Number(!aliases.has(variable));
  for (const variable of variables.toSorted((a, b) => rank(a) - rank(b))) {
    const text = env[variable];
    if (text === undefined) continue;
    const target = targets.get(variable);
    if (target === undefined) {
      if (!variable.startsWith(PREFIX)) continue;
      const near = nearest(variable, (all ??= envTargets(plugins)).keys());
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
  const hint = "enableServiceLinks: false in the Pod's spec removes them";
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
