/** Types of JSON Schema as GraphQL distinguishes them. */
import type { Json, JsonSchema } from "waymark";

const INT32 = 2 ** 31;
/** GraphQL scalars that hold every value of a JSON type, by JSON type. */
export const SCALARS: Readonly<Record<string, string>> = {
  string: "String",
  boolean: "Boolean",
  integer: "Float",
  number: "Float",
};

function valuesOf({ const: fixed, enum: values }: JsonSchema): readonly Json[] {
  return values ?? (fixed === undefined ? [] : [fixed]);
}

export function typesOf(node: JsonSchema): readonly string[] {
  if (node.type !== undefined) return [node.type].flat();
  const types = valuesOf(node).map((value) => {
    if (value === null) return "null";
    return Array.isArray(value) ? "array" : typeof value;
  });
  return [...new Set(types)];
}

export function isObject({ type, properties, allOf }: JsonSchema): boolean {
  return (type ?? "object") === "object" && (properties !== undefined || allOf !== undefined);
}

export function isInt32(node: JsonSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  const listed = valuesOf(node);
  const fits = (value: unknown) => typeof value === "number" && value >= -INT32 && value < INT32;
  if (listed.length > 0) return listed.every(fits);
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  return fits(low) && fits(high);
}
