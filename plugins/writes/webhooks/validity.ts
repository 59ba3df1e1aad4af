/** Validity of a subscription: its subscriber still has the scopes that it subscribed with. */
import type { Registry } from "waymark";
import { principalNow } from "../../shared/principal-now.ts";
import type { PauseReason, SubscriptionRow } from "./schemas.ts";

type Identifiers = Pick<Registry, "identifiers">;

/** Returns why deliveries must pause; undefined if they may go on. */
export async function pauseReasonOf(
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
