/** The JSON Schema of the installed configuration, for editors: the kernel's keys, and every installed plugin's options. */
import { JSON_SCHEMA_DIALECT } from "../../registry/derive/json-schemas.ts";
import { mapSubschemas, type JsonSchema } from "../../registry/schema/json-schema.ts";
import { configKey } from "../../registry/contract/config-key.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { InstalledPlugin } from "../../registry/contract/installed.ts";
import { toInputJsonSchema, type Converted } from "../../registry/schema/convert.ts";
import { KernelKeys } from "../define/kernel-keys.ts";
import { isSecret } from "./describe-schema.ts";
import { envTargets, kernelVariables, switchOf, variablesOf, type EnvTargets } from "./env.ts";
import { OPTIONAL_KEY } from "./setting.ts";

/**
 * A config that boot refuses for its shape does not fit; one that fits may still be refused for reasons that a schema
 * cannot express. Nothing is required, because the environment may bring it.
 */
export function configSchema(installed: readonly InstalledPlugin[]): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const kernel = toInputJsonSchema(KernelKeys).root;
  const properties = Object.entries(kernel.properties ?? {}).map(([key, schema]) => [
    key,
    key === "plugins"
      ? { ...schema, ...pluginsSchema(installed, definitions) }
      : withVariables(schema, kernelVariables(key)),
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
  const targets = envTargets(installed.map(({ plugin }) => plugin));
  const properties = installed.map(({ plugin, source }) => [
    configKey({ plugin, source }),
    {
      description: `${plugin.summary} Environment: ${switchOf(plugin.id)}.`,
      ...(source === "preset" ? { default: true } : {}),
      anyOf: [SWITCH, optionsSchema(plugin, targets, definitions)],
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
  { id, options }: Plugin,
  targets: EnvTargets,
  pool: Map<string, JsonSchema>,
): JsonSchema {
  if (options === undefined) {
    const description = "It has no options.";
    return { type: "object", description, properties: OPTIONAL, additionalProperties: false };
  }
  const { required: _, ...root } = publish(id, toInputJsonSchema(options), pool);
  if (root.properties === undefined) return root;
  const properties = Object.entries(root.properties).map(([option, schema]) => [
    option,
    withVariables(schema, variablesOf(targets, id, option)),
  ]);
  return { ...root, properties: { ...Object.fromEntries(properties), ...OPTIONAL } };
}

/** Moves the definitions into the pool under the plugin's name, and drops the defaults and examples of secrets. */
function publish(
  owner: string,
  { root, definitions }: Converted,
  pool: Map<string, JsonSchema>,
): JsonSchema {
  const rewrite = (node: JsonSchema): JsonSchema => {
    const { default: preset, examples, ...rest } = mapSubschemas(node, rewrite);
    return {
      ...rest,
      ...(rest.$ref === undefined ? {} : { $ref: rest.$ref.replace("#/$defs/", `$&${owner}.`) }),
      ...(preset === undefined || isSecret({ node, definitions }) ? {} : { default: preset }),
      ...(examples === undefined || isSecret({ node, definitions }) ? {} : { examples }),
    };
  };
  for (const [name, definition] of Object.entries(definitions))
    pool.set(`${owner}.${name}`, rewrite(definition));
  return rewrite(root);
}

/** Adds a sentence about the variables that set a key, if there are any. */
function withVariables(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const texts = [
    ...[schema.description ?? []].flat(),
    ...(names.length === 0 ? [] : [`Environment: ${names.join(" or ")}`]),
  ];
  if (texts.length === 0) return schema;
  const sentences = texts.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  return { ...schema, description: sentences.join(" ") };
}
