import { r as SharedRateLimitPolicyDiscovery } from "../../../chunks/limits.js";
import { t as rateLimitPlugin } from "../../../chunks/rate-limit.js";
// plugins/policies/rate-limit/shared.ts
/** The rate limit of a service whose nodes count together. */
var shared_default = {
	...rateLimitPlugin(SharedRateLimitPolicyDiscovery),
	translations: { es: {
		"The nodes whose requests count together.": "Los nodos cuyas peticiones se cuentan juntas.",
		"Requests that may be allowed beyond the limit.": "Peticiones que pueden permitirse por encima del límite.",
		"Requests by which a client may be refused too early, as nodes take them in advance.": "Peticiones de más con las que se puede rechazar a un cliente antes de tiempo, porque los nodos las reservan por adelantado.",
		"How nodes count while they cannot reach each other: each its share of the limit.": "Cómo cuentan los nodos mientras no pueden comunicarse entre sí: cada uno, su parte del límite."
	} }
};
export { shared_default as default };

//# sourceMappingURL=shared.js.map