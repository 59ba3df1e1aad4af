/** Tokens for checks, of an issuer that exists only in a server under test. */
import { randomUUID } from "node:crypto";
import { generateKeyPair, exportJWK, SignJWT } from "jose";
import type { CredentialHeaders, WantedCredential } from "waymark/advanced";
import { KeySet } from "./key-set.ts";
import { Issuer } from "./options.ts";
import type { Tokens } from "./tokens.ts";

const ALGORITHM = "ES256";
const KEY = { kid: "check", alg: ALGORITHM };
const ISSUER = Issuer.parse({ issuer: "https://check.invalid", audience: "check" });
/** Seconds since 1970-01-01T00:00Z: before and after any clock that a test sets. */
const EXPIRED = 1;
const ENDLESS = 253_402_300_799; // 9999-12-31T23:59:59Z

type Sign = (wanted: WantedCredential) => Promise<CredentialHeaders>;

const signers = new WeakMap<Tokens, Promise<Sign>>();

/** Returns the headers; undefined for revoked tokens: issuers do not revoke single tokens. */
export async function issueToken(
  tokens: Tokens,
  wanted: WantedCredential,
): Promise<CredentialHeaders | undefined> {
  if (wanted.state === "revoked") return undefined;
  const signer = signers.get(tokens) ?? createSigner(tokens);
  signers.set(tokens, signer);
  return (await signer)(wanted);
}

/** Makes the tokens of a new issuer count, and returns the function that signs them. */
async function createSigner(tokens: Tokens): Promise<Sign> {
  const [own, strange] = [await generateKeyPair(ALGORITHM), await generateKeyPair(ALGORITHM)];
  const set = new KeySet({ keys: [{ ...(await exportJWK(own.publicKey)), ...KEY }] });
  tokens.trust(ISSUER, {
    epoch: 0,
    refresh() {},
    find: async (kid) => (set.has(kid) ? { set, epoch: 0 } : undefined),
  });
  return async ({ scopes, state }) => {
    const claims = {
      iss: state === "foreign" ? "https://another.invalid" : ISSUER.issuer,
      aud: [...ISSUER.audience],
      sub: randomUUID(), // a name may be an address, which answers must not show
      scope: scopes.join(" "),
      exp: state === "expired" ? EXPIRED : ENDLESS,
    };
    const isOwn = state === "good" || state === "expired";
    const token = await new SignJWT(claims)
      .setProtectedHeader({ ...KEY, typ: "at+jwt" })
      .sign(isOwn ? own.privateKey : strange.privateKey);
    return { authorization: `Bearer ${token}` };
  };
}
