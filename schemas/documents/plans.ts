import { z } from "zod";
import { Backoff } from "./resilience.ts";

/** The format of bulk requests, or of their answers. */
export const BulkFormat = z
  .object({ mediaType: z.string(), description: z.string() })
  .meta({ id: "BulkFormat" });

/** The plan for bulk requests, which do not exist yet. */
export const BulkPolicyDiscovery = z.object({
  supported: z.literal(false),
  planned: z.boolean(),
  maxOperationsPerRequest: z.int().min(1),
  requestFormat: BulkFormat,
  responseFormat: BulkFormat,
});

/** The plan for webhooks, which do not exist yet. */
export const WebhooksDiscovery = z.object({
  supported: z.literal(false),
  planned: z.boolean(),
  signatureAlgorithm: z.string(),
  deliveryRetry: z.object({ maxAttempts: z.int().min(1), backoff: Backoff }),
});
