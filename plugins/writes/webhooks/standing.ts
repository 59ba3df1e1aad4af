/** Whether the principal of a subscription may still learn of all that it might when it wrote the subscription. */
import type { Registry } from "waymark";
import type { PauseReason, SubscriptionRow } from "./schemas.ts";

/** Returns why nothing may be delivered any more. Of principals that are known by their requests alone, nothing is. */
export async function lapseOf(
  { owner, scopes }: Pick<SubscriptionRow, "owner" | "scopes">,
  { identifiers }: Pick<Registry, "identifiers">,
): Promise<PauseReason | undefined> {
  if (owner === undefined) return undefined;
  for (const identifier of identifiers) {
    const principal = await identifier.lookUp(owner);
    if (principal === undefined) continue;
    if (principal === null) return "principal-gone";
    return scopes.every((scope) => principal.scopes.includes(scope)) ? undefined : "scopes-lost";
  }
  return undefined;
}
