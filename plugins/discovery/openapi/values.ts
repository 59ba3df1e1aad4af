/** Types, values, null and bounds of one schema, as OpenAPI 3.0 spells them. */
import type { Json, JsonSchema } from "waymark";
import { SchemaError, typeOfValue } from "waymark/advanced";
import type { JsonSchema30, Type30 } from "./types.ts";

/** A schema in the making. */
export type Draft = { -readonly [K in keyof JsonSchema30]: JsonSchema30[K] };

/** 3.0 has no type null; this accepts null and nothing else. */
const NULL_ONLY: JsonSchema30 = { type: "string", nullable: true, enum: [null] };

/**
 * `anyOf: [X, null]` becomes X with null added to its type, where X is a plain typed schema and nothing but annotations
 * stands beside; otherwise the null branch stays one. An `allOf` of a reference beside `nullable` would refuse null.
 */
export function mergeNull(schema: JsonSchema): JsonSchema {
  const keyword = schema.anyOf === undefined ? "oneOf" : "anyOf";
  const { [keyword]: branches, ...beside } = schema;
  const [first, second, ...others] = branches ?? [];
  if (first === undefined || second === undefined || others.length > 0) return schema;
  const [inner, other] = first.type === "null" ? [second, first] : [first, second];
  if (other.type !== "null" || typeof inner.type !== "string" || inner.type === "null")
    return schema;
  if (COMBINING.some((key) => inner[key] !== undefined)) return schema;
  if (!Object.keys(beside).every((key) => ANNOTATIONS.has(key) || isExtension(key))) return schema;
  const { const: _, ...rest } = inner;
  const allowed = allowedValues(inner)?.filter((value) => value !== null); // which its type refused so far
  return {
    ...rest,
    ...beside,
    type: [inner.type, "null"],
    ...(allowed === undefined ? {} : { enum: [...allowed, null] }),
  };
}

const COMBINING = ["allOf", "anyOf", "oneOf", "not", "if", "$ref"] as const;
const ANNOTATIONS = new Set([
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$schema",
  "$id",
  "$defs",
]);

export const isExtension = (keyword: string): keyword is `x-${string}` => keyword.startsWith("x-");

const TYPES = new Set<string>(["boolean", "integer", "number", "string", "array", "object"]);
const isType30 = (type: string): type is Type30 => TYPES.has(type);

/** `type`, `nullable` and `enum`. Untyped schemas accept null by themselves, so `nullable` is only ever set beside a type. */
export function typeAndValues(schema: JsonSchema, draft: Draft): void {
  const given = schema.type === undefined ? [] : [schema.type].flat();
  const types: Type30[] = [];
  for (const type of given) {
    if (isType30(type)) types.push(type);
    else if (type !== "null")
      throw new SchemaError(
        `the JSON Schema type ${JSON.stringify(type)}`,
        `use one of ${[...TYPES, "null"].join(", ")}`,
      );
  }
  const typeTakesNull = given.length === 0 || given.some((type) => type === "null");
  const values = allowedValues(schema)?.filter((value) => value !== null || typeTakesNull);
  if (given.length > 0 && types.length === 0) {
    Object.assign(draft, values?.includes(null) === false ? { not: {} } : NULL_ONLY);
    return;
  }
  const [inferred, ...others] =
    types.length > 0 || values === undefined ? types : typesOfValues(values);
  const nullable =
    given.some((type) => type === "null") ||
    (given.length === 0 && (values?.includes(null) ?? false));
  if (values !== undefined) {
    if (values.length === 0) draft.not = {}; // 3.0 wants at least one value
    else draft.enum = [...values];
  }
  if (inferred === undefined) return;
  const takesNull = nullable && (values === undefined || values.includes(null));
  if (others.length === 0) {
    draft.type = inferred;
    if (takesNull) draft.nullable = true;
  } else if (types.length > 0) {
    // Keywords of one type do not apply to the others, so they may stay outside.
    draft.anyOf = [inferred, ...others].map((type) => ({
      type,
      ...(type === "array" ? { items: {} } : {}),
    }));
    if (takesNull) draft.anyOf = [...draft.anyOf, NULL_ONLY];
  }
}

/** Returns the values that `enum` and `const` allow; both together allow only common values. */
function allowedValues(schema: JsonSchema): readonly Json[] | undefined {
  const { const: fixed, enum: values } = schema;
  if (fixed === undefined) return values;
  return values === undefined || values.some((value) => same(value, fixed)) ? [fixed] : [];
}

function typesOfValues(values: readonly Json[]): Type30[] {
  const types = new Set<Type30>();
  for (const value of values) {
    const type = typeOfValue(value);
    if (type !== "null") types.add(type === "integer" ? "number" : type);
  }
  // Null alone: any type will do, see NULL_ONLY.
  return types.size === 0 && values.length > 0 ? ["string"] : [...types];
}

/** Draft 4 style: the bound in `minimum`, its strictness beside it as a boolean. The tighter of two bounds wins. */
export function bounds(schema: JsonSchema, draft: Draft): void {
  const {
    minimum = -Infinity,
    exclusiveMinimum: above,
    maximum = Infinity,
    exclusiveMaximum: below,
  } = schema;
  if (above !== undefined && above >= minimum)
    Object.assign(draft, { minimum: above, exclusiveMinimum: true });
  if (below !== undefined && below <= maximum)
    Object.assign(draft, { maximum: below, exclusiveMaximum: true });
}

/**
 * 3.0's patterns are ECMA-262 5.1. There `\p{L}` and `\u{1F600}` are letters with a count, read without complaint and
 * wrong; look-behind and named groups do not parse. Such a pattern is left out.
 */
export function readByEs5(pattern: string): boolean {
  const unescaped = pattern.replaceAll(/\\[^pPuk]/g, ""); // `\(?` is not a group
  if (/\\p\{|\\P\{|\\u\{|\\k<|\(\?(?![:=!])/.test(unescaped)) return false;
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Checks that values are equal as JSON text; key order counts, which at worst keeps a duplicate. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
