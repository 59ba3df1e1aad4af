import { definePlugin } from "waymark";
import { absoluteRootLink, RootLinks } from "waymark/services";
import { z } from "zod";

/** Relations of the API root that the document lists, in its order. */
const RELATIONS = [
  "openapi",
  "changelog",
  "status",
  "capabilities",
  "support",
  "security",
  "terms",
  "privacy",
  "roadmap",
  "docs",
  "developers",
  "faq",
  "legal",
  "statusPage",
  "apiCatalog",
] as const;

export default definePlugin({
  id: "api-discovery",
  summary: "Lists the API and its documents as absolute URLs, at a well-known path.",
  section: "discovery",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM10.75 5.25 9.25 9.25l-4 1.5 1.5-4z",
  points: [RootLinks],

  routes: {
    showDiscovery: {
      method: "GET",
      path: "/.well-known/api-discovery",
      summary: "Read the URLs of the API and its documents.",
      returns: z.record(z.string(), z.url()),
      document: true,
      publish: { rootLink: "apiDiscovery", capability: "wellKnownApiDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showDiscovery: (registry) => {
      const root = registry.href("root.showRoot");
      const links: Record<string, string> = {};
      if (root !== undefined) links["api"] = `${registry.baseUrl}${root}`;
      for (const name of RELATIONS) {
        const url = absoluteRootLink(registry, name);
        if (url !== undefined) links[name] = url;
      }
      return links;
    },
  },
});
