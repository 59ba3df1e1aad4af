import { z } from "zod";
import { Backoff } from "./backoff.ts";

/** The plan for webhooks, which do not exist yet. */
export const WebhooksDiscovery = z.object({
  supported: z.literal(false),
  planned: z.boolean(),
  signatureAlgorithm: z.string(),
  deliveryRetry: z.object({ maxAttempts: z.int().min(1), backoff: Backoff }),
});
