import { definePlugin } from "waymark";
import { z } from "zod";
import { ApiRoot } from "../../schemas/api-root.ts";
import { Service, Stability } from "../../schemas/service.ts";
import { conformsTo } from "./standards.ts";

const Options = z.object({
  apiVersion: z
    .string()
    .min(1)
    .default("v1")
    .describe("Name of the API's version, as opposed to the release's."),
  stability: Stability.default("stable"),
  recommended: z
    .array(z.string())
    .default(["capabilities", "openapi", "developers"])
    .describe(
      "Links of the root to follow first, by relation name; those that are off are left out.",
    ),
});

export default definePlugin({
  id: "root",
  summary: "The entry to the API: every other resource is linked from here.",
  options: Options,
  schemas: { ApiRoot, Service },
  capabilities: ({ recommended }) => ({
    apiVersioning: true,
    stability: true,
    recommended: recommended.length > 0,
    conformsTo: true,
  }),

  routes: {
    showRoot: {
      method: "GET",
      path: "/api",
      summary: "Enter the API.",
      returns: ApiRoot,
      document: true,
      cache: { scope: "public", maxAge: "60s" },
      serverTiming: true,
    },
  },

  documents: {
    showRoot: (registry, { apiVersion, stability, recommended }) => ({
      service: registry.service.name,
      version: registry.service.version,
      apiVersion,
      stability,
      recommended: recommended.filter((name) => Object.hasOwn(registry.rootLinks, name)),
      conformsTo: conformsTo(registry),
    }),
  },

  relations: { showRoot: ({ rootLinks }) => rootLinks },
});
