import { t as definePlugin } from "./plugin.js";
import { t as definePolicy } from "./policy.js";
import "./kernel.js";
import { _ as service, g as optional } from "./explain-issues.js";
import { C as strictObject, h as literal, p as int } from "./zod2.js";
import { n as toMilliseconds } from "./duration.js";
import { d as Plans, u as Limiter } from "./services2.js";
import { t as clientNetwork } from "./client-network.js";
import { t as Duration } from "./duration2.js";
import { n as RateLimitPolicyDiscovery, t as Limits } from "./limits.js";
import { t as Generations } from "./generations.js";
// plugins/policies/rate-limit/counter.ts
/**
* Returns a counter of fixed windows, `maxClients` of them at most; beyond it the older half is forgotten. 100,000 take
* 11 MB. A client's window opens with its first request.
*/
function createCounter(maxClients) {
	const windows = new Generations(maxClients);
	const open = (client, now, { windowMs }) => {
		const window = {
			used: 0,
			endsAt: now + windowMs
		};
		windows.set(client, window, now, windowMs);
		return window;
	};
	const quota = (of, used, msLeft, allowed) => ({
		of,
		allowed,
		remaining: used < of.limit ? of.limit - used : 0,
		reset: Math.min(Math.ceil(of.windowMs / 1e3), Math.ceil(msLeft / 1e3))
	});
	return {
		take(client, now, limit) {
			const window = windows.find(client, now, limit.windowMs) ?? open(client, now, limit);
			window.used += 1;
			return quota(limit, window.used, window.endsAt - now, window.used <= limit.limit);
		},
		peek(client, now, limit) {
			const window = windows.find(client, now, limit.windowMs);
			const msLeft = window === void 0 ? limit.windowMs : window.endsAt - now;
			return quota(limit, window?.used ?? 0, msLeft, true);
		}
	};
}
// plugins/policies/rate-limit/index.ts
const options = strictObject({
	limit: int().min(1).default(600).describe("Requests per window and client: an address, or a principal without a plan."),
	window: Duration.refine((window) => {
		const ms = toMilliseconds(window);
		return ms > 0 && ms % 1e3 === 0;
	}, "the window must be whole seconds, such as \"60s\"").default("60s").describe("Length of a client's window, in whole seconds."),
	maxClients: int().min(2).default(1e5).describe("Maximum number of clients remembered. Beyond it the oldest are forgotten.")
});
const EXCEEDED = "rate-limit-exceeded";
const REFUSAL = {
	status: 429,
	message: "The client has made more requests than its limit allows.",
	cause: "The client has used up the requests of its window.",
	remedy: "Wait as many seconds as `Retry-After` says, and spread the requests from then on."
};
const DecisionCounts = service("limitDecisions");
const NetworkCounter = service("networkCounter");
/** Apart from networks, so that no number of networks makes it forget a principal. */
const PrincipalCounter = service("principalCounter");
/** `reference` is wrong (RFC 9211 is about Cache-Status) but part of the contract; `references` has those that apply. */
const REFERENCES = {
	reference: "RFC 9211",
	references: [
		"RFC 6585",
		"RFC 9110, section 10.2.3",
		"draft-ietf-httpapi-ratelimit-headers-11"
	]
};
/** The policy's name in RateLimit and RateLimit-Policy. */
const POLICY = "default";
const writes = {
	"X-RateLimit-Limit": "Requests that a client may make per window.",
	"X-RateLimit-Remaining": "Requests left in the client's window.",
	"X-RateLimit-Reset": "Seconds until the client's window ends.",
	"RateLimit-Policy": "The limit in force, by name: its quota and its window in seconds.",
	RateLimit: "What is left of that limit: requests, and seconds until the window ends."
};
const NETWORK = "client address; an IPv6 address counts as its /64 network";
const policy = definePolicy({
	id: "rate-limit",
	options,
	guards: false,
	needs: {
		networks: NetworkCounter,
		principals: PrincipalCounter,
		decisions: DecisionCounts,
		plans: optional(Plans)
	},
	key: "rateLimit",
	schema: literal("exempt"),
	writes,
	compile({ declaration }, { options: { limit, window }, use, identifiers }, value) {
		if (declaration.listener !== void 0) return void 0;
		const everybody = {
			name: POLICY,
			limit,
			windowMs: toMilliseconds(window)
		};
		const isFree = ({ method, client, principal }) => value === "exempt" || method === "OPTIONS" || client === "" && principal === void 0;
		const ofNetwork = (call) => {
			const { networks } = use();
			const { client, startedAt } = call;
			const key = clientNetwork(client);
			return isFree(call) ? networks.peek(key, startedAt, everybody) : networks.take(key, startedAt, everybody);
		};
		const ofCaller = (call) => {
			const { principal, startedAt } = call;
			if (principal === void 0) return ofNetwork(call);
			const { principals, plans } = use();
			const own = limitOf(plans?.of(principal), everybody);
			return isFree(call) ? principals.peek(principal.id, startedAt, own) : principals.take(principal.id, startedAt, own);
		};
		const isOneForAll = identifiers.length === 0;
		return {
			begin: isOneForAll ? ofNetwork : ofCaller,
			admit(call, { allowed, of, reset }) {
				const { decisions } = use();
				if (allowed) {
					if (!isFree(call)) decisions.allowed++;
					return;
				}
				decisions.refused++;
				return {
					code: EXCEEDED,
					detail: `A client may make ${of.limit} requests per ${of.windowMs / 1e3} seconds; this one may ask again in ${reset}.`,
					retryAfter: reset,
					extensions: { "violated-policies": [of.name] }
				};
			},
			fields: () => ({
				"X-RateLimit-Limit": isOneForAll ? String(limit) : (_call, _reply, { of }) => String(of.limit),
				"X-RateLimit-Remaining": (_call, _reply, { remaining }) => String(remaining),
				"X-RateLimit-Reset": (_call, _reply, { reset }) => String(reset),
				"RateLimit-Policy": isOneForAll ? policyItem(everybody) : (_call, _reply, { of }) => policyItem(of),
				RateLimit: (_call, _reply, { of, remaining, reset }) => `"${of.name}";r=${remaining};t=${reset}`
			})
		};
	},
	statement: ({ options: { limit, window }, routes, identifiers, guarantees }) => ({
		name: POLICY,
		limit,
		windowSeconds: toMilliseconds(window) / 1e3,
		per: identifiers.length === 0 ? NETWORK : `principal; without a credential, ${NETWORK}`,
		exemptMethods: ["OPTIONS"],
		exemptPaths: routes.filter(({ declaration }) => declaration.rateLimit === "exempt").map(({ path }) => path),
		headers: Object.keys(writes),
		on429: {
			code: EXCEEDED,
			status: REFUSAL.status,
			header: "Retry-After"
		},
		...Object(guarantees[Limiter.id])
	}),
	conformance: () => import("../plugins/policies/rate-limit/conformance.js")
});
/** The limit of a plan; the parts that it leaves out are those of everybody. */
function limitOf(plan, everybody) {
	if (plan === void 0) return everybody;
	const { name, limit = everybody.limit, windowMs = everybody.windowMs } = plan;
	return {
		name,
		limit,
		windowMs
	};
}
function policyItem({ name, limit, windowMs }) {
	return `"${name}";q=${limit};w=${windowMs / 1e3}`;
}
/** @param discovery the form of the policy document: where nodes count together, it says more. */
const rateLimitPlugin = (discovery) => definePlugin({
	id: "rate-limit",
	summary: "Limits the requests of each client, and reports how many are left.",
	section: "policies",
	options,
	needs: { limiter: optional(Limiter) },
	provides: {
		networks: NetworkCounter,
		principals: PrincipalCounter,
		decisions: DecisionCounts
	},
	setup({ limiter }, { options: { maxClients } }) {
		const counter = (name) => limiter?.counter(name) ?? createCounter(maxClients);
		return {
			networks: counter("networks"),
			principals: counter("principals"),
			decisions: {
				allowed: 0,
				refused: 0
			}
		};
	},
	policies: [policy],
	metrics: ({ decisions }) => ({ decisions_total: {
		help: "Requests that counted towards a limit, by whether they were allowed.",
		type: "counter",
		detail: true,
		read: () => Object.entries(decisions).map(([decision, value]) => ({
			labels: { decision },
			value
		}))
	} }),
	errors: { [EXCEEDED]: REFUSAL },
	schemas: {
		Limits,
		RateLimitPolicyDiscovery: discovery
	},
	routes: {
		showLimits: {
			method: "GET",
			path: "/api/limits",
			summary: "Read how many requests a client may make.",
			returns: Limits,
			document: true,
			publish: { rootLink: "limits" },
			cache: {
				scope: "public",
				maxAge: "60s"
			},
			serverTiming: true,
			relations: { rateLimitPolicy: "showRateLimitPolicy" }
		},
		showRateLimitPolicy: {
			method: "GET",
			path: "/api/rate-limit-policy",
			summary: "Read how requests are counted, and which headers report it.",
			returns: discovery,
			document: true,
			publish: {
				rootLink: "rateLimitPolicy",
				capability: "rateLimitPolicyDiscovery"
			},
			cache: {
				scope: "public",
				maxAge: "5m"
			},
			relations: {
				limits: "showLimits",
				retryPolicy: "retry-policy.showRetryPolicy"
			}
		}
	},
	documents: {
		showLimits: ({ statements }) => Limits.parse(statements["rate-limit"]),
		showRateLimitPolicy: ({ statements }) => discovery.parse({
			...Object(statements["rate-limit"]),
			...REFERENCES
		})
	}
});
var rate_limit_default = rateLimitPlugin(RateLimitPolicyDiscovery);
export { rate_limit_default as n, rateLimitPlugin as t };

//# sourceMappingURL=rate-limit.js.map