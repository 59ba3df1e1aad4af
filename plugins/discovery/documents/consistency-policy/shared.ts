/** The consistency policy of a service of several nodes: the store states within which time they learn of changes. */
import { SharedConsistencyPolicyDiscovery } from "../../../../schemas/documents/caching.ts";
import { consistencyPlugin } from "./index.ts";

export default {
  ...consistencyPlugin(SharedConsistencyPolicyDiscovery),
  translations: {
    es: {
      "Milliseconds after which a change by another node usually shows.":
        "Milisegundos tras los que suele verse un cambio hecho por otro nodo.",
      "Milliseconds after which it shows in every answer that begins later.":
        "Milisegundos tras los que se ve en toda respuesta que empiece después.",
      "Whether that holds for all nodes together.": "Si eso vale para todos los nodos juntos.",
      "The database that all nodes share.": "La base de datos que comparten todos los nodos.",
      "Seconds for which the last answer that was current stands in, with Age, for one that cannot be made while the database fails; absent where none does.":
        "Segundos durante los que la última respuesta actual sustituye, con Age, a una que no se puede generar mientras falla la base de datos; ausente si ninguna lo hace.",
    },
  },
};
