/** References between schemas (JSON Schema 2020-12, section 8.2.3), which are JSON Pointers (RFC 6901). */
import { SchemaError, type JsonSchema } from "./json-schema.ts";

/** Schemas by the names that references have for them. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** Returns a reference to a name in a place: `refTo("#/$defs", "a/b")` is `#/$defs/a~1b`. */
export function refTo(place: string, name: string): string {
  return `${place}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns the name that a reference leads to, wherever it is; `#` for the root. */
export function refName(ref: string): string {
  return unescape(ref.slice(ref.lastIndexOf("/") + 1));
}

/** Returns the name of a definition of the same schema; `#` for the root. */
export function definitionName(ref: string): string {
  if (ref === "#") return ref;
  if (ref.startsWith("#/$defs/")) return unescape(ref.slice(8));
  throw new SchemaError(
    `a reference to ${JSON.stringify(ref)}`,
    "refer to definitions of the same schema only",
  );
}

function unescape(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns the definition of a name. Throws a {@link SchemaError} if there is none. */
export function lookup(definitions: Definitions, name: string): JsonSchema {
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (found !== undefined) return found;
  throw new SchemaError(
    `a reference to ${JSON.stringify(name)}, which is not defined`,
    "define it, or drop the reference",
  );
}

/** Returns the node with the schema it refers to written out; keywords beside the `$ref` win. */
export function flatten(node: JsonSchema, definitions: Definitions): JsonSchema {
  let flat = node;
  const seen = new Set<string>();
  while (flat.$ref !== undefined) {
    const { $ref, $defs: _, ...beside } = flat;
    if (seen.has($ref))
      throw new SchemaError(
        `a schema that is nothing but a reference to itself, ${$ref}`,
        "define it",
      );
    seen.add($ref);
    flat = { ...lookup(definitions, definitionName($ref)), ...beside };
  }
  return flat;
}

/**
 * Spells an object whose keys are an enum (zod: `z.record(z.enum([…]), …)`) as a closed object with these keys:
 * OpenAPI 3.0 has no `propertyNames`, and strict validators want required keys to be among the properties.
 * A reference to the enum is followed if the definitions are known.
 */
export function expandRecordKeys(node: JsonSchema, definitions?: Definitions): JsonSchema {
  const { propertyNames, additionalProperties = {}, properties = {}, ...rest } = node;
  if (propertyNames === undefined || node.patternProperties !== undefined) return node;
  const keys = definitions === undefined ? propertyNames : flatten(propertyNames, definitions);
  const {
    enum: listed,
    const: fixed,
    type = "string",
    title: _,
    description: __,
    ...others
  } = keys;
  const names = listed ?? (fixed === undefined ? undefined : [fixed]);
  const alone =
    type === "string" &&
    Object.keys(others).length === 0 &&
    (listed === undefined || fixed === undefined);
  if (names === undefined || !alone) return node; // further limits would be lost
  const spelled: [string, JsonSchema][] = [];
  for (const name of names) {
    if (typeof name !== "string") continue; // a property name is a string
    if (Object.hasOwn(properties, name)) spelled.push([name, properties[name] ?? {}]);
    else if (additionalProperties !== false)
      spelled.push([name, additionalProperties === true ? {} : additionalProperties]);
  }
  return { ...rest, properties: Object.fromEntries(spelled), additionalProperties: false };
}
