/** Names and descriptions as GraphQL spells them. */
import type { Json, Registry, Schema } from "waymark";
import { publicName, type Converted } from "waymark/advanced";

/** Valid names (October 2021, section 2.1.9); names with two underscores are the language's own. */
const NAME = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/;
/** Names that enum values cannot have (section 2.9.6). */
const NO_ENUM_VALUES = new Set(["true", "false", "null"]);

/** Checks that a value can be a value of a GraphQL enum. */
export function isEnumValue(value: Json): boolean {
  return typeof value === "string" && NAME.test(value) && !NO_ENUM_VALUES.has(value);
}

/** Checks that a name can stand in a GraphQL schema. */
export function isGraphqlName(name: string): boolean {
  return NAME.test(name);
}

/** Returns `due-date` as `due_date`. */
export function toFieldName(source: string): string {
  if (NAME.test(source)) return source;
  const name = source.replace(/[^A-Za-z0-9_]/g, "_").replace(/^_+/, "_");
  return NAME.test(name) ? name : `_${name}`;
}

/** Returns `error-catalog` as `ErrorCatalog`. */
export function toTypeName(text: string): string {
  const name = text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return NAME.test(name) ? name : `T${name}`;
}

/** Returns a description in front of what it describes. JSON's escapes are GraphQL's (section 2.9.4). */
export function describe(text: string | undefined, indent = ""): string {
  return text === undefined ? "" : `${indent}${JSON.stringify(text)}\n`;
}

/** Returns the name that a schema has as a published type, or by itself. */
export function schemaName(
  registry: Registry,
  schema: Schema,
  { id }: Converted,
): string | undefined {
  return publicName(registry, schema) ?? id;
}
