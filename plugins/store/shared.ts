/** The store of a service of several nodes: on a server, which may fail while they answer. */
import store from "./index.ts";
import { staleIfError } from "./stale-if-error/index.ts";

export default {
  ...store,
  policies: [staleIfError, ...(store.policies ?? [])],
  translations: {
    es: {
      "Seconds since the answer was last known to be current, where it stands in for one that cannot be made.":
        "Segundos desde que se supo por última vez que la respuesta era actual, cuando sustituye a una que no se puede generar.",
    },
  },
};
