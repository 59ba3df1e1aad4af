/** Checks that the principal of a subscription may still learn of all that it might when it wrote the subscription. */
import type { Principal, Registry } from "waymark";
import type { PauseReason, SubscriptionRow } from "./schemas.ts";

type Identifiers = Pick<Registry, "identifiers">;

/** Returns a principal as it is now: `null` if it counts no more, `undefined` if only its requests are known. */
export async function principalNow(
  id: string,
  { identifiers }: Identifiers,
): Promise<Principal | null | undefined> {
  for (const identifier of identifiers) {
    const principal = await identifier.lookUp(id);
    if (principal !== undefined) return principal;
  }
  return undefined;
}

/** Returns why nothing may be delivered any more. */
export async function lapseOf(
  { owner, scopes, expiresAt }: Pick<SubscriptionRow, "owner" | "scopes" | "expiresAt">,
  registry: Identifiers,
  now: number,
): Promise<PauseReason | undefined> {
  if (owner === undefined) return undefined;
  const principal = await principalNow(owner, registry);
  if (principal === null) return "principal-gone";
  if (principal !== undefined)
    return scopes.every((scope) => principal.scopes.includes(scope)) ? undefined : "scopes-lost";
  return expiresAt !== undefined && Date.parse(expiresAt) <= now ? "not-renewed" : undefined;
}
