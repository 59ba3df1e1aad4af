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
      .describe(
        "Further seconds in which a cache may serve the stale answer while it fetches a new one.",
      ),
  })
  .meta({ id: "CacheablePath" });

/** The answers that caches may keep, for how long, and how they revalidate them. */
export const CachePolicyDiscovery = z.object({
  cacheable: z.array(CacheablePath),
  noStore: z.array(z.string()).describe("Paths whose answers caches must not keep."),
  revalidation: z.object({
    validator: z.string(),
    conditions: z.array(z.string()),
    endpoints: z.array(z.string()).describe("Paths whose answers have the validator."),
  }),
});
