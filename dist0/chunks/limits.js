import { b as object, c as array, p as int, s as _enum, w as string } from "./zod2.js";
// schemas/documents/limits.ts
/** The rate limit of one client. */
const Limits = object({
	limit: int().min(1).describe("Requests per window."),
	windowSeconds: int().min(1)
});
/** How requests are counted, and the headers that report it. */
const RateLimitPolicyDiscovery = object({
	name: string().describe("The name of the limit in RateLimit and RateLimit-Policy."),
	limit: int().min(1).describe("Requests per window."),
	windowSeconds: int().min(1),
	per: string().describe("Whose requests are counted together."),
	exemptMethods: array(string()),
	exemptPaths: array(string()),
	headers: array(string()).describe("Headers on every answer that report the limit."),
	on429: object({
		code: string().describe("The code of the error catalog."),
		status: int(),
		header: string().describe("The header with the number of seconds to wait.")
	}),
	reference: string().describe("RFC 9211, which this API has always named although it specifies Cache-Status."),
	references: array(string()).describe("The specifications that apply.")
});
/** The same where nodes count together. */
const SharedRateLimitPolicyDiscovery = RateLimitPolicyDiscovery.extend({
	scope: _enum(["instance", "cluster"]).describe("The nodes whose requests count together."),
	accuracy: object({
		over: int().min(0).describe("Requests that may be allowed beyond the limit."),
		early: string().describe("Requests by which a client may be refused too early, as nodes take them in advance.")
	}),
	onFailure: _enum([
		"local-share",
		"open",
		"closed"
	]).describe("How nodes count while they cannot reach each other: each its share of the limit.")
});
/** Maximum sizes of requests. */
const SizeLimits = object({
	maxRequestPayloadBytes: int().min(0).describe("A larger body is refused with 413."),
	maxUrlLength: int().min(1).describe("Bytes of path and query; a longer one is refused with 414.")
});
export { SizeLimits as i, RateLimitPolicyDiscovery as n, SharedRateLimitPolicyDiscovery as r, Limits as t };

//# sourceMappingURL=limits.js.map