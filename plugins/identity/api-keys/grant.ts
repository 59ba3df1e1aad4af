/** Stops principals from granting more than they have, by a new key or secret, or revoking a key that has more. */
import type { Principal, Registry } from "waymark";
import { ANY_PLAN, askedScopes } from "../../shared/asked-scopes.ts";
import type { ApiKey } from "./schemas.ts";

/** Error code of the policy that asks for scopes. */
export const LACKING = "insufficient-scope";

/** Reason why a principal may not hand out a key. */
export interface Lack {
  readonly detail: string;
  readonly errors: readonly { readonly detail: string; readonly pointer: string }[];
}

/** Returns the lack of a principal that would hand out, or revoke, a key with these scopes and this plan. */
export function lackOf(
  principal: Principal,
  { scopes, plan }: Pick<ApiKey, "scopes" | "plan">,
): Lack | undefined {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length > 0)
    return {
      detail: `The key has scopes that the credential lacks: ${missing.join(", ")}.`,
      errors: missing.map((scope) => ({
        pointer: `/scopes/${scopes.indexOf(scope)}`,
        detail: `The credential lacks the scope ${scope}.`,
      })),
    };
  if (plan === principal.plan || principal.scopes.includes(ANY_PLAN)) return undefined;
  const detail = `The key has another plan than the credential, which lacks the scope ${ANY_PLAN}.`;
  return { detail, errors: [{ pointer: "/plan", detail }] };
}

/** Returns the scopes that no route asks for, which are misspelt or of a route to come. */
export function unaskedScopes(
  registry: Pick<Registry, "routes">,
  scopes: readonly string[],
): readonly string[] {
  const asked = askedScopes(registry);
  return scopes.filter((scope) => scope !== ANY_PLAN && !asked.includes(scope));
}
