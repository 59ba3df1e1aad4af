import { r as KeySet, t as Issuer } from "../../../chunks/options2.js";
import { randomUUID } from "node:crypto";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
// plugins/identity/oidc/issue.ts
/** Tokens for checks, of an issuer that exists only in a server under test. */
const ALGORITHM = "ES256";
const KEY = {
	kid: "check",
	alg: ALGORITHM
};
const ISSUER = Issuer.parse({
	issuer: "https://check.invalid",
	audience: "check"
});
/** Seconds since 1970-01-01T00:00Z: before and after any clock that a test sets. */
const EXPIRED = 1;
const ENDLESS = 253402300799;
const signers = /* @__PURE__ */ new WeakMap();
/** Undefined for revoked tokens: issuers revoke none one by one. */
async function issueToken(tokens, wanted) {
	if (wanted.state === "revoked") return void 0;
	const signer = signers.get(tokens) ?? createSigner(tokens);
	signers.set(tokens, signer);
	return (await signer)(wanted);
}
/** Makes the tokens of a new issuer count, and returns the function that signs them. */
async function createSigner(tokens) {
	const [own, strange] = [await generateKeyPair(ALGORITHM), await generateKeyPair(ALGORITHM)];
	const set = new KeySet({ keys: [{
		...await exportJWK(own.publicKey),
		...KEY
	}] });
	tokens.trust(ISSUER, {
		epoch: 0,
		refresh() {},
		find: async (kid) => set.has(kid) ? {
			set,
			epoch: 0
		} : void 0
	});
	return async ({ scopes, state }) => {
		const claims = {
			iss: state === "foreign" ? "https://another.invalid" : ISSUER.issuer,
			aud: [...ISSUER.audience],
			sub: randomUUID(),
			scope: scopes.join(" "),
			exp: state === "expired" ? EXPIRED : ENDLESS
		};
		const isOwn = state === "good" || state === "expired";
		return { authorization: `Bearer ${await new SignJWT(claims).setProtectedHeader({
			...KEY,
			typ: "at+jwt"
		}).sign(isOwn ? own.privateKey : strange.privateKey)}` };
	};
}
export { issueToken };

//# sourceMappingURL=issue.js.map