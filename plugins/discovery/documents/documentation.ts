import { definePlugin } from "waymark";
import { RootLinks } from "waymark/services";
import { DocumentationDiscovery } from "../../../schemas/documents/directory.ts";

/** Relations of the API root that lead to documentation. */
const RESOURCES = ["docs", "developers", "openapi", "changelog", "status"];

export default definePlugin({
  id: "documentation",
  summary: "Lists the documentation of the API.",
  section: "discovery",
  icon: "M8 4a2.5 2.5 0 0 0-2.5-1.5H1.5v10h4A2.5 2.5 0 0 1 8 14a2.5 2.5 0 0 1 2.5-1.5h4v-10h-4A2.5 2.5 0 0 0 8 4zM8 4v10",
  points: [RootLinks],
  schemas: { DocumentationDiscovery },

  routes: {
    showDocumentation: {
      method: "GET",
      path: "/api/documentation",
      summary: "Read where the documentation is.",
      returns: DocumentationDiscovery,
      document: true,
      publish: { rootLink: "documentation", capability: "documentationDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showDocumentation: (registry) => ({
      resources: RESOURCES.flatMap((name) => {
        const href = registry.of(RootLinks).hrefs[name];
        return href === undefined ? [] : [{ name, href }];
      }),
    }),
  },
});
