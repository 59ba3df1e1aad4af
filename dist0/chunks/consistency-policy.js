import { t as definePlugin } from "./plugin.js";
import { t as definePolicy } from "./policy.js";
import "./kernel.js";
import { g as looseObject, h as literal } from "./zod2.js";
import { p as Store } from "./services2.js";
import { i as ConsistencyPolicyDiscovery, t as CachePolicyDiscovery } from "./caching.js";
// plugins/discovery/documents/consistency-policy/index.ts
/** The consistency policy document: the guarantee of the stored data, weakened by what caches may store. */
/** @param discovery the form of the document: a service of several nodes says more. */
const consistencyPlugin = (discovery) => definePlugin({
	id: "consistency-policy",
	summary: "Publishes how fresh data is, through caches and without them.",
	section: "policies",
	schemas: { ConsistencyPolicyDiscovery: discovery },
	routes: { showConsistencyPolicy: {
		method: "GET",
		path: "/api/consistency-policy",
		summary: "Read how fresh data is, and how to have it fresher.",
		returns: discovery,
		document: true,
		publish: {
			rootLink: "consistencyPolicy",
			capability: "consistencyPolicyDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		},
		relations: {
			cachePolicy: "cache.showCachePolicy",
			conditionalRequests: "cache.showConditionalRequests",
			pagination: "lists.showPagination"
		}
	} },
	documents: { showConsistencyPolicy(registry) {
		const stated = discovery.shape.service.safeParse(registry.statements["consistency"]).data;
		return discovery.parse({
			...consistencyPolicy(registry),
			service: stated
		});
	} },
	policies: [definePolicy({
		id: "consistency",
		compile: () => void 0,
		statement: ({ guarantees }) => guarantees[Store.id],
		conformance: () => import("../plugins/discovery/documents/consistency-policy/conformance.js")
	})]
});
var consistency_policy_default = consistencyPlugin(ConsistencyPolicyDiscovery);
/** The only guarantee that permits to promise more than staleness: another store may state anything, or nothing. */
const Strong = looseObject({ model: literal("strong") });
function consistencyPolicy({ routes, installed, statements }) {
	const storeUsers = new Set(installed.filter(({ plugin }) => Object.values(plugin.needs ?? {}).some(({ id }) => id === Store.id)).map(({ plugin }) => plugin.id));
	const paths = new Set(routes.filter(({ plugin, site }) => storeUsers.has(plugin) && !site).map(({ path }) => path));
	const cacheable = (CachePolicyDiscovery.optional().parse(statements["cache"])?.cacheable ?? []).filter(({ path, maxAge, revalidate }) => paths.has(path) && maxAge + revalidate > 0);
	const isStoreStrong = storeUsers.size === 0 || Strong.safeParse(statements["consistency"]).success;
	const isStrong = cacheable.length === 0 && isStoreStrong;
	return {
		model: isStrong ? "strong" : "bounded-staleness",
		readYourWrites: isStrong,
		monotonicReads: isStrong,
		staleReadsAllowed: !isStrong,
		cachingInteraction: {
			maxStalenessSeconds: Math.max(0, ...cacheable.map(({ maxAge, revalidate }) => maxAge + revalidate)),
			endpoints: [...new Set(cacheable.map(({ path }) => path))],
			bypass: "Cache-Control: no-cache"
		}
	};
}
export { consistency_policy_default as n, consistencyPlugin as t };

//# sourceMappingURL=consistency-policy.js.map