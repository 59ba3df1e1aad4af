/** A member of a list of entity tags; the last group is what follows a tag that does not end its member. */
const MEMBER = /(?:^|,)[ \t]*(W\/)?("[^"]*")[ \t]*([^,]?)/g;

/**
 * Checks that a field of entity tags, such as If-None-Match, names `tag` (RFC 9110, sections 8.8.3.2 and 13.1). `*` names
 * every tag. `tag` is strong, so the strong comparison leaves out tags marked `W/`; the weak one ignores the mark.
 * Tags may hold commas; members that are not tags, such as unquoted ones, are ignored.
 */
export function namesTag(field: string, tag: string, comparison: "strong" | "weak"): boolean {
  if (field === tag) return true; // as every revalidating client sends it
  if (!field.includes(tag)) return field.trim() === "*";
  for (const [, weak, listed, more] of field.matchAll(MEMBER))
    if (listed === tag && more === "" && (weak === undefined || comparison === "weak")) return true;
  return false;
}
