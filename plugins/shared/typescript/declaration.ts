/**
 * A JSON Schema as a TypeScript declaration, made by `json-schema-to-typescript`, which reads drafts 4 to 7. A type
 * may be wider than its schema (TypeScript has no patterns or bounds), never narrower. So that this holds for 2020-12,
 * the library gets a copy of the schema with these preparations:
 *
 * - Only keywords that TypeScript can express are copied. The library would name types by `title` and `$id`, guess a type
 *   from `default`, and write out `minItems` and `maxItems` as unions of tuples.
 * - `$ref` becomes the name of a type that is declared elsewhere. The library would copy a reference that has a
 *   description (or anything else) beside it, and resolves references by files and addresses.
 * - What has no keyword left (a bare description, a format) is `unknown`, and `not: {}` is `never`; the library takes
 *   both for objects.
 * - `prefixItems` becomes the tuple of draft 4: `items` as a list, and `additionalItems`.
 * - `patternProperties` become `additionalProperties`. Unless an object closes itself, it has other members of any type
 *   when it names none or has patterns; the library takes the one for any object (a list too), the other for closed. A
 *   closed object that names no members has none, instead of any.
 * - Names that are only `required` become properties.
 * - Values that are objects or lists are written out, since the library reads a `$ref` in them.
 * - `format`, `readOnly` and `writeOnly` become lines of the description.
 */
import type { JSONSchema } from "json-schema-to-typescript";
import type { JsonSchema } from "waymark";
import { refName } from "waymark/advanced";

/** Returns the identifier of the definition that a `$ref` names. */
type IdentifierOf = (name: string) => string;

const UNKNOWN: JSONSchema = { tsType: "unknown" };
const NEVER: JSONSchema = { tsType: "never" };

/** Returns the exported declaration. The library changes identifiers that {@link toIdentifier} did not make. */
export async function declareType(
  identifier: string,
  schema: JsonSchema,
  identifierOf: IdentifierOf,
): Promise<string> {
  const { formatted } = await import("./formatter.ts"); // the server starts without the thread
  return formatted({ identifier, schema: prepare(schema, identifierOf) });
}

/** Returns a schema's public name in the only spelling that the library leaves as it is: `geo.point` is `GeoPoint`. */
export function toIdentifier(name: string): string {
  const text = name.replaceAll(/(?:^|[^A-Za-z0-9]+|(?<=\d))([A-Za-z]?)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return /^[A-Z]/.test(text) ? text : `Type${text}`;
}

function prepare(schema: JsonSchema, identifierOf: IdentifierOf): JSONSchema {
  const { $ref, description, format, deprecated, readOnly, writeOnly, not } = schema;
  const lines = [
    ...(description === undefined ? [] : [description.trim()]),
    ...(format === undefined ? [] : [`Format: ${format}.`]),
    ...(readOnly === true ? ["Answers have it; requests do not set it."] : []),
    ...(writeOnly === true ? ["Requests set it; answers do not have it."] : []),
  ];
  const comment = {
    ...(lines.length === 0 ? {} : { description: lines.join("\n") }),
    ...(deprecated === true ? { deprecated } : {}),
  };
  if (not !== undefined && Object.keys(not).length === 0) return { ...comment, ...NEVER };
  const type = prepareType(schema, (child) => prepare(child, identifierOf));
  if ($ref === undefined)
    return { ...comment, ...(Object.keys(type).length === 0 ? UNKNOWN : type) };
  const reference = { tsType: identifierOf(refName($ref)) };
  if (Object.keys(type).length === 0) return { ...comment, ...reference };
  return { ...comment, allOf: [reference, type] };
}

type Prepare = (schema: JsonSchema) => JSONSchema;

/** Returns the part of the schema that TypeScript can express; empty if there is none. */
function prepareType(schema: JsonSchema, prepareChild: Prepare): JSONSchema {
  const { const: only, enum: values = only === undefined ? undefined : [only] } = schema;
  if (values?.some((value) => typeof value === "object" && value !== null) === true)
    return { tsType: values.map((value) => JSON.stringify(value)).join(" | ") };
  const { type, allOf, anyOf, oneOf } = schema;
  return {
    ...(type === undefined ? {} : { type: typeof type === "string" ? type : [...type] }),
    ...(values === undefined ? {} : { enum: [...values] as JSONSchema["enum"] }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(prepareChild) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(prepareChild) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(prepareChild) }),
    ...prepareMembers(schema, prepareChild),
    ...prepareItems(schema, prepareChild),
  };
}

function prepareMembers(schema: JsonSchema, prepareChild: Prepare): JSONSchema {
  const { type = [], properties, patternProperties = {}, required = [] } = schema;
  const patterns = Object.values(patternProperties);
  const isObject = properties !== undefined || [type].flat().includes("object");
  if (!isObject && patterns.length === 0) return {};
  const named = { ...Object.fromEntries(required.map((name) => [name, {}])), ...properties };
  const names = Object.keys(named);
  const { additionalProperties = names.length === 0 || patterns.length > 0 } = schema;
  const others =
    typeof additionalProperties === "object" ? [...patterns, additionalProperties] : patterns;
  const closed = names.length === 0 ? NEVER : false;
  const limited = others.length === 0 ? closed : { anyOf: others.map(prepareChild) };
  return {
    properties: Object.fromEntries(
      Object.entries(named).map(([name, child]) => [name, prepareChild(child)]),
    ),
    required: [...required],
    additionalProperties: additionalProperties === true ? UNKNOWN : limited,
  };
}

function prepareItems(schema: JsonSchema, prepareChild: Prepare): JSONSchema {
  const { items, prefixItems, minItems = 0 } = schema;
  if (prefixItems === undefined && items === undefined) return {};
  const item = typeof items === "object" ? prepareChild(items) : items === false ? NEVER : UNKNOWN;
  if (prefixItems === undefined) return { items: item };
  const more = items === false ? false : item;
  return { items: prefixItems.map(prepareChild), additionalItems: more, minItems };
}
