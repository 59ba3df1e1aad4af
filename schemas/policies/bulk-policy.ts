import { z } from "zod";

export const BulkFormat = z
  .object({ mediaType: z.string(), description: z.string() })
  .meta({ id: "BulkFormat" });

export const BulkPolicyDiscovery = z.object({
  supported: z.literal(false),
  planned: z.boolean(),
  maxOperationsPerRequest: z.int().min(1),
  requestFormat: BulkFormat,
  responseFormat: BulkFormat,
});
