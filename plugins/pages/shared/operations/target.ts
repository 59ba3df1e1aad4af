/** Paths and queries of operations, made from the values of fields, and parsed back. */
/** Path with its parameters in braces. */
interface WithPath {
  readonly path: string;
}

/** Values of path parameters by name, and query parameters in their order. */
export interface TargetValues {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
}

const PARAMETER = /\{([^{}]+)\}/g;

/** Returns the path and query of an operation. A parameter without a value stays in braces. */
export function toTarget({ path }: WithPath, values: TargetValues): string {
  const filled = path.replace(PARAMETER, (whole, name: string) => {
    const value = values.path[name] ?? "";
    return value === "" ? whole : encodeURIComponent(value);
  });
  const query = values.query
    .map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return query === "" ? filled : `${filled}?${query}`;
}

/** Encodes a name; brackets of filters stay legible: servers accept them unencoded in a query. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]");
}

/** Reads the values in a path and query; undefined if the path does not match the operation. */
export function fromTarget({ path }: WithPath, target: string): TargetValues | undefined {
  const [pathname = "", search = ""] = splitTarget(target);
  const wanted = path.split("/");
  const given = pathname.split("/");
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (name === undefined) {
      if (segment !== value) return undefined;
    } else if (value === "") return undefined;
    else found[name] = value === segment ? "" : decode(value);
  }
  return { path: found, query: [...new URLSearchParams(search)] };
}

/** Finds the operation for a method and target. Paths without parameters go first; HEAD and OPTIONS go with GET. */
export function findOperation<One extends WithPath & { readonly method: string }>(
  operations: readonly One[],
  method: string,
  target: string,
): One | undefined {
  const matching = operations
    .filter((operation) => fromTarget(operation, target) !== undefined)
    .toSorted((a, b) => parametersIn(a) - parametersIn(b));
  const own = matching.find((operation) => operation.method === method);
  return own ?? (isRead(method) || method === "OPTIONS" ? matching[0] : undefined);
}

/** Checks that a method is safe to send without asking: it changes nothing (RFC 9110, section 9.2.1). */
export function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** Returns the path, and the query without its `?`. */
function splitTarget(target: string): readonly [path: string, query: string] {
  const [whole = ""] = target.split("#");
  const at = whole.indexOf("?");
  return at < 0 ? [whole, ""] : [whole.slice(0, at), whole.slice(at + 1)];
}

function parametersIn({ path }: WithPath): number {
  return path.match(PARAMETER)?.length ?? 0;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
