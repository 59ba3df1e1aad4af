/** Which variants of two schemas belong together. */
import { TEXTS, valuesOf, type Variant } from "./schema-variants.ts";

/** Variants that only list values are one that lists them all. */
export function pooled(variants: readonly Variant[]): readonly Variant[] {
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

/** Variants by their distinguishing key: the values of constant fields, else the name, else the position. */
export function keyed(variants: readonly Variant[], single: boolean): ReadonlyMap<string, Variant> {
  const byKey = new Map<string, Variant>();
  variants.forEach((variant, index) => {
    const key = single ? "" : keyOf(variant, index);
    byKey.set(byKey.has(key) ? `${key} ${index + 1}` : key, variant);
  });
  return byKey;
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
