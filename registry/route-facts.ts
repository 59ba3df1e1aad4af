/** What is known of each route before policies compile for it. */
import type { Contributions, Owned } from "./collect.ts";
import { parsePath, shapeOf } from "./path.ts";
import type { RouteFacts } from "./registry.ts";
import { BODY_KEYS, type BodyKind, type Route } from "./route.ts";
import type { Schema } from "./schema.ts";

/** Methods that this service implements for some path; others are 501 (RFC 9110, section 15.6.2). */
export const KNOWN_METHODS: readonly string[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "QUERY",
];

/** The body key of a checked route. */
export function kindOf(route: Route): BodyKind {
  return BODY_KEYS.find((key) => route[key] !== undefined) ?? "text";
}

export function routeFacts(
  routes: readonly Owned<Route>[],
  contributions: Contributions,
): RouteFacts[] {
  const names = new Map<Schema, string>(
    contributions.schemas.map(({ name, value }) => [value, name]),
  );
  const methods = methodsByShape(routes);
  return routes.map(({ name, plugin, value }): RouteFacts => {
    const pattern = parsePath(value.path);
    return {
      id: name,
      ref: `${plugin}.${name}`,
      plugin,
      method: value.method,
      path: value.path,
      kind: kindOf(value),
      pattern,
      declaration: value,
      mediaTypes: mediaTypesOf(value),
      schema: value.list?.name ?? (value.returns && names.get(value.returns)),
      allow: allowOf(methods.get(shapeOf(pattern)) ?? []),
      document: value.document === true,
    };
  });
}

/** The routes that answer what no other does: a path nobody serves, and bytes that are no request. */
export function builtinFacts(id: "unknown" | "malformed"): RouteFacts {
  return {
    id,
    ref: `kernel.${id}`,
    plugin: "kernel",
    method: "",
    path: "",
    kind: "none",
    pattern: parsePath("/"),
    declaration: {
      method: "GET",
      path: "/",
      summary: "",
      cache: "no-store",
      text: { mediaType: "text/plain" },
    },
    mediaTypes: [],
    schema: undefined,
    allow: "GET, HEAD, OPTIONS",
    document: false,
  };
}

function methodsByShape(routes: readonly Owned<Route>[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { value } of routes) {
    const shape = shapeOf(parsePath(value.path));
    methods.set(shape, [...(methods.get(shape) ?? []), value.method]);
  }
  return methods;
}

function allowOf(declared: readonly string[]): string {
  const methods = new Set([...declared, ...(declared.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
  return KNOWN_METHODS.filter((method) => methods.has(method)).join(", ");
}

function mediaTypesOf(route: Route): readonly string[] {
  switch (kindOf(route)) {
    case "list":
    case "returns":
      return route.produces ?? ["application/json"];
    case "text":
      return [route.text?.mediaType ?? "text/plain"];
    case "page":
      return ["text/html"];
    case "stream":
      return ["text/event-stream"];
    case "redirect":
    case "fails":
      return [];
  }
}
