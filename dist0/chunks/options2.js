import "./kernel.js";
import { C as strictObject, E as union, S as record, b as object, c as array, g as looseObject, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
import { t as Duration } from "./duration2.js";
// plugins/identity/oidc/fetch-json.ts
/** Requests to issuers: over TLS, without redirects, limited in time and size. */
const LOOPBACK = /* @__PURE__ */ new Set([
	"localhost",
	"127.0.0.1",
	"[::1]"
]);
function isLoopback(url) {
	return url.protocol === "http:" && LOOPBACK.has(url.hostname);
}
/** Whether keys may be read from the URL. Plain HTTP never leaves the machine. */
function isSecure(url) {
	const parsed = URL.parse(url);
	return parsed !== null && (parsed.protocol === "https:" || isLoopback(parsed));
}
/** Whether one URL may name the other: no issuer elsewhere leads to a service of this machine. */
function mayName(from, to) {
	return isSecure(to) && (!isLoopback(new URL(to)) || isLoopback(new URL(from)));
}
/** Returns the JSON at the URL. Rejects on any status but 200. */
async function fetchJson(url, { maxBytes, signal }) {
	const { status, body } = await fetch(url, {
		headers: { accept: "application/json" },
		redirect: "error",
		signal
	});
	if (status !== 200 || body === null) {
		await body?.cancel();
		throw new Error(`${url} answered with ${status}`);
	}
	const chunks = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.byteLength;
		if (length > maxBytes) throw new Error(`${url} answered with more than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return JSON.parse(Buffer.concat(chunks).toString());
}
// plugins/identity/oidc/key-set.ts
/** Further members, and keys of other kinds, are none of our business. */
const Jwks = object({ keys: array(looseObject({ kty: string() })) });
var KeySet = class {
	#jwks;
	/** Each key as text, to compare it with others. */
	#texts;
	#ids;
	#resolve;
	/** Throws when the value is not a key set. */
	constructor(value) {
		const parsed = Jwks.safeParse(value);
		if (!parsed.success) throw new Error("the answer is not a set of keys");
		this.#jwks = parsed.data;
		this.#texts = new Set(parsed.data.keys.map((key) => JSON.stringify(key)));
		this.#ids = new Set(parsed.data.keys.map(({ kid }) => kid));
	}
	/** Whether a token that names this key, or none, can be verified. */
	has(kid) {
		return kid === void 0 ? this.#texts.size > 0 : this.#ids.has(kid);
	}
	/** Whether all keys of another set are in this one. */
	includes(other) {
		return other.#texts.isSubsetOf(this.#texts);
	}
	/** Selects the key for jose: by `kid` and `alg`, for signatures only, and never one that the token brings. */
	async resolver() {
		const { createLocalJWKSet } = await import("jose");
		return this.#resolve ??= createLocalJWKSet(this.#jwks);
	}
};
// plugins/identity/oidc/options.ts
/** Asymmetric ones only: `none` and HMAC would let callers sign for the issuer (RFC 8725, sections 2.1 and 3.1). */
const ALGORITHMS = [
	"RS256",
	"RS384",
	"RS512",
	"PS256",
	"PS384",
	"PS512",
	"ES256",
	"ES384",
	"ES512",
	"EdDSA",
	"Ed25519"
];
const INSECURE = "an https URL is needed; http works for localhost only";
/** Compared with `iss` character by character, and part of a principal's id in front of a `|`. */
const IssuerUrl = string().refine(isSecure, {
	error: INSECURE,
	abort: true
}).refine((url) => !/[?#|\s]/.test(url) && new URL(url).username === "", "an issuer has no query, no fragment, no user, no spaces and no |");
const Some = string().min(1);
const Claims = strictObject({
	scopes: union([Some, array(Some).min(1)]).transform((names) => [names].flat()).default(["scope"]).describe("Claims that hold scopes or roles: a text with spaces between them, or a list. A dot leads into a nested claim: realm_access.roles."),
	scopeMap: record(string(), array(Some)).optional().describe("Scopes of this service by those of the issuer; others are dropped. Default: scopes are taken as they are."),
	plan: Some.optional().describe("Claim with the name of the plan. Default: the default plan."),
	name: Some.default("name").describe("Claim with a name for people. Without it, sub is shown.")
});
const Issuer = strictObject({
	issuer: IssuerUrl.describe("The issuer exactly as its tokens have it under iss."),
	audience: union([Some, array(Some).min(1)]).transform((names) => [names].flat()).describe("Names of this service; a token has at least one of them under aud."),
	algorithms: array(_enum(ALGORITHMS)).min(1).default([...ALGORITHMS]).describe("Algorithms that the issuer signs with. Default: all asymmetric ones."),
	jwksUri: string().refine(isSecure, INSECURE).optional().describe("URL of the issuer's keys. Default: read from its OpenID configuration."),
	acceptPlainJwt: boolean().default(false).describe("Accept tokens whose typ is JWT or missing, from issuers that do not write at+jwt. ID tokens then differ by their audience only."),
	clockTolerance: Duration.default("30s").describe("Difference between the clocks of the issuer and of this service that is tolerated."),
	claims: Claims.default(() => Claims.parse({})).describe("Where a token has its parts.")
});
const Timeout = Duration.refine((timeout) => toMilliseconds(timeout) > 0, "a time limit is longer than nothing");
const Options = strictObject({
	issuers: array(Issuer).min(1).refine((issuers) => new Set(issuers.map(({ issuer }) => issuer)).size === issuers.length, "an issuer is listed once, with all of its audiences").meta({
		description: "Identity providers whose tokens count.",
		examples: [[{
			issuer: "https://login.example.com",
			audience: "https://api.example.com"
		}]]
	}),
	maxTokenLength: int().min(100).default(8192).describe("Maximum length of a token in characters; longer ones are refused unseen."),
	maxTokens: int().min(1).default(1e4).describe("Maximum number of verified tokens remembered. Beyond it the oldest are forgotten."),
	keysMaxAge: Duration.default("10m").describe("Age at which the keys of an issuer are read again. While that fails, known keys stay in use."),
	cooldown: Duration.default("30s").describe("Minimum time between two reads of an issuer's keys; forged tokens cannot cause more."),
	timeout: Timeout.default("5s").describe("Time limit for one request to an issuer."),
	maxResponseBytes: int().min(1024).default(262144).describe("Maximum size of an issuer's answer in bytes.")
});
export { mayName as a, fetchJson as i, Options as n, KeySet as r, Issuer as t };

//# sourceMappingURL=options2.js.map