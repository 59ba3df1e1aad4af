/** Paths: `{id}` everywhere; only this file knows the router's spelling. */

/** A parsed path. `segments` holds literals as strings and parameters as `{ name }`. */
export interface Pattern {
  readonly path: string;
  readonly segments: readonly (string | { readonly name: string })[];
  readonly params: readonly string[];
}

/** Returns the reason why a path cannot be used, or undefined. */
export function invalidPath(path: string): string | undefined {
  if (!path.startsWith("/")) return "it must start with /";
  if (path.length > 1 && path.endsWith("/")) return "it must not end with /";
  if (path.includes("//")) return "it has an empty segment";
  if (/[?#\s:*]/.test(path))
    return "it has one of ? # : * or white space; write parameters as {name}";
  const names = new Set<string>();
  for (const segment of path.slice(1).split("/")) {
    if (segment === "." || segment === "..")
      return `the segment ${segment} would be resolved away by clients`;
    const name = /^\{([A-Za-z][A-Za-z0-9]*)\}$/.exec(segment)?.[1];
    if (name === undefined && /[{}]/.test(segment))
      return `a parameter is a whole segment like {id}, received ${segment}`;
    if (name !== undefined && names.has(name)) return `the parameter {${name}} appears twice`;
    if (name !== undefined) names.add(name);
  }
  return undefined;
}

/** Takes a valid path apart: its segments and the names of its parameters. */
export function parsePath(path: string): Pattern {
  const segments = path
    .slice(1)
    .split("/")
    .map((segment) => (segment.startsWith("{") ? { name: segment.slice(1, -1) } : segment));
  return {
    path,
    segments,
    params: segments.flatMap((segment) => (typeof segment === "string" ? [] : [segment.name])),
  };
}

/** A route, a pattern, or a path by itself. */
interface Pathed {
  readonly path: string;
}

/** Checks for parameters without parsing the path. */
export function hasParameters({ path }: Pathed): boolean {
  return path.includes("/{");
}

/** Returns the path in the router's spelling: `/offices/:officeId`. */
export function toRouterPath({ path }: Pathed): string {
  return path.replace(/\/\{([^/]*)\}/g, "/:$1");
}

/** Returns the shape of a path: two paths with the same shape match the same requests. Parameter names do not count. */
export function shapeOf({ path }: Pathed): string {
  return path.replace(/\/\{[^/]*/g, "/{}");
}

/** Vanish when a path is resolved (RFC 3986, section 5.2.4). */
const NO_SEGMENT: ReadonlySet<string> = new Set(["", ".", ".."]);

/** Checks that a path can have a text, percent-encoded, as a segment. A lone surrogate has no form in UTF-8. */
export function isSegment(text: string): boolean {
  return !NO_SEGMENT.has(text) && text.isWellFormed();
}

/** Returns whether a path matches a pattern, with any parameters. */
export function matches({ segments }: Pattern, path: string): boolean {
  const parts = path.slice(1).split("/");
  return (
    segments.length === parts.length &&
    segments.every((segment, at) => typeof segment !== "string" || segment === parts[at])
  );
}

/** Fills a path's parameters, percent-encoded. Undefined if a value is missing, or would not be its own segment. */
export function fillPath(
  pattern: Pattern,
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  let path = "";
  for (const segment of pattern.segments) {
    if (typeof segment === "string") {
      path += `/${segment}`;
      continue;
    }
    const value = Object.hasOwn(params, segment.name) ? params[segment.name] : undefined;
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    if (!isSegment(String(value))) return undefined;
    path += `/${encodeURIComponent(value)}`;
  }
  return path;
}
