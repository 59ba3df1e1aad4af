import { z } from "zod";

/** A path whose answers caches may keep, and for how long (RFC 9111, RFC 5861). */
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

/** What caches may keep, for how long, and how they ask whether it still holds. */
export const CachePolicyDiscovery = z.object({
  cacheable: z.array(CacheablePath),
  noStore: z.array(z.string()).describe("Paths whose answers nobody may keep."),
  revalidation: z.object({
    validator: z.string(),
    conditions: z.array(z.string()),
    endpoints: z.array(z.string()).describe("Paths whose answers have the validator."),
  }),
});
