import { definePlugin } from "waymark";
import { z } from "zod";
import { WebhooksDiscovery } from "../../../schemas/documents/plans.ts";
import { BackoffOptions, backoffOf } from "./backoff.ts";

const Options = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe("`true` replaces this plan by webhooks, and these options by theirs."),
  planned: z.boolean().default(true).describe("Whether webhooks are planned."),
  signatureAlgorithm: z
    .string()
    .min(1)
    .default("hmac-sha256")
    .describe("How deliveries will be signed. Informational: there are no webhooks yet."),
  maxAttempts: z
    .int()
    .min(1)
    .default(5)
    .describe("How often a delivery will be tried. Informational."),
  backoff: BackoffOptions,
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
    showWebhooks: (_registry, { planned, signatureAlgorithm, maxAttempts, backoff }) => ({
      supported: false as const,
      planned,
      signatureAlgorithm,
      deliveryRetry: { maxAttempts, backoff: backoffOf(backoff) },
    }),
  },
});
