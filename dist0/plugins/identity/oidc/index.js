import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import { n as absoluteRootLink } from "../../../chunks/kernel.js";
import { _ as service } from "../../../chunks/explain-issues.js";
import { r as messageOf } from "../../../chunks/finding.js";
import { E as union, O as url, _ as never, b as object, c as array, h as literal, w as string, y as number } from "../../../chunks/zod2.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { n as Unavailable } from "../../../chunks/refusal.js";
import { n as requiredScopes } from "../../../chunks/sealed-route.js";
import { t as Clock } from "../../../chunks/services.js";
import "../../../chunks/services2.js";
import { a as mayName, i as fetchJson, n as Options, r as KeySet } from "../../../chunks/options2.js";
import { hash } from "node:crypto";
// plugins/identity/oidc/keys.ts
/** The keys of one issuer: read from it, remembered, and read again at a bounded rate. */
/** Wait after a first failure; it doubles with each further one, up to the cooldown. */
const FIRST_RETRY_MS = 1e3;
/** OpenID Connect Discovery 1.0, section 3. */
const Configuration = object({
	issuer: string(),
	jwks_uri: string()
});
/** URL of an issuer's description (OpenID Connect Discovery 1.0, section 4). */
function configurationUrl(issuer) {
	return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
var Keys = class {
	#settings;
	#set;
	#epoch = 0;
	#failures = 0;
	/** In milliseconds of `performance.now()`. */
	#staleAt = 0;
	#nextReadAt = 0;
	#reading;
	constructor(settings) {
		this.#settings = settings;
	}
	get epoch() {
		return this.#epoch;
	}
	/** Whether the last attempt to read the keys failed. */
	get failing() {
		return this.#failures > 0;
	}
	refresh() {
		const now = performance.now();
		if (now >= this.#staleAt && now >= this.#nextReadAt) this.#read();
	}
	async find(kid) {
		this.refresh();
		const isDue = this.#reading !== void 0 || performance.now() >= this.#nextReadAt;
		if (this.#set?.has(kid) !== true && isDue) await this.#read();
		if (this.#set?.has(kid) === true) return {
			set: this.#set,
			epoch: this.#epoch
		};
		if (!this.failing) return void 0;
		const retryAfter = Math.max(1, Math.ceil((this.#nextReadAt - performance.now()) / 1e3));
		throw new Unavailable(`the keys of ${this.#settings.issuer} cannot be read`, { retryAfter });
	}
	/** Never rejects. Concurrent callers share one attempt. */
	#read() {
		return this.#reading ??= this.#attempt().finally(() => {
			this.#reading = void 0;
		});
	}
	async #attempt() {
		const { issuer, maxAgeMs, cooldownMs, signal, log } = this.#settings;
		try {
			this.#accept(new KeySet(await this.#fetch(await this.#uri())));
			if (this.failing) log.info("the keys of an issuer can be read again", { issuer });
			this.#failures = 0;
			this.#nextReadAt = performance.now() + cooldownMs;
			this.#staleAt = performance.now() + maxAgeMs;
		} catch (error) {
			if (signal.aborted) return;
			if (!this.failing) log.warn("the keys of an issuer cannot be read", {
				issuer,
				reason: reasonOf(error)
			});
			const waitMs = Math.min(cooldownMs, FIRST_RETRY_MS * 2 ** this.#failures);
			this.#failures += 1;
			this.#nextReadAt = performance.now() + waitMs;
		}
	}
	#accept(set) {
		const known = this.#set;
		if (known !== void 0 && known.includes(set) && set.includes(known)) return;
		if (known !== void 0 && !set.includes(known)) this.#epoch += 1;
		this.#set = set;
	}
	async #uri() {
		const { issuer, jwksUri } = this.#settings;
		if (jwksUri !== void 0) return jwksUri;
		const url = configurationUrl(issuer);
		const { data } = Configuration.safeParse(await this.#fetch(url));
		if (data === void 0) throw new Error(`${url} names no issuer or no jwks_uri`);
		if (data.issuer !== issuer) throw new Error(`${url} is about another issuer: ${data.issuer}`);
		if (!mayName(issuer, data.jwks_uri)) throw new Error(`${url} has a jwks_uri that is not https: ${data.jwks_uri}`);
		return data.jwks_uri;
	}
	#fetch(url) {
		const { timeoutMs, maxBytes, signal } = this.#settings;
		const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		return fetchJson(url, {
			maxBytes,
			signal: limited
		});
	}
};
/** `fetch` hides the reason in the cause. */
function reasonOf(error) {
	const cause = error instanceof Error ? error.cause : void 0;
	return cause === void 0 ? messageOf(error) : `${messageOf(error)}: ${messageOf(cause)}`;
}
const routes = { showMetadata: {
	method: "GET",
	path: "/.well-known/oauth-protected-resource",
	summary: "Read which identity providers are trusted, and which scopes there are.",
	returns: object({
		resource: url().describe("Identifier of the service: its base URL."),
		resource_name: string(),
		resource_documentation: url().optional(),
		authorization_servers: array(url()).describe("Issuers whose tokens count."),
		scopes_supported: array(string()).describe("Scopes that operations require."),
		bearer_methods_supported: array(literal("header"))
	}),
	document: true,
	publish: { rootLink: "oauthProtectedResource" },
	cache: {
		scope: "public",
		maxAge: "5m"
	}
} };
function showMetadata(registry, { issuers }) {
	const documentation = absoluteRootLink(registry, "developers");
	return {
		resource: registry.baseUrl,
		resource_name: registry.app.name,
		...documentation === void 0 ? {} : { resource_documentation: documentation },
		authorization_servers: issuers.map(({ issuer }) => issuer),
		scopes_supported: [...new Set(registry.routes.flatMap((route) => requiredScopes(route) ?? []))].toSorted(),
		bearer_methods_supported: ["header"]
	};
}
// plugins/identity/oidc/principal.ts
/** A scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
/** Bounded, and without control characters: it appears in logs and records. */
const SHOWABLE = /^[^\p{Cc}]{1,255}$/u;
/** Undefined when the subject cannot be part of an id. */
function principalOf({ issuer, claims: { scopes, scopeMap, plan, name } }, claims) {
	const sub = showable(claims["sub"]);
	if (sub === void 0) return void 0;
	return Object.freeze({
		id: `oidc:${issuer}|${sub}`,
		kind: "oidc",
		name: showable(claimOf(claims, name)) ?? sub,
		scopes: Object.freeze(scopesOf(scopes.flatMap((one) => values(claimOf(claims, one))), scopeMap)),
		plan: plan === void 0 ? void 0 : showable(claimOf(claims, plan))
	});
}
function scopesOf(sent, map) {
	const scopes = map === void 0 ? sent : sent.flatMap((scope) => Object.hasOwn(map, scope) ? map[scope] ?? [] : []);
	return [...new Set(scopes)].filter((scope) => SCOPE.test(scope));
}
/** The values of a claim: a list of texts, or a text with spaces between them. */
function values(claim) {
	if (typeof claim === "string") return claim.split(" ");
	return Array.isArray(claim) ? claim.filter((value) => typeof value === "string") : [];
}
/** The claim of that name or, where there is none, the one that its parts lead to. */
function claimOf(claims, name) {
	if (Object.hasOwn(claims, name)) return claims[name];
	let value = claims;
	for (const part of name.split(".")) {
		if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return void 0;
		value = value[part];
	}
	return value;
}
function showable(value) {
	return typeof value === "string" && SHOWABLE.test(value) ? value : void 0;
}
// plugins/identity/oidc/screen.ts
/** A first look at tokens: refuses without cryptography all that cannot count. jose looks at the rest again. */
const FORM = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;
/** `crit` stands for extensions, of which we know none (RFC 7515, section 4.1.11). Other members are not followed. */
const Header = object({
	alg: string(),
	typ: string().optional(),
	kid: string().optional(),
	crit: never().optional()
});
/** RFC 9068, section 2.2. A token with `cnf` is bound to a key whose proof is not asked for here (RFC 7800). */
const Claims = object({
	iss: string(),
	sub: string(),
	aud: union([string(), array(string())]),
	exp: number(),
	nbf: number().optional(),
	cnf: never().optional()
});
/**
* Cheap checks first. The key comes last, after this: an unknown one may cost a request to the issuer, which only a token
* that is right in all else is worth.
*/
function screen(token, issuers, nowSeconds) {
	const [, head = "", body = ""] = FORM.exec(token) ?? [];
	const header = head === "" ? void 0 : Header.safeParse(decode(head)).data;
	if (header === void 0 || !isTyped(header.typ)) return void 0;
	const { alg, kid } = header;
	if (!issuers.values().some(({ algorithms }) => algorithms.includes(alg))) return void 0;
	const claims = Claims.safeParse(decode(body)).data;
	if (claims === void 0) return void 0;
	const issuer = issuers.get(claims.iss);
	if (issuer === void 0 || !issuer.algorithms.includes(alg)) return void 0;
	if (!issuer.acceptPlainJwt && !isAccessToken(header.typ)) return void 0;
	const { exp, nbf = exp, aud } = claims;
	if (![aud].flat().some((name) => issuer.audience.includes(name))) return void 0;
	if (exp <= nowSeconds - issuer.toleranceSeconds) return void 0;
	if (claims.nbf !== void 0 && nbf > nowSeconds + issuer.toleranceSeconds) return void 0;
	return {
		issuer,
		kid
	};
}
function isAccessToken(typ) {
	return typ !== void 0 && /^(?:application\/)?at\+jwt$/i.test(typ);
}
/** Whether some issuer may write this type: tokens of other kinds never count (RFC 8725, section 3.11). */
function isTyped(typ) {
	return typ === void 0 || /^(?:application\/)?(?:at\+)?jwt$/i.test(typ);
}
/** Undefined for anything but JSON. */
function decode(segment) {
	try {
		return JSON.parse(Buffer.from(segment, "base64url").toString());
	} catch {
		return;
	}
}
// plugins/identity/oidc/tokens.ts
/** Bearer tokens: verified once, then remembered until they expire. */
/** RFC 6750, section 2.1; the scheme in any case (RFC 9110, section 11.1). */
const BEARER = /^bearer +/i;
var Tokens = class {
	#settings;
	#issuers = /* @__PURE__ */ new Map();
	/** By hash, so that no credential stays in memory. Forged ones never enter. */
	#remembered = /* @__PURE__ */ new Map();
	constructor(settings) {
		this.#settings = settings;
	}
	/** Accepts the tokens of an issuer from now on. */
	trust(options, keys) {
		const { issuer, audience, algorithms, acceptPlainJwt, clockTolerance } = options;
		const expected = {
			audience,
			algorithms,
			acceptPlainJwt,
			toleranceSeconds: toMilliseconds(clockTolerance) / 1e3
		};
		this.#issuers.set(issuer, {
			...expected,
			options,
			keys
		});
	}
	get remembered() {
		return this.#remembered.size;
	}
	/** Returns the principal of a token that was verified before. */
	recall(authorization) {
		const token = this.#tokenIn(authorization);
		if (token === void 0 || this.#remembered.size === 0) return void 0;
		const key = keyOf(token);
		const known = this.#remembered.get(key);
		if (known === void 0) return void 0;
		known.keys.refresh();
		if (known.epoch === known.keys.epoch && this.#settings.clock.now() < known.expiresAt) return known.principal;
		this.#remembered.delete(key);
	}
	/** Verifies a token. Throws Unavailable when its issuer's keys are needed and cannot be read. */
	async identify(authorization) {
		const token = this.#tokenIn(authorization);
		const now = this.#settings.clock.now();
		if (token === void 0) return void 0;
		const screened = screen(token, this.#issuers, now / 1e3);
		if (screened === void 0) return void 0;
		const { issuer, kid } = screened;
		const known = await issuer.keys.find(kid);
		if (known === void 0) return void 0;
		const { set, epoch } = known;
		const [{ jwtVerify }, key] = await Promise.all([import("jose"), set.resolver()]);
		const { options, toleranceSeconds } = issuer;
		const verified = await jwtVerify(token, key, {
			issuer: options.issuer,
			audience: [...options.audience],
			algorithms: [...options.algorithms],
			requiredClaims: ["sub", "exp"],
			clockTolerance: toleranceSeconds,
			currentDate: new Date(now)
		}).catch(() => void 0);
		if (verified === void 0) return void 0;
		const principal = principalOf(options, verified.payload);
		if (principal === void 0) return void 0;
		const { exp = 0 } = verified.payload;
		const expiresAt = (exp + toleranceSeconds) * 1e3;
		this.#remember(keyOf(token), {
			principal,
			expiresAt,
			keys: issuer.keys,
			epoch
		});
		return principal;
	}
	#remember(key, token) {
		this.#remembered.set(key, token);
		if (this.#remembered.size <= this.#settings.maxTokens) return;
		const [oldest] = this.#remembered.keys();
		if (oldest !== void 0) this.#remembered.delete(oldest);
	}
	/** Undefined for what cannot be a JWT. */
	#tokenIn(authorization = "") {
		const scheme = BEARER.exec(authorization)?.[0];
		if (scheme === void 0) return void 0;
		if (authorization.length - scheme.length > this.#settings.maxTokenLength || !authorization.includes(".")) return void 0;
		return authorization.slice(scheme.length);
	}
};
function keyOf(token) {
	return hash("sha256", token, "base64url");
}
// plugins/identity/oidc/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"Read which identity providers are trusted, and which scopes there are.": "Consulta en qué proveedores de identidad se confía y qué permisos (scopes) hay.",
	"Identifies callers by access tokens of identity providers.": "Identifica a los clientes por tokens de acceso de proveedores de identidad.",
	"An access token (JWT) of {issuer}, as a bearer token.": "Un token de acceso (JWT) de {issuer}, como token Bearer.",
	"Identifier of the service: its base URL.": "Identificador del servicio: su URL base.",
	"Issuers whose tokens count.": "Emisores cuyos tokens se aceptan.",
	"Scopes that operations require.": "Permisos (scopes) que exigen las operaciones."
};
// plugins/identity/oidc/index.ts
/** Bearer tokens of identity providers: JWT access tokens (RFC 9068), checked as RFC 8725 advises. */
const OidcTokens = service("oidcTokens");
const IssuerKeys = service("issuerKeys");
const oidc = definePolicy({
	id: "oidc",
	options: Options,
	needs: { tokens: OidcTokens },
	reads: { authorization: { description: "Bearer and an access token." } },
	identifies: {
		description: "An access token (JWT) of an identity provider, as a bearer token.",
		scheme: {
			type: "http",
			scheme: "bearer",
			bearerFormat: "JWT"
		},
		challenge: "Bearer",
		describe({ issuers }) {
			const names = issuers.map(({ issuer }) => issuer).join(" or ");
			const [only, ...others] = issuers;
			const description = `An access token (JWT) of ${names}, as a bearer token.`;
			return only === void 0 || others.length > 0 || only.jwksUri !== void 0 ? { description } : {
				description,
				scheme: {
					type: "openIdConnect",
					openIdConnectUrl: configurationUrl(only.issuer)
				}
			};
		},
		recall: (call, { use }) => use().tokens.recall(call.header("authorization")),
		identify: (call, { use }) => use().tokens.identify(call.header("authorization")),
		issue: async (wanted, { use }) => (await import("./issue.js")).issueToken(use().tokens, wanted)
	},
	compile: () => void 0,
	statement: ({ options: { issuers } }) => ({ issuers: issuers.map(({ issuer, audience, algorithms, acceptPlainJwt }) => ({
		issuer,
		audience,
		algorithms,
		types: acceptPlainJwt ? ["at+jwt", "JWT"] : ["at+jwt"]
	})) }),
	conformance: () => import("./conformance.js")
});
var oidc_default = definePlugin({
	id: "oidc",
	summary: "Identifies callers by access tokens of identity providers.",
	translations: { es: ES },
	options: Options,
	testOptions: { issuers: [] },
	needs: { clock: Clock },
	provides: {
		tokens: OidcTokens,
		keys: IssuerKeys
	},
	setup({ clock }, { options, log, defer }) {
		const closing = new AbortController();
		defer(() => closing.abort());
		const { maxTokenLength, maxTokens } = options;
		const tokens = new Tokens({
			maxTokenLength,
			maxTokens,
			clock
		});
		const keys = /* @__PURE__ */ new Map();
		for (const issuer of options.issuers) {
			const own = new Keys({
				issuer: issuer.issuer,
				jwksUri: issuer.jwksUri,
				maxAgeMs: toMilliseconds(options.keysMaxAge),
				cooldownMs: toMilliseconds(options.cooldown),
				timeoutMs: toMilliseconds(options.timeout),
				maxBytes: options.maxResponseBytes,
				signal: closing.signal,
				log
			});
			tokens.trust(issuer, own);
			keys.set(issuer.issuer, own);
			own.refresh();
		}
		return {
			keys,
			tokens
		};
	},
	policies: [oidc],
	routes,
	documents: { showMetadata },
	health: ({ keys }) => ({ issuers: {
		title: {
			en: "Sign-in",
			es: "Inicio de sesión"
		},
		check() {
			for (const one of keys.values()) one.refresh();
			const failing = [...keys].flatMap(([issuer, one]) => one.failing ? [issuer] : []);
			return failing.length === 0 ? { status: "ok" } : {
				status: "degraded",
				detail: `The keys of ${failing.join(", ")} cannot be read.`
			};
		}
	} }),
	metrics: ({ tokens }) => ({ remembered_tokens: {
		help: "Verified tokens that are remembered.",
		type: "gauge",
		read: () => tokens.remembered
	} })
});
export { oidc_default as default };

//# sourceMappingURL=index.js.map