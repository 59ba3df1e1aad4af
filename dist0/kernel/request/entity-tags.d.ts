/**
 * Whether a field of entity tags, such as If-None-Match, names `tag` (RFC 9110, sections 8.8.3.2 and 13.1). `*` names
 * every tag. `tag` is strong, so the strong comparison leaves out what is marked `W/`, and the weak one ignores the mark.
 * Tags may hold commas; members that are not tags, such as unquoted ones, are ignored.
 */
export declare function namesTag(field: string, tag: string, comparison: "strong" | "weak"): boolean;
