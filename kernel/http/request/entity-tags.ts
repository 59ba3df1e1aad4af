/**
 * Checks that a field of entity tags, such as If-None-Match, names `tag` (RFC 9110, sections 8.8.3.2 and 13.1). `*` names
 * every tag. `tag` is strong, so the strong comparison leaves out tags marked `W/`; the weak one ignores the mark.
 * Tags may hold commas; members that are not tags, such as unquoted ones, are ignored.
 */
export function namesTag(field: string, tag: string, comparison: "strong" | "weak"): boolean {
  if (field === tag) return true; // as every revalidating client sends it
  if (!field.includes(tag)) return field.trim() === "*";
  let at = 0;
  while (at < field.length) {
    const weak = field.startsWith("W/", at);
    const start = weak ? at + 2 : at;
    const end = field[start] === '"' ? field.indexOf('"', start + 1) + 1 : 0;
    const included = comparison === "weak" || !weak;
    if (included && end - start === tag.length && field.startsWith(tag, start)) {
      if (endsMember(field, end)) return true;
    }
    at = nextMember(field, Math.max(at, end));
  }
  return false;
}

function endsMember(field: string, at: number): boolean {
  let end = at;
  while (field[end] === " " || field[end] === "\t") end++;
  return end === field.length || field[end] === ",";
}

/** Returns the index at which the member after the next comma starts. */
function nextMember(field: string, at: number): number {
  const comma = field.indexOf(",", at);
  let start = comma === -1 ? field.length : comma + 1;
  while (field[start] === " " || field[start] === "\t") start++;
  return start;
}
