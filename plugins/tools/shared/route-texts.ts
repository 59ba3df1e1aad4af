/** Cells of tables about routes. */
import type { CacheDeclaration, SealedRoute } from "waymark";
import { ROUTE_KEYS, requiredScopes } from "waymark/tools";

/** Returns the keys of a route that policies own, with their values, but for bodies and what {@link accessText} shows. */
export function policyKeys({
  declaration,
  policies,
}: SealedRoute): readonly (readonly [key: string, value: unknown])[] {
  const shown = new Set(
    policies.flatMap(
      ({ policy, compiled }) => ((compiled.security ?? compiled.receive) && policy.key) ?? [],
    ),
  );
  return Object.entries(declaration).filter(
    ([key]) => !ROUTE_KEYS.includes(key) && !shown.has(key),
  );
}

/** Returns the callers that may use a route: all, all known ones, or callers with some scopes. */
export function accessText(route: SealedRoute): string {
  const scopes = requiredScopes(route);
  if (scopes === undefined) return "public";
  return scopes.length === 0 ? "authenticated" : scopes.join(" ");
}

/** Returns a declaration in one cell: `public 60s`; `-` without one. */
export function cacheText(cache: CacheDeclaration | undefined): string {
  if (cache === undefined) return "-";
  if (typeof cache === "string") return cache;
  const stale = cache.staleWhileRevalidate === undefined ? "" : ` +${cache.staleWhileRevalidate}`;
  return `${cache.scope} ${cache.maxAge}${stale}`;
}
