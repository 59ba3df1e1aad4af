/** Keeps things that follow from a registry: made on first use, gone with its revision. */
import type { Registry } from "waymark";

export function oncePerRegistry<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const values = new WeakMap<Registry, { readonly value: T }>();
  return (registry) => {
    const entry = values.get(registry) ?? { value: make(registry) };
    values.set(registry, entry);
    return entry.value;
  };
}
