/** What `waymark explain` says of config keys, and of the environment variables that set them. */
import { show } from "../../../registry/contract/finding.ts";
import type { InstalledPlugin } from "../../../registry/contract/installed.ts";
import { toInputJsonSchema } from "../../../registry/schema/convert.ts";
import type { Booted } from "../../boot/boot.ts";
import { KERNEL_VARIABLES, pluginEnv, toVariable } from "../../config/env.ts";
import { KernelKeys } from "../../config/config.ts";
import { isSecret, memberOf, type SchemaNode } from "../../config/describe-schema.ts";
import { indent, pathOf, pluginText } from "./explanations.ts";
import { table } from "../table.ts";

/** Every key there is: the kernel's, each plugin's switch, each option. */
export function keyPaths({ installed }: Booted): readonly string[] {
  const ofPlugins = installed.flatMap((entry) => {
    const options = Object.keys(optionsOf(entry)?.node.properties ?? {});
    return [pathOf(entry), ...options.map((option) => `${pathOf(entry)}.${option}`)];
  });
  return [...Object.keys(kernelKeys().node.properties ?? {}), ...ofPlugins];
}

/** Undefined when neither a key nor a variable is called so. A plugin's switch is explained with the plugin. */
export function explainKey(booted: Booted, target: string): string | undefined {
  const kernel = Object.entries(KERNEL_VARIABLES).find(([variable]) => variable === target)?.[1];
  if (memberOf(kernelKeys(), kernel ?? target) !== undefined)
    return explainKernelKey(booted, kernel ?? target);
  for (const entry of booted.installed) {
    const option = optionNamed(booted, entry, target);
    const text = option && explainOption(booted, entry, option);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The option that a target names in one of three ways: by its whole path, from the plugin's id on, by its variable. */
function optionNamed(
  { installed }: Booted,
  entry: InstalledPlugin,
  target: string,
): string | undefined {
  for (const start of [pathOf(entry), entry.plugin.id])
    if (target.startsWith(`${start}.`)) return target.slice(start.length + 1);
  if (!/^[A-Z][A-Z0-9_]*$/.test(target)) return undefined;
  const { byPlugin } = pluginEnv(
    { [target]: "true" },
    installed.map(({ plugin }) => plugin),
  );
  return Object.keys(byPlugin.get(entry.plugin.id)?.origins ?? {})[0];
}

function explainKernelKey({ config }: Booted, key: string): string {
  const { service, ...others } = config;
  const { name, ...about } = service;
  const values: Readonly<Record<string, unknown>> = { ...others, ...about, service: name };
  const variables = Object.entries(KERNEL_VARIABLES).flatMap(([variable, set]) =>
    set === key ? [variable] : [],
  );
  return keyText(key, values[key], memberOf(kernelKeys(), key), "kernel", variables);
}

function explainOption(
  { installed }: Booted,
  entry: InstalledPlugin,
  option: string,
): string | undefined {
  const { plugin, options, enabled } = entry;
  const steps = option.split(".");
  const schema = steps.reduce(memberOf, optionsOf(entry));
  if (schema === undefined) return undefined;
  const value = steps.reduce<unknown>(
    (held, step) =>
      typeof held === "object" && held !== null ? Reflect.get(held, step) : undefined,
    options,
  );
  const owner = `plugin ${pluginText(installed, plugin.id)}${enabled ? "" : ", off"}`;
  const [top = "", ...inner] = steps;
  const variables = inner.length > 0 ? [] : variablesOf(installed, plugin.id, top);
  return keyText(`${pathOf(entry)}.${option}`, value, schema, owner, variables);
}

/** The variables that set an option: the long name, unless a longer id takes it, and the plugin's own. */
function variablesOf(
  installed: readonly InstalledPlugin[],
  id: string,
  option: string,
): readonly string[] {
  const plugins = installed.map(({ plugin }) => plugin);
  const own = plugins.find((plugin) => plugin.id === id)?.env?.[option];
  const names = [`WAYMARK_${toVariable(id)}_${toVariable(option)}`, ...(own ? [own] : [])];
  return names.filter((name) => {
    const { byPlugin } = pluginEnv({ [name]: "true" }, plugins);
    return byPlugin.get(id)?.origins[option] === name;
  });
}

function keyText(
  path: string,
  value: unknown,
  schema: SchemaNode | undefined,
  owner: string,
  variables: readonly string[],
): string {
  const { description, default: fallback } = schema?.node ?? {};
  const secret = isSecret(schema);
  const shown = secret ? "(not shown)" : value === undefined ? "-" : show(value);
  const facts = [
    ["owner", owner],
    ...(secret || fallback === undefined ? [] : [["default", show(fallback)]]),
    ...(variables.length === 0 ? [] : [["environment", variables.join(", ")]]),
  ];
  const about = description === undefined ? [] : [description];
  return [`config key ${path}: ${shown}`, ...about, "", indent(table(facts))].join("\n");
}

function optionsOf({ plugin }: InstalledPlugin): SchemaNode | undefined {
  return plugin.options && rootOf(plugin.options);
}

function kernelKeys(): SchemaNode {
  return rootOf(KernelKeys);
}

function rootOf(schema: Parameters<typeof toInputJsonSchema>[0]): SchemaNode {
  const { root, definitions } = toInputJsonSchema(schema);
  return { node: root, definitions };
}
