/** JSON Schema taken apart for comparison: references followed, unions written out as variants of one type each. */
import type { Json, JsonSchema } from "waymark";
import { type JsonType, refName, typeOfValue } from "waymark/advanced";
import type { RegistryDocument } from "waymark/tools";

/** Direction of values: for requests, or from answers. */
export type Direction = "input" | "output";

/** A schema with what its references mean. */
export interface SchemaAt {
  readonly node: JsonSchema;
  /** `#/$defs/…` refers into it. */
  readonly root: JsonSchema;
  /** `#/schemas/…` refers into it. */
  readonly schemas: RegistryDocument["schemas"];
  /** The name in the last reference that led to it. */
  readonly name?: string;
}

export type Type = JsonType | "any";
/** A way to match a schema: a single type, without unions. */
export interface Variant extends SchemaAt {
  readonly type: Type;
}

/** Ends schemas that refer only to themselves; no author nests this deep. */
const DEEPEST = 32;

/** Follows references; keywords beside them win. A reference to nothing matches anything. */
export function resolve(schema: SchemaAt): SchemaAt {
  let { node, root, name } = schema;
  for (let depth = 0; node.$ref !== undefined && depth < DEEPEST; depth++) {
    const { $ref, ...beside } = node;
    const isPublished = $ref.startsWith("#/schemas/");
    const named = isPublished ? schema.schemas : { ...root.$defs, "#": root };
    name = refName($ref);
    const target = Object.hasOwn(named, name) ? named[name] : undefined;
    if (isPublished) root = target ?? {};
    node = { ...target, ...beside };
  }
  const { $ref: _, ...flat } = node;
  return { node: flat, root, schemas: schema.schemas, ...(name === undefined ? {} : { name }) };
}

/** Returns a subschema in the context of its parent. `true` matches anything, `false` nothing. */
export function childOf(parent: SchemaAt, child: JsonSchema | boolean | undefined): SchemaAt {
  const { root, schemas } = parent;
  const node = child === false ? { not: {} } : child === undefined || child === true ? {} : child;
  return { node, root, schemas };
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

/** Keywords that do not limit values. */
const ANNOTATIONS: ReadonlySet<string> = new Set([...TEXTS, "default", "deprecated", "$defs"]);

function limitsOf(node: JsonSchema): readonly string[] {
  return Object.keys(node).filter((keyword) => !ANNOTATIONS.has(keyword));
}

/**
 * Returns every way to match a schema; empty if nothing matches it. A union beside other limits, and an `allOf` of more
 * than plain objects, stay in the node: they are compared member by member.
 */
export function variantsOf(schema: SchemaAt, depth = 0): readonly Variant[] {
  const at = resolve(schema);
  const node = joinObjects(at);
  if (node.not !== undefined && Object.keys(node.not).length === 0) return [];
  const branches = node.anyOf ?? node.oneOf;
  if (branches !== undefined && limitsOf(node).length === 1 && depth < DEEPEST)
    return branches.flatMap((branch) => variantsOf({ ...at, node: branch }, depth + 1));
  return typesOf(node).map((type) => ({ ...at, node, type }));
}

const OBJECT_PARTS: ReadonlySet<string> = new Set(["type", "properties", "required"]);

/** An `allOf` of objects without limits but their own, different properties is one object. */
function joinObjects(schema: SchemaAt): JsonSchema {
  const { allOf, ...node } = schema.node;
  if (allOf === undefined || limitsOf(node).length > 0) return schema.node;
  const members = allOf.map((member) => resolve({ ...schema, node: member }).node);
  const names = members.flatMap(({ properties = {} }) => Object.keys(properties));
  const plain = members.every(
    (member) =>
      member.type === "object" && limitsOf(member).every((keyword) => OBJECT_PARTS.has(keyword)),
  );
  if (!plain || new Set(names).size < names.length) return schema.node;
  return {
    ...node,
    type: "object",
    properties: Object.assign({}, ...members.map(({ properties }) => properties)) as Record<
      string,
      JsonSchema
    >,
    required: [...new Set(members.flatMap(({ required = [] }) => required))],
  };
}

const OBJECT_KEYWORDS = ["properties", "required", "additionalProperties", "patternProperties"];
const TYPES: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

function typesOf(node: JsonSchema): readonly Type[] {
  const values = valuesOf(node);
  const types = node.type === undefined ? undefined : [node.type].flat();
  if (values !== undefined) {
    const listedTypes = [...new Set(values.map(typeOfValue))];
    return types === undefined ? listedTypes : listedTypes.filter((type) => covers(types, type));
  }
  if (types !== undefined) return types;
  // As authors mean it: a schema with fields is for objects.
  if (OBJECT_KEYWORDS.some((keyword) => Object.hasOwn(node, keyword))) return ["object"];
  if (node.items !== undefined) return ["array"];
  return limitsOf(node).length === 0 ? ["any"] : TYPES;
}

/** Returns all values that match, if they are listed. */
export function valuesOf({ enum: values, const: only }: JsonSchema): readonly Json[] | undefined {
  return values ?? (only === undefined ? undefined : [only]);
}

export function covers(types: readonly Type[], type: Type): boolean {
  return (
    types.includes(type) ||
    types.includes("any") ||
    (type === "integer" && types.includes("number"))
  );
}

type ByKey = ReadonlyMap<string, Variant>;

/** Maps variants by what distinguishes them: the values of constant fields, else the name, else the position. */
export function byKey(
  before: readonly Variant[],
  after: readonly Variant[],
): readonly [before: ByKey, after: ByKey] {
  const [old, current] = [pooled(before), pooled(after)];
  const single = old.length === 1 && current.length === 1;
  const keyed = (variants: readonly Variant[]) => {
    const all = new Map<string, Variant>();
    variants.forEach((variant, index) => {
      const key = single ? "" : keyOf(variant, index);
      all.set(all.has(key) ? `${key} ${index + 1}` : key, variant);
    });
    return all;
  };
  return [keyed(old), keyed(current)];
}

/** Joins variants that only list values into one variant with all values. */
function pooled(variants: readonly Variant[]): readonly Variant[] {
  const [first] = variants;
  const onlyValues = variants.every(({ node }) => {
    const limits = Object.keys(node).filter((keyword) => !TEXTS.has(keyword) && keyword !== "type");
    return limits.length === 1 && valuesOf(node) !== undefined;
  });
  if (first === undefined || variants.length === 1 || !onlyValues) return variants;
  const { const: _, ...node } = first.node;
  return [
    { ...first, node: { ...node, enum: variants.flatMap((one) => valuesOf(one.node) ?? []) } },
  ];
}

/** `kind=circle`. */
function keyOf({ name, node, type }: Variant, index: number): string {
  const constants = Object.entries(node.properties ?? {})
    .flatMap(([key, schema]) =>
      schema.const === undefined ? [] : [`${key}=${String(schema.const)}`],
    )
    .toSorted();
  return constants.length > 0 ? constants.join(" ") : (name ?? `${type} ${index + 1}`);
}
