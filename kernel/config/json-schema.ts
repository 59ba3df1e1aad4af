/** The JSON Schema of the installed configuration, for editors: the kernel's keys, and every installed plugin's options. */
import { JSON_SCHEMA_DIALECT } from "../../registry/derive/json-schemas.ts";
import type { JsonSchema } from "../../registry/schema/json-schema.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { toInputJsonSchema } from "../../registry/schema/convert.ts";
import { Closing } from "./strict-schema.ts";
import { KERNEL_VARIABLES, pluginEnv, toVariable } from "./env.ts";
import { KernelKeys } from "./config.ts";
import { configKey, OPTIONAL_KEY } from "./plugin-settings.ts";

/**
 * A config that boot refuses for its shape does not fit; one that fits may still be refused, for what no schema can say.
 * Nothing is required, because the environment may bring it.
 */
export function configSchema(installed: readonly InstalledPlugin[]): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const kernel = toInputJsonSchema(KernelKeys).root;
  const variables = new Map<string, string>(
    Object.entries(KERNEL_VARIABLES).map(([name, key]) => [key, name]),
  );
  const properties = Object.entries(kernel.properties ?? {}).map(([key, schema]) => [
    key,
    key === "plugins"
      ? { ...schema, ...pluginsSchema(installed, definitions) }
      : withText(schema, fromEnv([variables.get(key)])),
  ]);
  return {
    $schema: JSON_SCHEMA_DIALECT,
    title: "Waymark configuration",
    ...kernel,
    properties: Object.fromEntries(properties),
    ...(definitions.size === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  };
}

const SWITCH: JsonSchema = { type: "boolean", description: "Whether the plugin is on." };
/** The kernel's own key among a plugin's options. */
const OPTIONAL: Readonly<Record<string, JsonSchema>> = {
  [OPTIONAL_KEY]: {
    type: "boolean",
    description: "Whether the service may run without the plugin.",
  },
};

/** By id, or by what the config names a plugin by; any other key is the package name or the path of one more plugin. */
function pluginsSchema(
  installed: readonly InstalledPlugin[],
  definitions: Map<string, JsonSchema>,
): JsonSchema {
  const setsIt = variablesOf(installed);
  const properties = installed.map(({ plugin, source }) => [
    configKey({ plugin, source }),
    {
      description: [plugin.summary, ...fromEnv([`WAYMARK_${toVariable(plugin.id)}`])].join(" "),
      ...(source === "preset" ? { default: true } : {}),
      anyOf: [SWITCH, optionsSchema(plugin, setsIt, definitions)],
    },
  ]);
  return {
    properties: Object.fromEntries(properties),
    additionalProperties: {
      description: "A plugin by the name of its package, or by its path from the config file.",
      anyOf: [SWITCH, { type: "object", description: "Its options.", properties: OPTIONAL }],
    },
  };
}

function optionsSchema(
  { id, options, env }: Plugin,
  setsIt: SetsIt,
  definitions: Map<string, JsonSchema>,
): JsonSchema {
  if (options === undefined) {
    const description = "It has no options.";
    return { type: "object", description, properties: OPTIONAL, additionalProperties: false };
  }
  const converted = toInputJsonSchema(options);
  const { required: _, ...root } = new Closing(id, converted.definitions, definitions).close(
    converted.root,
    "closed",
  );
  if (root.properties === undefined) return root;
  const properties = Object.entries(root.properties).map(([option, schema]) => {
    const names = [env?.[option], setsIt(id, option) ? variableOf(id, option) : undefined];
    return [option, withText(schema, fromEnv(names))];
  });
  return { ...root, properties: { ...Object.fromEntries(properties), ...OPTIONAL } };
}

function variableOf(plugin: string, option: string): string {
  return `WAYMARK_${toVariable(plugin)}_${toVariable(option)}`;
}

/** Whether an option's long variable sets it: one of a short id may belong to a longer id. */
type SetsIt = (plugin: string, option: string) => boolean;

function variablesOf(installed: readonly InstalledPlugin[]): SetsIt {
  const plugins = installed.map(({ plugin }) => plugin);
  const names = plugins.flatMap(({ id, options }) =>
    options === undefined
      ? []
      : Object.keys(toInputJsonSchema(options).root.properties ?? {}).map((option) =>
          variableOf(id, option),
        ),
  );
  const { byPlugin } = pluginEnv(Object.fromEntries(names.map((name) => [name, "set"])), plugins);
  return (plugin, option) => byPlugin.get(plugin)?.origins[option] === variableOf(plugin, option);
}

/** A sentence about the variables that set a key, if there are any. */
function fromEnv(names: readonly (string | undefined)[]): string[] {
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? [] : [`Environment: ${known.join(" or ")}.`];
}

function withText(schema: JsonSchema, more: readonly string[]): JsonSchema {
  const description = [schema.description ?? [], more].flat().map(sentence).join(" ");
  return description === "" ? schema : { ...schema, description };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
