/** The levels of access that routes ask for, from none to all of some scopes. */
import type { Principal, Route } from "waymark";
import { z } from "zod";
import { Scope } from "../../../schemas/scope.ts";

export const Access = z.union([
  z.enum(["public", "authenticated"]),
  z.strictObject({ scopes: z.array(Scope).min(1) }),
]);
/** Read-only, so that declarations may be constants. */
export type Access = "public" | "authenticated" | { readonly scopes: readonly string[] };

/** Scopes that a level needs; undefined for the level of everybody. */
export function scopesOf(access: Access | undefined): readonly string[] | undefined {
  if (access === undefined || access === "public") return undefined;
  return access === "authenticated" ? [] : access.scopes;
}

/** Returns the level that asks for all that any of them asks for. */
export function strictest(levels: readonly (Access | undefined)[]): Access | undefined {
  const asked = levels.flatMap((level) => {
    const scopes = scopesOf(level);
    return scopes === undefined ? [] : [scopes];
  });
  if (asked.length === 0) return levels.find((level) => level !== undefined);
  const scopes = [...new Set(asked.flat())];
  return scopes.length === 0 ? "authenticated" : { scopes };
}

/** Scopes that the principal lacks. */
export function missingScopes(
  { scopes }: Principal,
  required: readonly string[],
): readonly string[] {
  return required.filter((scope) => !scopes.includes(scope));
}

/** Answers that shared caches may keep become private: not every caller may have them. */
export function raise(route: Route, access: Access): Route {
  const { cache } = route;
  const raised = { ...route, access };
  if (typeof cache !== "object" || cache.scope === "private") return raised;
  // The same kind of route with another value of one key, which the union of kinds cannot express.
  return { ...raised, cache: { ...cache, scope: "private" } } as Route;
}
