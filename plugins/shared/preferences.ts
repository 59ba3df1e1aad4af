import type { Preferences } from "waymark/advanced";

/** A preference without its parameters: token, and perhaps a value (RFC 7240, section 2). */
const PREFERENCE =
  /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*([!#$%&'*+.^_`|~\w-]*|"(?:[^"\\]|\\.)*"))?$/;

/**
 * Reads the values of a `Prefer` field by name, in lower case. The first instance of a preference counts, and malformed
 * preferences are ignored.
 */
export function preferencesIn(field: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const member of splitOutsideQuotes(field, ",")) {
    const [preference = ""] = splitOutsideQuotes(member, ";");
    const [, name, value = ""] = PREFERENCE.exec(preference.trim()) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), unquote(value).toLowerCase());
  }
  return preferences;
}

/** Reads the preferences that lists and writes honour. */
export function parsePrefer(field: string): Preferences {
  const preferences = preferencesIn(field);
  const representation = preferences.get("return");
  const handling = preferences.get("handling");
  return {
    ...(representation === "minimal" || representation === "representation"
      ? { return: representation }
      : {}),
    ...(handling === "strict" || handling === "lenient" ? { handling } : {}),
  };
}

/** Splits at separators outside of quoted strings. A part whose quoted string never ends is dropped. */
function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (!quoted) parts.push(text.slice(start));
  return parts;
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
