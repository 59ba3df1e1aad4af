import type { Preferences } from "waymark";

/** A preference without its parameters: token, and perhaps a value (RFC 7240, section 2). */
const PREFERENCE =
  /^([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*([!#$%&'*+.^_`|~\w-]*|"(?:[^"\\]|\\.)*"))?$/;

/**
 * What a `Prefer` field asks for. Names and the values known here match in any case; of two instances of a preference
 * the first counts; what is malformed or unknown is as if it were not there.
 */
export function parsePrefer(field: string): Preferences {
  const asked = new Map<string, string>();
  for (const member of splitOutsideQuotes(field, ",")) {
    const [preference = ""] = splitOutsideQuotes(member, ";");
    const [, name, value = ""] = PREFERENCE.exec(preference.trim()) ?? [];
    if (name === undefined || asked.has(name.toLowerCase())) continue;
    asked.set(name.toLowerCase(), unquote(value).toLowerCase());
  }
  const wanted = asked.get("return");
  const handling = asked.get("handling");
  return {
    ...(wanted === "minimal" || wanted === "representation" ? { return: wanted } : {}),
    ...(handling === "strict" || handling === "lenient" ? { handling } : {}),
  };
}

/** Parts between separators that are not inside a quoted string; one that never ends takes its part with it. */
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
