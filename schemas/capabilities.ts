import { z } from "zod";

/** Features of the server as it is configured. */
export const Capabilities = z.object({
  capabilities: z.record(z.string(), z.boolean()).describe("Feature flags by name."),
  schemaTypes: z.int().min(0).describe("Number of types that /api/schemas lists."),
  serverTiming: z.boolean(),
});
