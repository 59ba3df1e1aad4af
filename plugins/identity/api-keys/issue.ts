/** Keys for checks of a server that runs for a test alone. */
import type { CredentialHeaders, WantedCredential } from "waymark";
import type { KeyManager } from "./manager.ts";
import { mint } from "./token.ts";

/** Not the name that the check wants: managers see the names of other callers' keys, and a check takes that for a leak. */
const NAME = "Check";
/** The first of every list, and without scopes: one that each manager may read, rotate and revoke. */
const SAMPLE_ID = "0".repeat(16);

const samples = new WeakMap<KeyManager, Promise<unknown>>();

/** Undefined for a foreign one: no other service issues keys of this form. */
export async function issueKey(
  keys: KeyManager,
  { scopes, state }: WantedCredential,
): Promise<CredentialHeaders | undefined> {
  if (state === "foreign") return undefined;
  const sample = samples.get(keys) ?? addSample(keys);
  samples.set(keys, sample);
  await sample;
  const expiresAt = state === "expired" ? "2000-01-01T00:00:00Z" : undefined;
  const { id, token } = await keys.create({ name: NAME, scopes: [...scopes], expiresAt });
  if (state === "revoked") await keys.revoke(id);
  return { authorization: `Bearer ${state === "forged" ? mint(id).token : token}` };
}

/** A manager that replaces another finds the sample of that one in the store. */
async function addSample(keys: KeyManager): Promise<void> {
  if ((await keys.find(SAMPLE_ID)) === undefined)
    await keys.create({ name: NAME, scopes: [] }, {}, SAMPLE_ID);
}
