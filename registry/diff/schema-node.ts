/** JSON Schema, taken apart for comparison: references followed, unions and `allOf` written out. */
import type { RegistryDocument } from "../derive/export/form.ts";
import { isEqual } from "./change.ts";
import type { Json, JsonSchema, JsonType } from "../schema/json-schema.ts";

/** A schema with what its references mean. */
export interface Site {
  readonly node: JsonSchema;
  /** `#/$defs/…` refers into it. */
  readonly root: JsonSchema;
  /** `#/schemas/…` refers into it. */
  readonly schemas: RegistryDocument["schemas"];
  /** The last name that a reference gave it. */
  readonly name?: string;
}

export type Type = JsonType | "any";
/** One way to fit a schema: a single type, without unions. */
export interface Alternative extends Site {
  readonly type: Type;
}

/** Deeper unions and references than anybody writes; a schema may refer to itself and to nothing else. */
const DEEPEST = 32;

/** Follows references; what stands beside them wins. What refers to nothing is anything. */
export function resolve(site: Site): Site {
  let { node, root, name } = site;
  for (let depth = 0; node.$ref !== undefined && depth < DEEPEST; depth++) {
    const { $ref, ...beside } = node;
    const [, into, spelled] = /^#\/(schemas|\$defs)\/(.+)$/.exec($ref) ?? [];
    name = spelled?.replaceAll("~1", "/").replaceAll("~0", "~");
    const target = named(into === "schemas" ? site.schemas : root.$defs, name);
    const found = $ref === "#" ? root : (target ?? {});
    if (into === "schemas") root = found;
    node = { ...found, ...beside };
  }
  const { $ref: _, ...flat } = node;
  return { node: flat, root, schemas: site.schemas, ...(name === undefined ? {} : { name }) };
}

function named(
  schemas: Readonly<Record<string, JsonSchema>> | undefined,
  name = "",
): JsonSchema | undefined {
  return schemas !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

/** The site of a subschema. `true` is anything, `false` nothing. */
export function within(site: Site, child: JsonSchema | boolean | undefined): Site {
  const { root, schemas } = site;
  const node = child === undefined || child === true ? {} : child === false ? NOTHING : child;
  return { node, root, schemas };
}

const NOTHING: JsonSchema = { not: {} };

/** Every way to fit. None for what nothing fits. */
export function alternativesOf(site: Site, depth = 0): readonly Alternative[] {
  const { node, ...place } = resolve(site);
  if (node.not !== undefined && Object.keys(node.not).length === 0) return [];
  const { allOf, anyOf, oneOf, ...own } = node;
  if (depth < DEEPEST && allOf !== undefined) {
    const members = allOf.map((member) => resolve({ ...place, node: member }).node);
    const merged = members.reduce(merge, {
      ...own,
      ...(anyOf && { anyOf }),
      ...(oneOf && { oneOf }),
    });
    return alternativesOf({ ...place, node: merged }, depth + 1);
  }
  const branches = anyOf ?? oneOf;
  if (depth < DEEPEST && branches !== undefined) {
    const shared = anyOf !== undefined && oneOf !== undefined ? { ...own, oneOf } : own;
    return branches.flatMap((branch) => {
      const target = resolve({ ...place, node: branch });
      return alternativesOf(
        { ...target, node: merge(withoutText(shared), target.node) },
        depth + 1,
      );
    });
  }
  return typesOf(own).map((type) => ({ ...place, node: own, type }));
}

/** Holds what `allOf` adds and one node cannot say. */
export const ALSO = "x-also";

/** Both at once. What cannot be said in one node stays beside it under {@link ALSO}, for comparing as it is. */
function merge(first: JsonSchema, second: JsonSchema): JsonSchema {
  const { $defs: _, ...added } = second;
  if (!isMergeable(first, added)) return { ...first, [ALSO]: [...also(first), added] };
  const { properties, required, enum: _enum, const: _const, type: _type, ...rest } = added;
  const { const: _own, ...base } = first;
  const merged: Record<string, unknown> = { ...base, ...typeOfBoth(first, second) };
  const odd: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(rest)) {
    if (!Object.hasOwn(merged, keyword) || TEXTS.has(keyword)) merged[keyword] = value;
    else if (!isEqual(merged[keyword], value)) odd[keyword] = value;
  }
  if (Object.keys(odd).length > 0) merged[ALSO] = [...also(first), odd];
  if (required !== undefined)
    merged["required"] = [...new Set([...(first.required ?? []), ...required])];
  if (properties !== undefined)
    merged["properties"] = mergeProperties(first.properties, properties);
  return merged as JsonSchema; // keywords of two schemas
}

/** What one says about further keys must not be about keys that the other names. */
function isMergeable(first: JsonSchema, second: JsonSchema): boolean {
  return limitsNoKeyOf(first, second) && limitsNoKeyOf(second, first);
}

function limitsNoKeyOf(node: JsonSchema, other: JsonSchema): boolean {
  const { additionalProperties = true, unevaluatedProperties = true, properties = {} } = node;
  const free = additionalProperties === true && unevaluatedProperties === true;
  return free || Object.keys(other.properties ?? {}).every((key) => Object.hasOwn(properties, key));
}

/** Types and values that both allow; a type that is none when they have nothing in common. */
function typeOfBoth(first: JsonSchema, second: JsonSchema): JsonSchema {
  const [values, others] = [valuesOf(first), valuesOf(second)];
  const shared =
    values === undefined || others === undefined
      ? (values ?? others)
      : values.filter((value) => others.some((other) => isEqual(value, other)));
  const types =
    first.type === undefined || second.type === undefined
      ? (first.type ?? second.type)
      : sharedTypes([first.type].flat(), [second.type].flat());
  return {
    ...(shared === undefined ? {} : { enum: shared }),
    ...(types === undefined ? {} : { type: types }),
  };
}

function sharedTypes(first: readonly JsonType[], second: readonly JsonType[]): readonly JsonType[] {
  const fits = (type: JsonType, all: readonly JsonType[]) =>
    all.includes(type) || (type === "integer" && all.includes("number"));
  return [...new Set([...first, ...second])].filter(
    (type) => fits(type, first) && fits(type, second),
  );
}

function also(node: JsonSchema): readonly unknown[] {
  const held = node[ALSO];
  return Array.isArray(held) ? held : [];
}

function mergeProperties(
  first: JsonSchema["properties"] = {},
  second: JsonSchema["properties"] = {},
): Record<string, JsonSchema> {
  const properties: Record<string, JsonSchema> = { ...first };
  for (const [key, schema] of Object.entries(second)) {
    const known = Object.hasOwn(first, key) ? first[key] : undefined;
    properties[key] = known === undefined ? schema : { allOf: [known, schema] };
  }
  return properties;
}

/** Keywords that describe and limit nothing (JSON Schema validation, section 9). */
export const TEXTS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "examples",
  "$comment",
  "$schema",
  "$id",
  "readOnly",
  "writeOnly",
]);

function withoutText(node: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !TEXTS.has(keyword)));
}

/** Keywords that say nothing about what fits. */
const SILENT: ReadonlySet<string> = new Set([...TEXTS, "default", "deprecated", "$defs"]);
const OBJECT_KEYWORDS = ["properties", "required", "additionalProperties", "patternProperties"];
const TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

function typesOf(node: JsonSchema): readonly Type[] {
  const values = valuesOf(node);
  const ofValues = values && [...new Set(values.map(typeOfValue))];
  if (node.type !== undefined) {
    const types = [node.type].flat();
    return ofValues === undefined ? types : sharedTypes(types, ofValues);
  }
  if (ofValues !== undefined) return ofValues;
  // As authors mean it: a schema with fields is for objects.
  if (OBJECT_KEYWORDS.some((keyword) => Object.hasOwn(node, keyword))) return ["object"];
  if (node.items !== undefined) return ["array"];
  return Object.keys(node).every((keyword) => SILENT.has(keyword)) ? ["any"] : TYPES;
}

/** All values that fit, where they are listed. */
export function valuesOf({ enum: values, const: only }: JsonSchema): readonly Json[] | undefined {
  return values ?? (only === undefined ? undefined : [only]);
}

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean"
    ? (typeof value as "string" | "boolean")
    : "object";
}
