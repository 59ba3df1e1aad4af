/** Findings about options that do nothing: keys that a plugin would not refuse, and keys that stand in another place. */
import type { Finding } from "../../../registry/contract/finding/finding.ts";
import type { Plugin } from "../../../registry/contract/plugin/plugin.ts";
import type { InstalledPlugin } from "../../../registry/contract/plugin/installed.ts";
import { mapSubschemas, type JsonSchema } from "../../../registry/schema/json-schema.ts";
import { keysOf, toNodeIfPossible, type SchemaNode } from "../../../registry/schema/describe.ts";
import type { NamedPlugin } from "./plugin-settings.ts";
import { configPath } from "./setting.ts";
import { configKey } from "../../../registry/contract/plugin/installed.ts";

/** Returns a finding if some object among the options lets unknown keys pass without saying so (zod: `z.looseObject`). */
export function checkClosed(entry: InstalledPlugin): Finding | undefined {
  const { options, id } = entry.plugin;
  const schema = options && entry.enabled ? toNodeIfPossible(options) : undefined;
  const open = schema && findOpenObject(schema);
  if (open === undefined) return undefined;
  return {
    code: "OPTIONS_OPEN",
    plugin: id,
    where: `${configPath(configKey(entry))}, options`,
    message: `the schema of ${open} ignores unknown keys, so a misspelt option would do nothing`,
    hint: "write z.strictObject({ … }), or z.looseObject({ … }) when any key is allowed",
  };
}

function findOpenObject({ node: root, definitions }: SchemaNode): string | undefined {
  let open: string | undefined;
  const look = (node: JsonSchema, path: string): void => {
    if (node.properties !== undefined && node.additionalProperties === undefined) open ??= path;
    mapSubschemas(node, (child, keyword, key) => {
      // The members of an intersection each know only a part of the keys.
      if (keyword !== "allOf" && keyword !== "not")
        look(child, keyword === "properties" ? `${path}.${key}` : path);
      return child;
    });
  };
  look(root, "options");
  for (const [name, definition] of Object.entries(definitions)) look(definition, name);
  return open;
}

/**
 * Adds to findings about unknown keys of the config where they belong: a plugin of that name, or the plugins that have an
 * option of that name.
 */
export function placeOptions(
  findings: readonly Finding[],
  { installed, offered }: { installed: readonly NamedPlugin[]; offered: readonly Plugin[] },
): readonly Finding[] {
  return findings.map((finding) => {
    const key = finding.where?.split(" ", 1)[0] ?? "";
    if (finding.code !== "CONFIG_KEY_UNKNOWN") return finding;
    if (offered.some(({ id }) => id === key))
      return { ...finding, hint: `it is a plugin; write plugins: { ${key}: … }` };
    const owners = installed.filter(({ plugin: { options } }) =>
      keysOf(options && toNodeIfPossible(options)).includes(key),
    );
    const [first] = owners.map(configKey);
    if (first === undefined) return finding;
    const paths = owners.map((owner) => `${configPath(configKey(owner))}.${key}`);
    const hint = `it is an option of a plugin, ${paths.join(" or ")}; write plugins: { ${first}: { ${key}: … } }`;
    return { ...finding, hint };
  });
}
