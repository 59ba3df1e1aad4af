import { z } from "zod";

/** How requests that write can be repeated safely, by a key that the client chooses. */
export const IdempotencyDiscovery = z.object({
  supported: z.boolean().describe("Whether there is an endpoint that takes a key."),
  headerName: z.string(),
  reference: z.string(),
  keyFormat: z.string(),
  ttlSeconds: z.int().min(0).describe("How long a key is remembered."),
  methods: z.array(z.string()).describe("Methods that a key is for: the others repeat safely."),
  supportedEndpoints: z.array(z.string()),
});
