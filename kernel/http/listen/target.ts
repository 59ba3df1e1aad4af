/** Request targets (RFC 9112, section 3.2), and the one form that equivalent ones have. */

/**
 * Returns what is wrong with a target that Node's parser lets pass. A router that reads targets as browsers do would take
 * `\` for a slash, and serve what it cannot parse as `/`.
 */
export function targetError(target: string): string | undefined {
  if (target.includes("#")) return "A request target has no fragment (#).";
  if (/^[^?]*\\/.test(target)) return "A path has slashes between its segments, no backslashes.";
  if (target.startsWith("/") || target === "*") return undefined;
  return /^[a-z][a-z\d+.-]*:\/\/[^/?]/i.test(target) && URL.canParse(target)
    ? undefined
    : "The absolute request target is not a URL with a host.";
}

/** Finds a dot segment, an escape or a fragment in a path, and targets in absolute form. */
const NOT_CANONICAL = /\/\.|[%#]|^[^/]/;

/** Checks that a target is canonical. Escapes in the query, which most filters have, do not count. */
function isCanonical(target: string): boolean {
  const query = target.indexOf("?");
  if (query === -1) return !NOT_CANONICAL.test(target);
  return !NOT_CANONICAL.test(target.slice(0, query)) && !target.includes("#", query);
}

/**
 * Returns the one form of equivalent targets (RFC 3986, section 6.2.2): the path without dot segments and needless escapes,
 * the query as received, and no fragment.
 *
 * @param url the target as h3 parsed it, which leaves the case of escapes.
 */
export function canonicalTarget(received: string, url: { readonly pathname: string }): string {
  if (isCanonical(received)) return received;
  const path = url.pathname.replace(/%[0-9A-Fa-f]{2}/g, (escape) => escape.toUpperCase());
  const [target = ""] = received.split("#", 1);
  const query = target.indexOf("?");
  return query === -1 ? path : path + target.slice(query);
}

/** Returns path and query of an absolute URL, escapes as received. */
export function originForm(url: string): string {
  const path = url.indexOf("/", url.indexOf("//") + 2);
  return path === -1 ? "/" : url.slice(path);
}

/** Returns the path of a target. A target with a fragment after its query, which h3 removes, is returned as it is. */
export function pathOfTarget(target: string): string {
  const query = target.indexOf("?");
  return query === -1 || target.includes("#", query) ? target : target.slice(0, query);
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

/** Returns undefined if an escape is broken or is NUL. An escaped slash stays part of its segment. */
export function decodeParams(
  params: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> | undefined {
  if (params === undefined) return NO_PARAMS;
  const decoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    try {
      const text = decodeURIComponent(value);
      if (text.includes("\0")) return undefined;
      decoded[name] = text;
    } catch {
      return undefined;
    }
  }
  return decoded;
}

/** Checks that a path has no broken escape. */
export function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== ""; // a result that nothing reads is left out of a bundle, and the call with it
  } catch {
    return false;
  }
}
