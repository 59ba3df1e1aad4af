/** The version of a service of several nodes, of which a rollout replaces one after another. */
import { SharedVersion } from "../../../../schemas/health.ts";
import { versionPlugin } from "./index.ts";

export default {
  ...versionPlugin(SharedVersion),
  translations: {
    es: {
      "What the node serves: equal on all nodes with the same plugins and config, so that a rollout shows.":
        "Lo que sirve el nodo: igual en todos los nodos con los mismos plugins y la misma configuración, para que se vea un despliegue.",
    },
  },
};
