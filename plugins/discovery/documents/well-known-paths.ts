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
