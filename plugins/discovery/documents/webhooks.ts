import { definePlugin } from "waymark";
import { z } from "zod";
import { WebhooksDiscovery } from "../../../schemas/documents/plans.ts";
import { BACKOFF } from "./backoff.ts";

const Options = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe("`true` replaces this plan by webhooks, and these options by theirs."),
  planned: z.boolean().default(true).describe("Whether webhooks are planned."),
});

export default definePlugin({
  id: "webhooks",
  summary: "Publishes the plan for webhooks, which do not exist yet.",
  section: "policies",
  options: Options,
  schemas: { WebhooksDiscovery },

  routes: {
    showWebhooks: {
      method: "GET",
      path: "/api/webhooks",
      summary: "Read whether webhooks exist, and what is planned.",
      returns: WebhooksDiscovery,
      document: true,
      publish: { rootLink: "webhooks", capability: "webhooksDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showWebhooks: (_registry, { planned }) => ({
      supported: false as const,
      planned,
      signatureAlgorithm: "hmac-sha256",
      deliveryRetry: { maxAttempts: 5, backoff: BACKOFF },
    }),
  },
});
