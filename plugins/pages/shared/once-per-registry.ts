/** Keeps things that follow from a registry: made on first use, gone with its revision. */
import type { Registry } from "waymark";

export function oncePerRegistry<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const kept = new WeakMap<Registry, { readonly value: T }>();
  return (registry) => {
    const known = kept.get(registry) ?? { value: make(registry) };
    kept.set(registry, known);
    return known.value;
  };
}
