import { definePlugin } from "waymark";
import { WellKnownPaths } from "../../../schemas/documents/directory.ts";

const PREFIX = "/.well-known/";

/** Names from IANA's registry of well-known URIs that an API may use. */
const REGISTERED = new Set([
  "api-catalog",
  "assetlinks.json",
  "change-password",
  "host-meta",
  "nodeinfo",
  "oauth-authorization-server",
  "oauth-protected-resource",
  "openid-configuration",
  "security.txt",
  "webfinger",
]);

export default definePlugin({
  id: "well-known-paths",
  summary: "Publishes the paths below /.well-known/.",
  section: "discovery",
  icon: "M8 14.5c-3.25-3.25-5.25-5.5-5.25-8a5.25 5.25 0 0 1 10.5 0c0 2.5-2 4.75-5.25 8zM8 4.75a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5z",
  schemas: { WellKnownPaths },

  routes: {
    showWellKnownPaths: {
      method: "GET",
      path: "/api/well-known-paths",
      summary: "Read which well-known paths are served.",
      returns: WellKnownPaths,
      document: true,
      publish: { rootLink: "wellKnownPaths", capability: "wellKnownPathsDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showWellKnownPaths: ({ routes }) => ({
      paths: routes
        .filter(({ path }) => path.startsWith(PREFIX))
        .map(({ path, declaration: { summary } }) => {
          const name = path.slice(PREFIX.length);
          return { name, path, summary, registered: REGISTERED.has(name) };
        }),
    }),
  },
});
