import { definePlugin } from "waymark";
import { Version, type SharedVersion } from "../../../../schemas/health.ts";

/** @param discovery the form of the answer: several nodes may serve different revisions, so it names its own. */
export const versionPlugin = (discovery: typeof Version | typeof SharedVersion) =>
  definePlugin({
    id: "version",
    summary: "Reports the server's name and release.",
    section: "monitoring",
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

export default versionPlugin(Version);
