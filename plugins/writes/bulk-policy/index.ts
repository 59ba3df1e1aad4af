import { definePlugin } from "waymark";
import { z } from "zod";
import { BulkPolicyDiscovery } from "../../../schemas/documents/plans.ts";

export default definePlugin({
  id: "bulk-policy",
  summary: "Publishes the plan for bulk requests, which do not exist yet.",
  section: "policies",
  icon: "M3.25 1.5h6l3.5 3.5v9.5h-9.5zM9.25 1.5V5h3.5M5.75 8.25h4.5M5.75 11.25h4.5",
  options: z.strictObject({
    planned: z.boolean().default(true).describe("Whether bulk requests are planned."),
  }),
  implementation: { load: () => import("./implementation.ts") },
  schemas: { BulkPolicyDiscovery },

  routes: {
    showBulkPolicy: {
      method: "GET",
      path: "/api/bulk-policy",
      summary: "Read whether bulk requests exist, and what is planned.",
      returns: BulkPolicyDiscovery,
      document: true,
      publish: { rootLink: "bulkPolicy", capability: "bulkPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showBulkPolicy: (_registry, { planned }) => ({
      supported: false as const,
      planned,
      maxOperationsPerRequest: 100,
      requestFormat: {
        mediaType: "application/json",
        description: "`operations`: each with `id`, `method`, `path` and an optional `body`.",
      },
      responseFormat: {
        mediaType: "application/json",
        description: "`results`, in the order of the operations: each with `id`, `status`, `body`.",
      },
    }),
  },
});
