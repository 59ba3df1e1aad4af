import { o as SharedVersion } from "../../../../chunks/health.js";
import { t as versionPlugin } from "../../../../chunks/version.js";
// plugins/monitoring/probes/version/shared.ts
/** The version of a service of several nodes, of which a rollout replaces one after another. */
var shared_default = {
	...versionPlugin(SharedVersion),
	translations: { es: { "What the node serves: equal on all nodes with the same plugins and config, so that a rollout shows.": "Lo que sirve el nodo: igual en todos los nodos con los mismos plugins y la misma configuración, para que se vea un despliegue." } }
};
export { shared_default as default };

//# sourceMappingURL=shared.js.map