import { definePlugin } from "waymark";
import { z } from "zod";
import { BulkPolicyDiscovery } from "../../../schemas/documents/bulk-policy.ts";

const Options = z.strictObject({
  planned: z.boolean().default(true).describe("Whether bulk requests are to come."),
  maxOperationsPerRequest: z
    .int()
    .min(1)
    .default(100)
    .describe("Operations that one request may hold. Nobody enforces it: there are none yet."),
});

export default definePlugin({
  id: "bulk-policy",
  summary: "Publishes the plan for bulk requests; there are none, so nobody enforces it.",
  options: Options,
  schemas: { BulkPolicyDiscovery },

  routes: {
    showBulkPolicy: {
      method: "GET",
      path: "/api/bulk-policy",
      summary: "Read whether there are bulk requests, and what is planned.",
      returns: BulkPolicyDiscovery,
      document: true,
      publish: { rootLink: "bulkPolicy", capability: "bulkPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showBulkPolicy: (_registry, { planned, maxOperationsPerRequest }) => ({
      supported: false as const,
      planned,
      maxOperationsPerRequest,
      requestFormat: {
        mediaType: "application/json",
        description: "`operations`: each with `id`, `method`, `path` and perhaps `body`.",
      },
      responseFormat: {
        mediaType: "application/json",
        description: "`results`, in the order of the operations: each with `id`, `status`, `body`.",
      },
    }),
  },
});
