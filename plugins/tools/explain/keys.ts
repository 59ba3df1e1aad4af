/** `waymark explain` for config keys and environment variables. */
import { show } from "waymark";
import {
  KERNEL_VARIABLES,
  KernelKeys,
  envTargets,
  holdsSecret,
  isRecord,
  kernelVariables,
  keysOf,
  nodeAt,
  showValue,
  toNode,
  valueAt,
  variablesOf,
  withoutSecrets,
  type SchemaNode,
} from "waymark/tools";
import type { Booted, InstalledPlugin } from "waymark/server";
import { ownerText, pathOf, type Explanation, type Kind } from "./explanation.ts";

export function keysAndVariables(booted: Booted): Kind {
  return {
    names: [...keyPaths(booted), ...Object.keys(KERNEL_VARIABLES)],
    explain: (name) => [explainKey(booted, name) ?? []].flat(),
  };
}

/** Returns every key there is: the kernel's, each plugin's switch, each option. */
export function keyPaths({ installed }: Booted): readonly string[] {
  const ofPlugins = installed.flatMap((entry) => [
    pathOf(entry),
    ...keysOf(optionsOf(entry)).map((option) => `${pathOf(entry)}.${option}`),
  ]);
  return [...keysOf(toNode(KernelKeys)), ...ofPlugins];
}

/** Explains a key or variable; undefined if none has this name. A plugin's switch is explained with the plugin. */
function explainKey(booted: Booted, target: string): Explanation | undefined {
  const kernel = Object.entries(KERNEL_VARIABLES).find(([variable]) => variable === target)?.[1];
  const schema = nodeAt(toNode(KernelKeys), (kernel ?? target).split("."));
  if (schema !== undefined) return explainKernelKey(booted, kernel ?? target, schema);
  const targets = envTargets(booted.installed.map(({ plugin }) => plugin));
  const set = targets.get(target);
  for (const entry of booted.installed) {
    const { id } = entry.plugin;
    // By the whole path, from the plugin's id on, or by the variable.
    const start = [pathOf(entry), id].find((name) => target.startsWith(`${name}.`));
    const byVariable = set?.plugin === id ? set.option : undefined;
    const option = start === undefined ? byVariable : target.slice(start.length + 1);
    const steps = option?.split(".") ?? [];
    const node = option && nodeAt(optionsOf(entry), steps);
    if (!option || !node) continue;
    const owner = `${ownerText(booted, id)}${entry.enabled ? "" : ", off"}`;
    const value = valueAt(withoutSecrets(entry.options, optionsOf(entry)), steps);
    return keyText(
      `${pathOf(entry)}.${option}`,
      value,
      node,
      owner,
      variablesOf(targets, id, option),
    );
  }
  return undefined;
}

function explainKernelKey({ config }: Booted, key: string, schema: SchemaNode): Explanation {
  const { app, plugins, ...others } = config;
  const { name, ...about } = app;
  const values: Readonly<Record<string, unknown>> = {
    ...others,
    ...about,
    service: name,
    // Their settings are explained one by one, without secrets.
    plugins: Object.keys(plugins),
  };
  return keyText(key, valueAt(values, key.split(".")), schema, "kernel", kernelVariables(key));
}

function keyText(
  path: string,
  value: unknown,
  schema: SchemaNode,
  owner: string,
  variables: readonly string[],
): Explanation {
  const { description } = schema.node;
  const fallback = defaultOf(schema);
  return {
    title: `config key ${path}: ${showValue(value)}`,
    about: [description ?? []].flat(),
    facts: {
      owner,
      default: holdsSecret(schema) || fallback === undefined ? undefined : show(fallback),
      environment: variables.join(", "),
    },
  };
}

/** Returns the default; for an object, it is made of the defaults of the members. */
function defaultOf({ node }: SchemaNode): unknown {
  const { default: preset, properties = {} } = node;
  if (!isRecord(preset) || Object.keys(preset).length > 0) return preset;
  const members = Object.entries(properties).filter(([, member]) => member.default !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, member.default]));
}

function optionsOf({ plugin }: InstalledPlugin): SchemaNode | undefined {
  return plugin.options && toNode(plugin.options);
}
