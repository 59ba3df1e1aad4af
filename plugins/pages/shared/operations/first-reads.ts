/** The reads that pages suggest first: they succeed for everybody, or with any credential. */
import type { Registry, SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { Tables } from "waymark/services";

/** Returns the lists of the service's own data, guarded or not, once per kind of item, in the preset's order. */
export function resourceLists({ routes, of }: Registry): readonly SealedRoute[] {
  const tables = of(Tables).filter(({ internal }) => internal !== true);
  const owners = new Set(tables.map(({ plugin }) => plugin));
  const lists = routes.filter((route) => isList(route) && owners.has(route.plugin));
  return [...Map.groupBy(lists, ({ declaration }) => declaration.list?.as).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** Returns a read that every credential opens, and none without: a resource, if there is one of that kind. */
export function firstGuardedRead(registry: Registry): SealedRoute | undefined {
  const reads = registry.routes.filter(
    ({ method, kind, site }) => method === "GET" && kind === "returns" && !site,
  );
  const all = [...resourceLists(registry), ...registry.routes.filter(isList), ...reads];
  return all.find((route) => isWhole(route) && requiredScopes(route)?.length === 0);
}

/** Returns the list whose answer the first page shows: a resource that everybody may read, or any such list. */
export function firstOpenList(registry: Registry): SealedRoute | undefined {
  const isOpen = (route: SealedRoute) => isWhole(route) && requiredScopes(route) === undefined;
  const own = resourceLists(registry).find(isOpen);
  if (own !== undefined || firstGuardedRead(registry) !== undefined) return own;
  return registry.routes.find((route) => isList(route) && isOpen(route));
}

function isList({ kind, site }: SealedRoute): boolean {
  return kind === "list" && !site;
}

function isWhole({ pattern }: SealedRoute): boolean {
  return pattern.params.length === 0;
}
