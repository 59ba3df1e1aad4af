import { definePlugin } from "waymark";
import { ConformsTo } from "../../schemas/api.ts";
import { conformsTo } from "./standards.ts";

export default definePlugin({
  id: "conforms-to",
  summary: "Lists the specifications that the API follows.",
  section: "discovery",
  icon: "M8 1.5a4.25 4.25 0 1 0 0 8.5 4.25 4.25 0 0 0 0-8.5zM5.25 9.25l-1 5.25L8 12.5l3.75 2-1-5.25",
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
