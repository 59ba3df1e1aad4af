/** The routes of the API, which are all that the console reads and changes data through. */
import type { Registry, SealedRoute } from "waymark";
import { isViewable, type RouteBase } from "waymark/advanced";
import type { Runtime } from "waymark/services";

/** Returns the route of the API that a request would reach; undefined for pages, and for all that is not of the API. */
export async function apiRoute(
  { registry, routeOf }: Runtime,
  method: string,
  target: string,
): Promise<SealedRoute | undefined> {
  const reached = await routeOf({ method, target });
  return registry.routes.find((route) => route.ref === reached?.ref && isOfApi(route));
}

/** Checks that a route answers with data. */
export function isRead(route: RouteBase): boolean {
  return isOfApi(route) && isViewable(route) && route.kind !== "stream";
}

function isOfApi({ site, declaration }: RouteBase): boolean {
  return !site && declaration.listener === undefined;
}

/** Returns the values of a path's parameters. */
export function paramsIn({ pattern }: RouteBase, path: string): Readonly<Record<string, string>> {
  const parts = path.slice(1).split("/");
  return Object.fromEntries(
    pattern.segments.flatMap((segment, index) =>
      typeof segment === "string" ? [] : [[segment.name, decodeURIComponent(parts[index] ?? "")]],
    ),
  );
}

/**
 * Returns the read whose page has the form of a write: the one at the same path, or for an action such as
 * `/keys/{keyId}/rotate` the one above it.
 */
export function readOf({ path }: RouteBase, registry: Registry): SealedRoute | undefined {
  const at = (wanted: string) =>
    registry.routes.find((route) => route.path === wanted && isRead(route));
  const own = at(path);
  if (own !== undefined) return own;
  const above = at(path.slice(0, path.lastIndexOf("/")));
  return above?.kind === "list" || above?.pattern.params.length ? above : undefined;
}
