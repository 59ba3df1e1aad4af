import { a as SharedConsistencyPolicyDiscovery } from "../../../../chunks/caching.js";
import { t as consistencyPlugin } from "../../../../chunks/consistency-policy.js";
// plugins/discovery/documents/consistency-policy/shared.ts
/** The consistency policy of a service of several nodes: the store states within which time they learn of changes. */
var shared_default = {
	...consistencyPlugin(SharedConsistencyPolicyDiscovery),
	translations: { es: {
		"Milliseconds after which a change by another node usually shows.": "Milisegundos tras los que suele verse un cambio hecho por otro nodo.",
		"Milliseconds after which it shows in every answer that begins later.": "Milisegundos tras los que se ve en toda respuesta que empiece después.",
		"Whether that holds for all nodes together.": "Si eso vale para todos los nodos juntos.",
		"The database that all nodes share.": "La base de datos que comparten todos los nodos."
	} }
};
export { shared_default as default };

//# sourceMappingURL=shared.js.map