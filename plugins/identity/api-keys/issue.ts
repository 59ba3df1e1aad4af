/** Keys for checks of a server that runs for a test alone. */
import type { CredentialHeaders, WantedCredential } from "waymark";
import type { KeyManager } from "./manager.ts";
import { mint } from "./token.ts";

/** Undefined for a foreign one: no other service issues keys of this form. */
export async function issueKey(
  keys: KeyManager,
  { name, scopes, state }: WantedCredential,
): Promise<CredentialHeaders | undefined> {
  if (state === "foreign") return undefined;
  const expiresAt = state === "expired" ? "2000-01-01T00:00:00Z" : undefined;
  const { id, token } = await keys.create({ name, scopes: [...scopes], expiresAt });
  if (state === "revoked") await keys.revoke(id);
  const sent = state === "forged" ? mint(id).token : token;
  return { authorization: `Bearer ${sent}` };
}
