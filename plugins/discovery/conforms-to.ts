import { definePlugin } from "waymark";
import { ConformsTo } from "../../schemas/api.ts";
import { conformsTo } from "./standards.ts";

export default definePlugin({
  id: "conforms-to",
  summary: "Lists the specifications that the API follows.",
  section: "discovery",
  schemas: { ConformsTo },

  routes: {
    showConformsTo: {
      method: "GET",
      path: "/api/conforms-to",
      summary: "Read which specifications the API follows.",
      returns: ConformsTo,
      document: true,
      publish: { rootLink: "conformsTo", capability: "conformsToEndpoint" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showConformsTo: (registry) => {
      const uris = conformsTo(registry);
      return { conformsTo: uris, _meta: { count: uris.length } };
    },
  },
});
