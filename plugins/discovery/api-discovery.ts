import { absoluteRootLink, definePlugin } from "waymark";
import { z } from "zod";

/** What the document names, each a relation of the API root. */
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
  summary: "Leads from a well-known place to the API and all about it, by absolute URLs.",

  routes: {
    showDiscovery: {
      method: "GET",
      path: "/.well-known/api-discovery",
      summary: "Read where the API and all about it is.",
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
