import { definePlugin } from "waymark";
import { DocumentationDiscovery } from "../../../schemas/documents/directory.ts";

/** Relations of the API root that lead to documentation. */
const RESOURCES = ["docs", "developers", "openapi", "changelog", "status"];

export default definePlugin({
  id: "documentation",
  summary: "Lists the documentation of the API.",
  section: "discovery",
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
    showDocumentation: ({ rootLinks }) => ({
      resources: RESOURCES.flatMap((name) => {
        const href = rootLinks[name];
        return href === undefined ? [] : [{ name, href }];
      }),
    }),
  },
});
