/** Principals between their requests. */
import type { Principal, Registry } from "waymark";

/** Returns a principal as it is now: `null` if revoked or expired, `undefined` if no policy can look it up. */
export async function principalNow(
  id: string,
  { identifiers }: Pick<Registry, "identifiers">,
): Promise<Principal | null | undefined> {
  for (const identifier of identifiers) {
    const principal = await identifier.lookUp(id);
    if (principal !== undefined) return principal;
  }
  return undefined;
}
