import { definePlugin } from "waymark";
import { WebhooksDiscovery } from "../../../schemas/documents/plans.ts";
import { Options } from "./options.ts";

/** The waits that deliveries are planned with. */
const BACKOFF = { strategy: "exponential", baseMs: 500, maxMs: 30_000, jitter: "full" } as const;

export default definePlugin({
  id: "webhooks",
  summary: "Publishes the plan for webhooks, which do not exist yet.",
  section: "policies",
  icon: "M14.5 1.5 6.75 9.25M14.5 1.5l-4.25 13-3.5-5.25L1.5 5.75z",
  options: Options,
  implementation: { load: () => import("./implementation.ts"), option: "enabled" },
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
