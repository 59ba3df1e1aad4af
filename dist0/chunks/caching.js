import { b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
// schemas/documents/caching.ts
/** A path whose answers caches may keep, and for how long (RFC 9111, RFC 5861). */
const CacheablePath = object({
	path: string(),
	scope: _enum(["public", "private"]),
	maxAge: int().min(0).describe("Seconds."),
	revalidate: int().min(0).describe("Further seconds in which a cache may serve the stale answer while it fetches a new one.")
}).meta({ id: "CacheablePath" });
/** The answers that caches may keep, for how long, and how they revalidate them. */
const CachePolicyDiscovery = object({
	cacheable: array(CacheablePath),
	noStore: array(string()).describe("Paths whose answers caches must not keep."),
	revalidation: object({
		validator: string(),
		conditions: array(string()),
		endpoints: array(string()).describe("Paths whose answers have the validator.")
	})
});
/** How to request an answer only if it has changed (RFC 9110, section 13). */
const ConditionalRequestsDiscovery = object({
	validator: string().describe("The response header to keep."),
	conditions: array(string()).describe("The request headers that can repeat its value."),
	status: int().describe("The status when nothing has changed."),
	endpoints: array(string())
});
/** How fresh data is, through caches and without them. */
const ConsistencyPolicyDiscovery = object({
	model: _enum(["strong", "bounded-staleness"]).describe("The model that clients see: `bounded-staleness` while caches may keep data."),
	readYourWrites: boolean(),
	monotonicReads: boolean(),
	staleReadsAllowed: boolean(),
	cachingInteraction: object({
		maxStalenessSeconds: int().min(0).describe("Longest time that a cache may serve data after it has changed."),
		endpoints: array(string()).describe("Paths of data that caches may keep."),
		bypass: string().describe("How to get an answer from the server itself.")
	}),
	service: object({
		model: literal("strong"),
		visibility: string().describe("When a change shows in answers.")
	}).optional().describe("The guarantees without caches in between, where the store states them.")
});
/** The same in a service of several nodes, which learn of each other's changes. */
const SharedConsistencyPolicyDiscovery = ConsistencyPolicyDiscovery.extend({ service: object({
	model: _enum(["strong", "bounded-staleness"]),
	typicalMs: int().min(0).describe("Milliseconds after which a change by another node usually shows."),
	maxMs: int().min(0).describe("Milliseconds after which it shows in every answer that begins later."),
	visibility: string().describe("When a change shows in answers."),
	scope: _enum(["instance", "cluster"]).describe("Whether that holds for all nodes together."),
	engine: string().describe("The database that all nodes share.")
}).optional().describe("The guarantees without caches in between, where the store states them.") });
export { SharedConsistencyPolicyDiscovery as a, ConsistencyPolicyDiscovery as i, CacheablePath as n, ConditionalRequestsDiscovery as r, CachePolicyDiscovery as t };

//# sourceMappingURL=caching.js.map