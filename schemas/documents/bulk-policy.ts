import { z } from "zod";

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
