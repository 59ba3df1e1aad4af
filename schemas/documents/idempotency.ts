import { z } from "zod";

/** How write requests can be repeated safely, by a key that the client chooses. */
export const IdempotencyDiscovery = z.object({
  supported: z.boolean().describe("Whether any endpoint takes a key."),
  headerName: z.string(),
  reference: z.string(),
  keyFormat: z.string(),
  ttlSeconds: z.int().min(0).describe("How long a key is remembered."),
  methods: z
    .array(z.string())
    .describe("Methods that need a key; the others repeat safely without one."),
  supportedEndpoints: z.array(z.string()),
});
