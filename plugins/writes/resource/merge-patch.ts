/** JSON Merge Patch (RFC 7396). */

/** Returns the target as the patch makes it. Neither is changed. Recursion ends where a request body's depth does. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // Defines members instead of setting them, so that one named __proto__ is a member like any other.
  return Object.fromEntries(merged);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
