/**
 * JSON Schema 2020-12 → the Schema Object of OpenAPI 3.0.4 (section 4.7.24; a subset of JSON Schema Wright-00).
 *
 * What 3.0 has no words for is left out, so the result accepts at least what the source accepts. Where accepting more
 * in one place would mean accepting less overall (under `not`, in `oneOf`), the surrounding keyword is loosened too.
 * zod's own `openapi-3.0` target is not used: it emits invalid and wrong schemas (standards.md section 17).
 */
import { spellKeys } from "../json-schema.ts";
import { SchemaError } from "../json-schema.ts";
import type { Json, JsonSchema } from "../json-schema.ts";

type Type30 = "boolean" | "integer" | "number" | "string" | "array" | "object";

/** A Schema Object of OpenAPI 3.0, or a Reference Object (`$ref` alone). */
export type JsonSchema30 = {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: Type30;
  /** Counts only beside `type` (4.7.24.1); an `enum` must then list null itself. */
  readonly nullable?: boolean;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly example?: Json;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, JsonSchema30>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema30 | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema30;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly allOf?: readonly JsonSchema30[];
  readonly anyOf?: readonly JsonSchema30[];
  readonly oneOf?: readonly JsonSchema30[];
  readonly not?: JsonSchema30;
  readonly [extension: `x-${string}`]: unknown;
};

type Draft = { -readonly [K in keyof JsonSchema30]: JsonSchema30[K] };
interface Context {
  readonly rewriteRef: (ref: string) => string;
  /** Set once something was loosened, so that `not` and `oneOf` know. */
  loosened: boolean;
}

/**
 * The schema in OpenAPI 3.0's dialect. `rewriteRef` gets each `$ref`; by default `#/$defs/Name` becomes
 * `#/components/schemas/Name`, other references to components and absolute URLs stay, and the rest throws.
 * Throws {@link SchemaError} for a `type` that JSON Schema does not know and for references that cannot be kept.
 */
export function toOpenApi30(
  schema: JsonSchema,
  rewriteRef: (ref: string) => string = toComponentRef,
): JsonSchema30 {
  return down(schema, { rewriteRef, loosened: false });
}

/** The default reference rewriting: `#/$defs/Name` → `#/components/schemas/Name`. */
export function toComponentRef(ref: string): string {
  if (ref.startsWith("#/$defs/") && !ref.includes("/", 8))
    return `#/components/schemas/${ref.slice(8)}`;
  if (ref.startsWith("#/components/schemas/") || /^https?:\/\//.test(ref)) return ref;
  throw new SchemaError(
    `OpenAPI 3.0 cannot hold the reference ${JSON.stringify(ref)}`,
    "refer to a named definition, #/$defs/Name",
  );
}

/** Keywords of the same name and meaning in both dialects. */
const SAME = [
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "format",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minProperties",
  "maxProperties",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const satisfies readonly (keyof JsonSchema & keyof JsonSchema30)[];

/** Assertions without any equivalent. Annotations that 3.0 lacks (`$comment`, `contentMediaType`) are no loss. */
const LOST = [
  "if",
  "dependentRequired",
  "dependentSchemas",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
  "propertyNames",
  "patternProperties",
  "prefixItems",
];

/** 3.0 has no type null; this accepts null and nothing else. */
const NULL_ONLY: JsonSchema30 = { type: "string", nullable: true, enum: [null] };

function down(schema: JsonSchema, context: Context): JsonSchema30 {
  const merged = mergeNull(spellKeys(schema));
  if (LOST.some((keyword) => Object.hasOwn(merged, keyword))) context.loosened = true;

  const draft: Draft = {};
  for (const keyword of SAME)
    if (merged[keyword] !== undefined) Object.assign(draft, { [keyword]: merged[keyword] });
  for (const [keyword, value] of Object.entries(merged))
    if (isExtension(keyword)) draft[keyword] = value;
  if (merged.examples?.[0] !== undefined) draft.example = merged.examples[0];
  typeAndValues(merged, draft);
  bounds(merged, draft);
  strings(merged, draft, context);
  objects(merged, draft, context);
  arrays(merged, draft, context);
  combinations(merged, draft, context);
  return draft;
}

const isExtension = (keyword: string): keyword is `x-${string}` => keyword.startsWith("x-");

/**
 * `anyOf: [X, null]` becomes X with null added to its type, where X is a plain typed schema and nothing but annotations
 * stands beside; otherwise the null branch stays one. An `allOf` of a reference beside `nullable` would refuse null.
 */
function mergeNull(schema: JsonSchema): JsonSchema {
  const keyword = schema.anyOf === undefined ? "oneOf" : "anyOf";
  const { [keyword]: branches, ...beside } = schema;
  const [first, second, ...others] = branches ?? [];
  if (first === undefined || second === undefined || others.length > 0) return schema;
  const [inner, other] = first.type === "null" ? [second, first] : [first, second];
  if (other.type !== "null" || typeof inner.type !== "string" || inner.type === "null")
    return schema;
  if (
    inner.allOf !== undefined ||
    inner.anyOf !== undefined ||
    inner.oneOf !== undefined ||
    inner.not !== undefined
  )
    return schema;
  if (inner.if !== undefined || inner.$ref !== undefined) return schema;
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

const TYPES = new Set<string>(["boolean", "integer", "number", "string", "array", "object"]);
const isType30 = (type: string): type is Type30 => TYPES.has(type);

/** `type`, `nullable` and `enum`. Untyped schemas accept null by themselves, so `nullable` is only ever set beside a type. */
function typeAndValues(schema: JsonSchema, draft: Draft): void {
  const given =
    schema.type === undefined ? [] : typeof schema.type === "string" ? [schema.type] : schema.type;
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
    // Keywords of one type say nothing about the others, so they may stay outside.
    draft.anyOf = [inferred, ...others].map((type) => ({
      type,
      ...(type === "array" ? { items: {} } : {}),
    }));
    if (takesNull) draft.anyOf = [...draft.anyOf, NULL_ONLY];
  }
}

/** What `enum` and `const` allow; both together allow what each allows. */
function allowedValues(schema: JsonSchema): readonly Json[] | undefined {
  const { const: fixed, enum: values } = schema;
  if (fixed === undefined) return values;
  return values === undefined || values.some((value) => same(value, fixed)) ? [fixed] : [];
}

function typesOfValues(values: readonly Json[]): Type30[] {
  const types = new Set<Type30>();
  for (const value of values) {
    if (value === null) continue;
    if (Array.isArray(value)) types.add("array");
    else if (typeof value === "number") types.add("number");
    else
      types.add(
        typeof value === "boolean" ? "boolean" : typeof value === "string" ? "string" : "object",
      );
  }
  // Null alone: any type will do, see NULL_ONLY.
  return types.size === 0 && values.length > 0 ? ["string"] : [...types];
}

/** Draft 4 style: the bound in `minimum`, its strictness beside it as a boolean. The tighter of two bounds wins. */
function bounds(schema: JsonSchema, draft: Draft): void {
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

function strings(schema: JsonSchema, draft: Draft, context: Context): void {
  if (schema.pattern !== undefined) {
    if (readByEs5(schema.pattern)) draft.pattern = schema.pattern;
    else context.loosened = true;
  }
  if (schema.contentEncoding === "base64" && draft.format === undefined) draft.format = "byte";
}

/**
 * 3.0's patterns are ECMA-262 5.1. There `\p{L}` and `\u{1F600}` are letters with a count, read without complaint and
 * wrong; look-behind and named groups do not parse. Such a pattern is left out.
 */
function readByEs5(pattern: string): boolean {
  const unescaped = pattern.replaceAll(/\\[^pPuk]/g, ""); // `\(?` is no group
  if (/\\p\{|\\P\{|\\u\{|\\k<|\(\?(?![:=!])/.test(unescaped)) return false;
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function objects(schema: JsonSchema, draft: Draft, context: Context): void {
  const { properties, patternProperties, required, additionalProperties } = schema;
  if (properties !== undefined)
    draft.properties = mapValues(properties, (property) => down(property, context));
  if (required !== undefined && required.length > 0) draft.required = [...new Set(required)];
  if (additionalProperties === undefined) return;
  const beyond =
    typeof additionalProperties === "boolean"
      ? additionalProperties
      : down(additionalProperties, context);
  const patterned = Object.values(patternProperties ?? {}).map((property) =>
    down(property, context),
  );
  if (patterned.length === 0) draft.additionalProperties = beyond;
  // Any other key may now have the value of any pattern's keys.
  else if (beyond !== true)
    draft.additionalProperties = anyOf([...(beyond === false ? [] : [beyond]), ...patterned]);
}

function arrays(schema: JsonSchema, draft: Draft, context: Context): void {
  const { items, prefixItems } = schema;
  if (items === undefined && prefixItems === undefined) {
    if (draft.type === "array") draft.items = {}; // required by 3.0
    return;
  }
  const prefix = (prefixItems ?? []).map((item) => down(item, context));
  const rest =
    items === undefined || items === true ? {} : items === false ? undefined : down(items, context);
  draft.items = anyOf(rest === undefined ? prefix : [...prefix, rest]);
  if (rest === undefined) draft.maxItems = Math.min(draft.maxItems ?? Infinity, prefix.length);
}

function combinations(schema: JsonSchema, draft: Draft, context: Context): void {
  const all = (schema.allOf ?? []).map((member) => down(member, context));
  // Nothing may stand beside a $ref in 3.0: readers ignore it.
  if (schema.$ref !== undefined) all.unshift({ $ref: context.rewriteRef(schema.$ref) });
  const any = schema.anyOf?.map((member) => down(member, context));

  const inOne: Context = { ...context, loosened: false };
  const one = schema.oneOf?.map((member) => down(member, inOne));
  const inNot: Context = { ...context, loosened: false };
  const not = schema.not === undefined ? undefined : down(schema.not, inNot);
  if (inOne.loosened || inNot.loosened) context.loosened = true;

  for (const [keyword, branches] of [
    ["anyOf", any],
    [inOne.loosened ? "anyOf" : "oneOf", one],
  ] as const) {
    if (branches === undefined) continue;
    if (draft[keyword] === undefined) draft[keyword] = branches;
    else all.push({ [keyword]: branches });
  }
  if (not !== undefined && !inNot.loosened) {
    if (draft.not === undefined) draft.not = not;
    else all.push({ not });
  }
  const [only] = all;
  if (all.length === 1 && only?.$ref !== undefined && Object.keys(draft).length === 0)
    draft.$ref = only.$ref;
  else if (all.length > 0) draft.allOf = all;
}

/** One schema for several alternatives, each named once; any alternative that accepts everything swallows the rest. */
function anyOf(alternatives: readonly JsonSchema30[]): JsonSchema30 {
  const distinct = alternatives.filter(
    (one, index) => alternatives.findIndex((other) => same(one, other)) === index,
  );
  const [first] = distinct;
  if (first === undefined || distinct.some((one) => Object.keys(one).length === 0)) return {};
  return distinct.length === 1 ? first : { anyOf: distinct };
}

/** Equal as JSON text; key order counts, which at worst keeps a duplicate. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
