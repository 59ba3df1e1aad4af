import { z } from "zod";

/** What the service can do as it is configured. */
export const Capabilities = z.object({
  capabilities: z.record(z.string(), z.boolean()).describe("Feature flags by name."),
  schemaTypes: z.int().min(0).describe("How many types /api/schemas lists."),
  serverTiming: z.boolean(),
});
