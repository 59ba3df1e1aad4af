/**
 * JSON Schema 2020-12 → the Schema Object of OpenAPI 3.0.4 (section 4.7.24; a subset of JSON Schema Wright-00).
 *
 * Keywords that 3.0 lacks are left out, so the result accepts at least what the source accepts. Where accepting more
 * in one place would mean accepting less overall (under `not`, in `oneOf`), the surrounding keyword is loosened too.
 * zod's own `openapi-3.0` target is not used: it emits invalid and wrong schemas (standards.md section 17).
 */
import type { JsonSchema } from "waymark";
import { deepFreeze, expandRecordKeys, refName, refTo, SchemaError } from "waymark/advanced";
import { SAME, type JsonSchema30 } from "./types.ts";
import {
  bounds,
  isExtension,
  mergeNull,
  readByEs5,
  same,
  typeAndValues,
  type Draft,
} from "./values.ts";

type RewriteRef = (ref: string) => string;
interface Lowered {
  readonly schema: JsonSchema30;
  /** True if something was left out that 3.0 has no words for: `not` and `oneOf` must know. */
  readonly loosened: boolean;
}
interface Context {
  readonly rewriteRef: RewriteRef;
  loosened: boolean;
}

/**
 * Returns the schema in OpenAPI 3.0's dialect. `rewriteRef` gets each `$ref`; by default `#/$defs/Name` becomes
 * `#/components/schemas/Name`, other references to components and absolute URLs stay, and the rest throws.
 * By default each schema object is translated once, and the result is frozen: documents share it.
 * Throws {@link SchemaError} for a `type` that JSON Schema does not know and for references that cannot be kept.
 */
export function toOpenApi30(
  schema: JsonSchema,
  rewriteRef: RewriteRef = toComponentRef,
): JsonSchema30 {
  return down(schema, { rewriteRef, loosened: false });
}

/** Rewrites a reference by default: `#/$defs/Name` → `#/components/schemas/Name`. */
export function toComponentRef(ref: string): string {
  if (ref.startsWith("#/$defs/") && !ref.includes("/", 8))
    return refTo("#/components/schemas", refName(ref));
  if (ref.startsWith("#/components/schemas/") || /^https?:\/\//.test(ref)) return ref;
  throw new SchemaError(
    `OpenAPI 3.0 cannot hold the reference ${JSON.stringify(ref)}`,
    "refer to a named definition, #/$defs/Name",
  );
}

/** Assertions without any equivalent. Annotations that 3.0 lacks (`$comment`, `contentMediaType`) are not needed. */
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

/** Schemas translated with the usual references, because documents of one process share most of them. */
const known = new WeakMap<JsonSchema, Lowered>();

function down(schema: JsonSchema, context: Context): JsonSchema30 {
  const shared = context.rewriteRef === toComponentRef;
  let lowered = shared ? known.get(schema) : undefined;
  if (lowered === undefined) {
    lowered = lower(schema, context.rewriteRef);
    if (shared) known.set(schema, lowered);
    if (shared) deepFreeze(lowered);
  }
  if (lowered.loosened) context.loosened = true;
  return lowered.schema;
}

function lower(schema: JsonSchema, rewriteRef: RewriteRef): Lowered {
  const merged = mergeNull(expandRecordKeys(schema));
  const loosened = LOST.some((keyword) => Object.hasOwn(merged, keyword));
  const context: Context = { rewriteRef, loosened };
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
  return { schema: draft, loosened: context.loosened };
}

function strings(schema: JsonSchema, draft: Draft, context: Context): void {
  if (schema.pattern !== undefined) {
    if (readByEs5(schema.pattern)) draft.pattern = schema.pattern;
    else context.loosened = true;
  }
  if (schema.contentEncoding === "base64" && draft.format === undefined) draft.format = "byte";
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

/** Returns a schema for several alternatives, each named once; an alternative that accepts everything replaces the rest. */
export function anyOf(alternatives: readonly JsonSchema30[]): JsonSchema30 {
  const distinct = alternatives.filter(
    (one, index) => alternatives.findIndex((other) => same(one, other)) === index,
  );
  const [first] = distinct;
  if (first === undefined || distinct.some((one) => Object.keys(one).length === 0)) return {};
  return distinct.length === 1 ? first : { anyOf: distinct };
}

function mapValues<T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
