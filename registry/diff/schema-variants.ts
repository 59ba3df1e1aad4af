/** Alternatives of a schema, and which of two schemas belong together. */
import { listed } from "./change.ts";
import { TEXTS, valuesOf, type Alternative, type Type } from "./schema-node.ts";

/** Alternatives that do nothing but list values are one that lists them all. */
export function pooled(all: readonly Alternative[]): readonly Alternative[] {
  const [first] = all;
  const plain = all.every(({ node }) => {
    const limits = Object.keys(node).filter((keyword) => !TEXTS.has(keyword) && keyword !== "type");
    return limits.length === 1 && valuesOf(node) !== undefined;
  });
  if (first === undefined || all.length === 1 || !plain) return all;
  const { const: _, ...node } = first.node;
  const values = all.flatMap(({ node: own }) => valuesOf(own) ?? []);
  return [{ ...first, node: { ...node, enum: values } }];
}

/** Alternatives by what tells them apart. A single one needs nothing to. */
export function byKey(all: readonly Alternative[], single: boolean): Map<string, Alternative> {
  const keyed = new Map<string, Alternative>();
  all.forEach((one, index) => {
    const key = single ? "" : variantKey(one, index);
    keyed.set(keyed.has(key) ? `${key} ${index + 1}` : key, one);
  });
  return keyed;
}

export function typeOf({ type }: Alternative): Type {
  return type;
}

/** Integers are numbers. */
export function familyOf(type: Type): Type {
  return type === "integer" ? "number" : type;
}

export function covers(types: readonly Type[], type: Type): boolean {
  return (
    types.includes(type) ||
    types.includes("any") ||
    (type === "integer" && types.includes("number"))
  );
}

export function typeText(types: readonly Type[]): string {
  return types.length === 0
    ? "nothing"
    : [...new Set(types)].join(" or ").replace("any", "anything");
}

/** Its name, else the values of its constant fields: `kind=circle`, else its place. */
function variantKey({ name, node, type }: Alternative, index: number): string {
  const constants = Object.entries(node.properties ?? {})
    .flatMap(([key, schema]) =>
      schema.const === undefined ? [] : [`${key}=${String(schema.const)}`],
    )
    .toSorted();
  if (constants.length > 0) return constants.join(" ");
  return name ?? `${type} ${index + 1}`;
}

export function variants(keys: readonly string[]): string {
  return `the variant${keys.length === 1 ? "" : "s"} ${listed(keys)}`;
}
