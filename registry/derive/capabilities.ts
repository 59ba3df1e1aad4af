import type { Registry } from "../contract/plugin/registry.ts";

/** Returns known flags, true or false, in the order given; then the flags that only enabled plugins know. */
export function capabilityFlags(
  { capabilities }: Pick<Registry, "capabilities">,
  known: readonly string[],
): Readonly<Record<string, boolean>> {
  return { ...Object.fromEntries(known.map((flag) => [flag, false])), ...capabilities };
}
