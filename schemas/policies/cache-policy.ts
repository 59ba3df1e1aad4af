import { z } from "zod";

export const CacheablePath = z
  .object({
    path: z.string(),
    scope: z.enum(["public", "private"]),
    maxAge: z.int().min(0).describe("Seconds."),
    revalidate: z
      .int()
      .min(0)
      .describe("Seconds after that in which a stale answer may serve while a new one is fetched."),
  })
  .meta({ id: "CacheablePath" });

export const CachePolicyDiscovery = z.object({
  cacheable: z.array(CacheablePath),
  noStore: z.array(z.string()).describe("Paths whose answers nobody may keep."),
  revalidation: z.object({
    validator: z.string(),
    conditions: z.array(z.string()),
    endpoints: z.array(z.string()).describe("Paths whose answers have the validator."),
  }),
});
