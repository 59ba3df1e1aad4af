import type { SealedRoute } from "waymark";
import { requiredScopes } from "../../../registry/contract/route/sealed-route.ts";
import { drawFor } from "../../_draw.ts";

/** The routes that a check of callers asks in depth: the protected ones, and a fifth of the others, in each run others. */
export function inDepth(route: SealedRoute): boolean {
  const isProtected = requiredScopes(route) !== undefined;
  return isProtected || drawFor(route.ref, [true, false, false, false, false]);
}
