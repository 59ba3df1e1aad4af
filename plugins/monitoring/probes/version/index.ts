import { definePlugin } from "waymark";
import { Version, SharedVersion } from "../../../../schemas/health.ts";

/** @param discovery the schema of the answer: several nodes may serve different revisions, so it names its own. */
const version = (discovery: typeof Version | typeof SharedVersion) =>
  definePlugin({
    id: "version",
    summary: "Reports the server's name and release.",
    section: "monitoring",
    icon: "M1.75 1.75h5.75l6.75 6.75-5.75 5.75L1.75 7.5zM5 5h.01",
    translations: {
      es: {
        "What the node serves: equal on all nodes with the same plugins and config, so that a rollout shows.":
          "Lo que sirve el nodo: igual en todos los nodos con los mismos plugins y la misma configuración, para que se vea un despliegue.",
      },
    },
    schemas: { Version: discovery },

    routes: {
      getVersion: {
        method: "GET",
        path: "/api/version",
        summary: "Read the server's name and version.",
        returns: discovery,
        document: true,
        publish: { rootLink: "version" },
        cache: { scope: "public", maxAge: "60s" },
        digest: "always",
        serverTiming: true,
        rateLimit: "exempt",
      },
    },

    documents: {
      getVersion: ({ app, revision }) =>
        discovery.parse({ service: app.name, version: app.version, revision }),
    },
  });

export default {
  ...version(Version),
  implementation: { load: async () => ({ default: version(SharedVersion) }) },
};
