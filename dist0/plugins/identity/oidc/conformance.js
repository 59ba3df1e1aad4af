import { b as object, c as array, w as string } from "../../../chunks/zod2.js";
import { t as defineConformance } from "../../../chunks/conformance.js";
import { D as statusIs, O as testCase } from "../../../chunks/context.js";
// plugins/identity/oidc/conformance.ts
const FORGED = "oidc: forged token";
const TEN_MINUTES = 600;
/** In a server under test no issuer counts. */
const NONE = {
	issuer: "https://issuer.invalid",
	audience: ["check"]
};
const Issuer = object({
	issuer: string(),
	audience: array(string()).min(1)
});
var conformance_default = defineConformance({
	statement: object({ issuers: array(Issuer) }),
	covers: { issuers: [FORGED] },
	server({ operations, ask }, { issuers }) {
		const read = operations.find(({ route }) => route.method === "GET");
		if (read === void 0) return [{
			name: FORGED,
			skipped: "no route can be read"
		}];
		const [issuer = NONE] = issuers;
		const send = (alg) => {
			const authorization = `Bearer ${forge({
				alg,
				typ: "at+jwt"
			}, issuer)}`;
			return ask(read.target, { headers: { authorization } });
		};
		return [testCase(FORGED, async () => [
			...statusIs(await send("none"), 401),
			...statusIs(await send("HS256"), 401),
			...statusIs(await send("RS256"), 401)
		])];
	}
});
/** Returns a token that is right in all but its signature and, for a real algorithm, its audience. */
function forge(header, { issuer, audience }) {
	const exp = Math.floor(Date.now() / 1e3) + TEN_MINUTES;
	return [
		header,
		{
			iss: issuer,
			aud: header.alg === "RS256" ? "https://another.invalid" : audience,
			sub: "check",
			exp
		},
		"signature"
	].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
}
export { conformance_default as default };

//# sourceMappingURL=conformance.js.map