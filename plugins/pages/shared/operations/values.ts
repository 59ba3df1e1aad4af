/** Possible values of a path parameter, taken from the answer of its collection. */

const MAX_VALUES = 100;

/** Returns the path up to the first parameter: `/api/offices` of `/api/offices/{officeId}`. */
export function collectionOf({ path }: { readonly path: string }): string | undefined {
  const at = path.indexOf("/{");
  return at < 1 ? undefined : path.slice(0, at);
}

/** Returns the strings of the first list in a body; for objects, their `name`, their `id`, or their first string. */
export function valuesIn(body: unknown, name: string): readonly string[] {
  if (typeof body !== "object" || body === null) return [];
  const list: unknown = Object.values(body).find((member) => Array.isArray(member));
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => valueOf(item, name) ?? []).slice(0, MAX_VALUES);
}

function valueOf(item: unknown, name: string): string | undefined {
  if (typeof item === "string") return item;
  if (typeof item !== "object" || item === null) return undefined;
  const members = new Map<string, unknown>(Object.entries(item));
  const found = [members.get(name), members.get("id"), ...members.values()];
  return found.find((value) => typeof value === "string");
}
