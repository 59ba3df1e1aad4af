import { definePlugin } from "waymark";
import { DocumentationDiscovery } from "../../../schemas/documents/documentation.ts";

/** Links of the root that lead to something to read, by relation name. */
const RESOURCES = ["docs", "developers", "openapi", "changelog", "status"];

export default definePlugin({
  id: "documentation",
  summary: "Publishes where to read about the API.",
  schemas: { DocumentationDiscovery },

  routes: {
    showDocumentation: {
      method: "GET",
      path: "/api/documentation",
      summary: "Read where to read about the API.",
      returns: DocumentationDiscovery,
      document: true,
      publish: { rootLink: "documentation", capability: "documentationDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showDocumentation: ({ rootLinks }) => ({
      resources: RESOURCES.flatMap((name) => {
        const href = rootLinks[name];
        return href === undefined ? [] : [{ name, href }];
      }),
    }),
  },
});
