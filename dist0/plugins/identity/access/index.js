import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { n as didYouMean } from "../../../chunks/finding.js";
import { C as strictObject, S as record, b as object, c as array, p as int, w as string, y as number } from "../../../chunks/zod2.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { d as Plans, u as Limiter } from "../../../chunks/services2.js";
import { m as toJsonSchema } from "../../../chunks/route-keys.js";
import { n as Unavailable } from "../../../chunks/refusal.js";
import { t as clientNetwork } from "../../../chunks/client-network.js";
import { t as I } from "../../../chunks/lru-cache.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { a as strictest, i as scopesOf, n as missingScopes, r as raise, t as Access } from "../../../chunks/levels.js";
import { n as StatedPlan, r as statePlans, t as SHOWN_BY$1 } from "../../../chunks/stated-plans.js";
// plugins/identity/access/attempts.ts
/** Failed authentications by network. */
/**
* The part of the failures left for which a node has proofs under way at the same time where nodes count together, since
* none knows of a proof at another one before it has failed.
*/
const PART_AT_ONCE = 1 / 4;
/** Limits how often a network may fail. `now` is in milliseconds of `performance.now()`. */
var Attempts = class {
	#settings;
	#limit;
	#counter;
	#networks;
	/** @param counter of the failures at all nodes. Default: this node counts for itself. */
	constructor(settings, counter) {
		const { limit, windowMs, maxNetworks } = settings;
		this.#settings = settings;
		this.#limit = {
			name: "authentication",
			limit,
			windowMs
		};
		this.#counter = counter;
		this.#networks = new I({ max: maxNetworks });
	}
	/**
	* Runs a proof unless the network has failed too often. Proofs that would exceed the limit if all those under way
	* failed wait for them, so that neither many bad credentials at the same time exceed it nor many good ones are refused.
	* Where nodes count together, a failure beyond the limit becomes a refusal.
	*/
	run(name, now, prove, isFailure) {
		const network = this.#find(name, now);
		return network.underway < this.#places(network) ? this.#prove(name, network, now, prove, isFailure) : this.#wait(name, network, now, prove, isFailure);
	}
	async #wait(name, network, now, prove, isFailure) {
		const { failures, endsAt, waiting } = network;
		if (failures < this.#settings.limit) await new Promise((resolve) => void waiting.push(resolve));
		else {
			const retryAfter = this.#counter === void 0 ? Math.max(1, Math.ceil((endsAt - now) / 1e3)) : this.#learn(network, await this.#counter.peek(name, performance.now(), this.#limit));
			if (retryAfter !== void 0) return { retryAfter };
		}
		return this.run(name, now, prove, isFailure);
	}
	async #prove(name, network, now, prove, isFailure) {
		network.underway += 1;
		try {
			const result = await prove();
			if (!isFailure(result)) return { result };
			if (this.#counter !== void 0) {
				const quota = await this.#counter.take(name, performance.now(), this.#limit);
				this.#learn(network, quota);
				return quota.allowed ? { result } : { retryAfter: quota.reset };
			}
			if (network.failures === 0) network.endsAt = now + this.#settings.windowMs;
			network.failures += 1;
			return { result };
		} finally {
			network.underway -= 1;
			this.#wake(name, network);
		}
	}
	/** Returns how many proofs may be under way at the same time. */
	#places({ failures }) {
		const left = this.#settings.limit - failures;
		return this.#counter === void 0 ? left : Math.ceil(left * PART_AT_ONCE);
	}
	/** Takes over the count of all nodes. Returns the seconds until there are failures left; undefined when there are. */
	#learn(network, { allowed, remaining, reset }) {
		const left = allowed ? remaining : 0;
		network.failures = this.#settings.limit - left;
		network.endsAt = network.failures === 0 ? Infinity : performance.now() + reset * 1e3;
		return left > 0 ? void 0 : reset;
	}
	#find(name, now) {
		let network = this.#networks.get(name);
		if (network === void 0) {
			network = {
				failures: 0,
				underway: 0,
				endsAt: Infinity,
				waiting: []
			};
			this.#networks.set(name, network);
		}
		if (network.endsAt <= now) {
			network.failures = 0;
			network.endsAt = Infinity;
		}
		return network;
	}
	/** Wakes the next proof, or all when they are refused. Forgets a network of which there is nothing to remember. */
	#wake(name, network) {
		const { failures, underway, waiting } = network;
		const isKept = this.#networks.peek(name) === network;
		const goesOn = isKept && failures < this.#settings.limit;
		for (const wake of waiting.splice(0, goesOn ? 1 : Infinity)) wake();
		if (isKept && failures + underway + waiting.length === 0) this.#networks.delete(name);
	}
};
// plugins/identity/access/options.ts
const Window = Duration.refine((window) => toMilliseconds(window) > 0, "a window is longer than nothing");
const LimitWindow = Window.refine((window) => toMilliseconds(window) % 1e3 === 0, "the window of a plan must be whole seconds, such as \"60s\"");
/** Names become strings in RateLimit and RateLimit-Policy (RFC 9651, section 3.3.3). */
const PLAN_NAME = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;
const Options = strictObject({
	require: record(string(), Access).default({}).meta({
		description: "What plugins and routes ask for beyond what their authors wrote, by plugin id or plugin.routeId: authenticated, or scopes.",
		examples: [{
			brains: "authenticated",
			"offices.listOffices": { scopes: ["offices:read"] }
		}]
	}),
	realm: string().regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, "a realm is printable ASCII without \" and \\").default("api").describe("Name of the protected space, as WWW-Authenticate shows it."),
	plans: record(string(), strictObject({
		limit: int().min(1).optional().describe("Requests per window. Default: the rate limit's."),
		window: LimitWindow.optional().describe("Length of the window, in whole seconds. Default: the rate limit's."),
		requestsLimit: int().min(0).optional().describe("Requests per calendar month. Default: any number.")
	})).refine((plans) => Object.keys(plans).every((name) => PLAN_NAME.test(name)), "the name of a plan is printable ASCII without \" and \\").default({}).meta({
		description: "Plans of principals, by name.",
		examples: [{ free: {
			limit: 60,
			window: "60s",
			requestsLimit: 1e4
		} }]
	}),
	defaultPlan: string().optional().describe("Plan of principals that have none of their own. Default: no plan."),
	failures: int().min(1).default(20).describe("Failed authentications per failureWindow and network; further credentials are refused unseen."),
	failureWindow: Window.default("60s").describe("Length of the window in which failures count."),
	maxNetworks: int().min(2).default(1e5).describe("Maximum number of networks whose failures are remembered. Beyond it the oldest are forgotten.")
});
// plugins/identity/access/authentication.ts
/** The security policy shows how credentials are asked for, and how many may fail. */
const SHOWN_BY = "security-headers.showSecurityPolicy";
const Authentication = object({
	realm: string().describe("Name of the protected space, as WWW-Authenticate shows it."),
	failures: object({
		limit: int().min(1),
		windowSeconds: number()
	}).describe("Failed authentications of a network, beyond which it is refused with 429.")
});
/** Adds a member to the document, which does not know it. */
const authentication = definePolicy({
	id: "authentication",
	options: Options,
	compile({ ref }, { options: { realm, failures, failureWindow } }) {
		if (ref !== SHOWN_BY) return void 0;
		const windowSeconds = toMilliseconds(failureWindow) / 1e3;
		const member = {
			schema: toJsonSchema(Authentication).root,
			value: () => ({
				realm,
				failures: {
					limit: failures,
					windowSeconds
				}
			})
		};
		return { members: (outcome) => outcome === "ok" ? { authentication: member } : {} };
	}
});
// plugins/identity/access/identify.ts
/** Stage identify: from the credential of a request to its principal. */
const ANONYMOUS = Object.freeze({ kind: "anonymous" });
const VALID = Object.freeze({ kind: "valid" });
const INVALID = Object.freeze({ kind: "invalid" });
const SEVERAL = Object.freeze({ kind: "several" });
/** Returns the function that sets the principal of a call and says what became of its credential. */
function createIdentify(identifiers, attempts) {
	function accept(call, principal) {
		call.principal = principal;
		return VALID;
	}
	async function prove(call, sent) {
		const { result: found, retryAfter } = await attempts().run(clientNetwork(call.client), call.startedAt, async () => Promise.all(sent.map((one) => tryIdentify(one, call))), (all) => all.every((principal) => principal === void 0));
		if (retryAfter !== void 0) return {
			kind: "refused",
			retryAfter
		};
		const principals = found.filter((one) => one !== void 0 && !(one instanceof Unavailable));
		const [principal] = principals;
		if (principals.length > 1) return SEVERAL;
		if (principal !== void 0) return accept(call, principal);
		const failure = found.find((one) => one instanceof Unavailable);
		return failure === void 0 ? INVALID : {
			kind: "unproved",
			retryAfter: failure.refusal.retryAfter
		};
	}
	return (call) => {
		if (call.principal !== void 0) return VALID;
		if (!identifiers.some((one) => one.isSent(call))) return ANONYMOUS;
		const sent = identifiers.filter((one) => one.isSent(call));
		if (isAmbiguous(sent, call)) return SEVERAL;
		for (const one of sent) {
			const known = one.recall(call);
			if (known !== void 0) return accept(call, known);
		}
		return prove(call, sent);
	};
}
/** A credential is in one header, or in the several of one way to identify. Two ways may read the same header. */
function isAmbiguous(sent, call) {
	const [first, ...others] = sent;
	return (first?.headers.filter((name) => others.every(({ headers }) => headers.includes(name))))?.length === 0 || sent.some(({ headers }) => headers.some((name) => call.isRepeated(name)));
}
/** Fails only for bugs: while one way to identify is away, credentials of the others count. */
async function tryIdentify(identifier, call) {
	try {
		return await identifier.identify(call);
	} catch (error) {
		if (error instanceof Unavailable) return error;
		throw error;
	}
}
// plugins/identity/access/plans.ts
/** Plans of principals: who has which, and documents about limits that show them. */
/** A plan that is not in the config, of a credential that is older than it, is the default plan. */
function createPlans({ plans, defaultPlan = "" }) {
	const byName = new Map(Object.entries(plans).map(([name, { limit, window, requestsLimit }]) => {
		return [name, {
			name,
			limit,
			windowMs: window === void 0 ? void 0 : toMilliseconds(window),
			requestsLimit
		}];
	}));
	return { of: ({ plan = defaultPlan }) => byName.get(plan) ?? byName.get(defaultPlan) };
}
const Shown = array(StatedPlan).describe("The limits of principals, by plan. The limit beside them is that of all others.");
/** Adds the plans to documents about limits, which do not know them. */
const plans = definePolicy({
	id: "plans",
	options: Options,
	compile({ ref }, { options }) {
		const stated = statePlans(options);
		if (stated.length === 0 || !SHOWN_BY$1.includes(ref)) return void 0;
		const member = {
			schema: toJsonSchema(Shown).root,
			value: ({ body: { limit, windowSeconds } }) => stated.map((plan) => ({
				limit,
				windowSeconds,
				...plan
			}))
		};
		return { members: (outcome) => outcome === "ok" ? { plans: member } : {} };
	},
	statement: ({ options }) => ({ plans: statePlans(options) }),
	conformance: () => import("./plans.conformance.js")
});
// plugins/identity/access/requirements.ts
/** Findings about the options: what they require must exist, and be more than nothing. */
const requirements = {
	findings: {
		ACCESS_UNKNOWN: {
			meaning: "The config requires access for a plugin or a route that does not exist.",
			hint: "Write the id of an enabled plugin with routes, or plugin.routeId."
		},
		ACCESS_LOWERED: {
			meaning: "The config asks to make a plugin or a route public, and can only ask for more.",
			hint: "Remove the entry. Only the author of a route can open it."
		},
		ACCESS_PLAN_UNKNOWN: {
			meaning: "The default plan is none of the plans.",
			hint: "Add it below plans, or name one of them."
		}
	},
	run({ routes }, { require, plans, defaultPlan }) {
		const known = [...new Set(routes.flatMap(({ plugin, name }) => [plugin, `${plugin}.${name}`]))];
		const findings = [];
		for (const [ref, level] of Object.entries(require)) {
			const where = `plugins.access.require.${ref}`;
			if (!known.includes(ref)) findings.push({
				code: "ACCESS_UNKNOWN",
				where,
				message: `no enabled plugin or route is named ${JSON.stringify(ref)}`,
				hint: didYouMean(ref, known)
			});
			else if (scopesOf(level) === void 0) findings.push({
				code: "ACCESS_LOWERED",
				where,
				message: "the config can ask for more than the author of a route did, never for less",
				hint: "write authenticated or { scopes: […] }, or remove the entry"
			});
		}
		if (defaultPlan !== void 0 && !Object.hasOwn(plans, defaultPlan)) findings.push({
			code: "ACCESS_PLAN_UNKNOWN",
			where: "plugins.access.defaultPlan",
			message: `${JSON.stringify(defaultPlan)} is none of the plans`,
			hint: didYouMean(defaultPlan, Object.keys(plans))
		});
		return findings;
	}
};
// plugins/identity/access/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"This requires authentication. Send a credential.": "Esto requiere autenticación. Envía una credencial.",
	"The credential is not valid.": "La credencial no es válida.",
	"The request has more than one credential.": "La petición tiene más de una credencial.",
	"Too many authentications from this network have failed. Wait before the next one.": "Han fallado demasiadas autenticaciones desde esta red. Espera antes de intentarlo otra vez.",
	"The credential does not allow this.": "La credencial no permite esto.",
	"The operation is for known callers, and the request has no credential.": "La operación es para clientes conocidos, y la petición no lleva credencial.",
	"Send a credential of a kind that `WWW-Authenticate` names.": "Envía una credencial de uno de los tipos que indica `WWW-Authenticate`.",
	"The credential is mistyped, expired, revoked, or made for another service.": "La credencial está mal escrita, ha caducado, se ha revocado o es de otro servicio.",
	"Send a valid credential; the operator can issue a new one.": "Envía una credencial válida; el operador puede emitir una nueva.",
	"Several parts of the request prove who sends it, such as a key and a token.": "Varias partes de la petición acreditan quién la envía, como una clave y un token.",
	"Send only one of them.": "Envía solo una de ellas.",
	"The network of the client has sent invalid credentials too often.": "La red del cliente ha enviado credenciales no válidas demasiadas veces.",
	"Correct the credential, then wait as many seconds as `Retry-After` says.": "Corrige la credencial y espera los segundos que indica `Retry-After`.",
	"The caller is known, but lacks a scope that the operation requires.": "Se sabe quién llama, pero le falta un permiso que exige la operación.",
	"Ask the operator for the scope. Sending the request again changes nothing.": "Pide el permiso al operador. Repetir la petición no cambia nada.",
	"Asks callers who they are where a route requires it, and refuses those who may not.": "Pregunta a los clientes quiénes son cuando una ruta lo exige, y rechaza a los que no tienen permiso.",
	"How to authenticate, and why that failed (RFC 9110, RFC 6750).": "Cómo autenticarse y por qué ha fallado (RFC 9110, RFC 6750).",
	"Name of the protected space, as WWW-Authenticate shows it.": "Nombre del espacio protegido, como lo muestra WWW-Authenticate.",
	"Failed authentications of a network, beyond which it is refused with 429.": "Autenticaciones fallidas de una red a partir de las cuales se la rechaza con 429."
};
// plugins/identity/access/index.ts
/** Who may use a route: everybody, every known caller, or callers with some scopes. */
const FailedAttempts = service("failedAttempts");
/** Finds the principal, and refuses credentials that do not count, also where none is required. */
const credentials = definePolicy({
	id: "credentials",
	guards: false,
	asksIdentifiers: true,
	options: Options,
	needs: { attempts: FailedAttempts },
	writes: { "WWW-Authenticate": "How to authenticate, and why that failed (RFC 9110, RFC 6750)." },
	compile({ declaration }, { options: { realm }, use, identifiers }) {
		const challenge = challengeOf(identifiers, realm, scopesOf(declaration.access));
		return {
			begin: createIdentify(identifiers, () => use().attempts),
			admit: (_call, verdict) => refusalOf(verdict),
			fields: (outcome) => ({ "WWW-Authenticate": outcome === "error" ? challenge : void 0 })
		};
	},
	statement: ({ options: { realm, failures, failureWindow }, identifiers }) => ({
		realm,
		authMethods: identifiers.map(({ policy: id, description }) => ({
			id,
			description,
			current: true
		})),
		failures: {
			limit: failures,
			windowSeconds: toMilliseconds(failureWindow) / 1e3
		}
	}),
	conformance: () => import("./conformance/credentials.js")
});
/** Asks for the principal that a route requires. */
const access = definePolicy({
	id: "access",
	guards: true,
	options: Options,
	key: "access",
	schema: Access,
	adjust(route, ref, { require }) {
		const [plugin = ""] = ref.split(".");
		const { writeScope } = route;
		const asked = strictest([
			writeScope === void 0 ? void 0 : { scopes: [writeScope] },
			require[plugin],
			require[ref]
		]);
		const level = asked && strictest([route.access, asked]);
		return scopesOf(level) === void 0 || level === void 0 ? route : raise(route, level);
	},
	compile(_route, { identifiers }, value) {
		const required = scopesOf(value);
		if (required === void 0) return void 0;
		return {
			security: { scopes: required },
			varies: [...new Set(identifiers.flatMap(({ headers }) => headers))],
			admit({ principal }) {
				if (principal === void 0) return { code: "authentication-required" };
				const missing = missingScopes(principal, required);
				if (missing.length === 0) return void 0;
				return {
					code: "insufficient-scope",
					detail: `The credential lacks ${missing.length > 1 ? "the scopes" : "the scope"} ${missing.join(", ")}.`,
					extensions: { missingScopes: missing }
				};
			}
		};
	},
	statement: ({ routes }) => ({ protected: routes.flatMap(({ ref, declaration }) => {
		const scopes = scopesOf(declaration.access);
		return scopes === void 0 ? [] : [{
			route: ref,
			scopes
		}];
	}) }),
	conformance: () => import("./conformance/access.js")
});
function refusalOf(verdict) {
	switch (verdict.kind) {
		case "anonymous":
		case "valid": return;
		case "invalid": return { code: "credentials-invalid" };
		case "several": return {
			code: "credentials-ambiguous",
			detail: "The request has more than one credential. Send one of them."
		};
		case "refused": return {
			code: "authentication-throttled",
			retryAfter: verdict.retryAfter
		};
		case "unproved": return {
			code: "service-unavailable",
			retryAfter: verdict.retryAfter
		};
	}
}
/** One challenge for each scheme, with the error where there is one (RFC 6750, section 3). */
function challengeOf(identifiers, realm, required = []) {
	const schemes = [...new Set(identifiers.map(({ challenge }) => challenge))];
	const withError = (error) => schemes.map((scheme) => `${scheme} realm="${realm}"${error}`).join(", ");
	const scope = required.length === 0 ? "" : `, scope="${required.join(" ")}"`;
	const fields = {
		"authentication-required": withError(""),
		"credentials-invalid": withError(", error=\"invalid_token\""),
		"credentials-ambiguous": withError(", error=\"invalid_request\""),
		"insufficient-scope": withError(`, error="insufficient_scope"${scope}`)
	};
	return (_call, { failure }) => fields[failure?.code ?? ""];
}
var access_default = definePlugin({
	id: "access",
	summary: "Asks callers who they are where a route requires it, and refuses those who may not.",
	translations: { es: ES },
	options: Options,
	needs: { limiter: optional(Limiter) },
	provides: {
		attempts: FailedAttempts,
		plans: Plans
	},
	setup: ({ limiter }, { options }) => ({
		attempts: new Attempts({
			limit: options.failures,
			windowMs: toMilliseconds(options.failureWindow),
			maxNetworks: options.maxNetworks
		}, limiter?.counter("failedAuthentications")),
		plans: createPlans(options)
	}),
	policies: [
		credentials,
		access,
		authentication,
		plans
	],
	errors: {
		"authentication-required": {
			status: 401,
			message: "This requires authentication. Send a credential.",
			cause: "The operation is for known callers, and the request has no credential.",
			remedy: "Send a credential of a kind that `WWW-Authenticate` names."
		},
		"credentials-invalid": {
			status: 401,
			message: "The credential is not valid.",
			cause: "The credential is mistyped, expired, revoked, or made for another service.",
			remedy: "Send a valid credential; the operator can issue a new one."
		},
		"credentials-ambiguous": {
			status: 400,
			message: "The request has more than one credential.",
			cause: "Several parts of the request prove who sends it, such as a key and a token.",
			remedy: "Send only one of them."
		},
		"authentication-throttled": {
			status: 429,
			message: "Too many authentications from this network have failed. Wait before the next one.",
			cause: "The network of the client has sent invalid credentials too often.",
			remedy: "Correct the credential, then wait as many seconds as `Retry-After` says."
		},
		"insufficient-scope": {
			status: 403,
			message: "The credential does not allow this.",
			cause: "The caller is known, but lacks a scope that the operation requires.",
			remedy: "Ask the operator for the scope. Sending the request again changes nothing."
		}
	},
	validate: requirements
});
export { access_default as default };

//# sourceMappingURL=index.js.map