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
    versioned: z
      .literal(true)
      .optional()
      .describe(
        "Caches keep the answer for ever at its address with `?v=` and the content's hash.",
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

/** Rules to request an answer only if it has changed (RFC 9110, section 13). */
export const ConditionalRequestsDiscovery = z.object({
  validator: z.string().describe("The response header to keep."),
  conditions: z.array(z.string()).describe("The request headers that can repeat its value."),
  status: z.int().describe("The status when nothing has changed."),
  endpoints: z.array(z.string()),
});

/** Freshness of data, through caches and without them. */
export const ConsistencyPolicyDiscovery = z.object({
  model: z
    .enum(["strong", "bounded-staleness"])
    .describe("The model that clients see: `bounded-staleness` while caches may keep data."),
  readYourWrites: z.boolean(),
  monotonicReads: z.boolean(),
  staleReadsAllowed: z.boolean(),
  cachingInteraction: z.object({
    maxStalenessSeconds: z
      .int()
      .min(0)
      .describe("Longest time that a cache may serve data after it has changed."),
    endpoints: z.array(z.string()).describe("Paths of data that caches may keep."),
    bypass: z
      .string()
      .optional()
      .describe(
        "How to get an answer from the server itself; absent while nothing is kept by caches.",
      ),
  }),
  service: z
    .object({
      model: z.literal("strong"),
      visibility: z.string().describe("When a change shows in answers."),
    })
    .optional()
    .describe("The guarantees without caches in between, where the store states them."),
});

/** The same in a service of several nodes, which learn of each other's changes. */
export const SharedConsistencyPolicyDiscovery = ConsistencyPolicyDiscovery.extend({
  service: z
    .object({
      model: z.enum(["strong", "bounded-staleness"]),
      typicalMs: z
        .int()
        .min(0)
        .describe("Milliseconds after which a change by another node usually shows."),
      maxMs: z
        .int()
        .min(0)
        .describe("Milliseconds after which it shows in every answer that begins later."),
      visibility: z.string().describe("When a change shows in answers."),
      scope: z.enum(["instance", "cluster"]).describe("Whether that holds for all nodes together."),
      engine: z.string().describe("The database that all nodes share."),
      staleIfErrorSeconds: z
        .int()
        .min(1)
        .optional()
        .describe(
          "Seconds for which the last answer that was current stands in, with Age, for one that cannot be made while the database fails; absent where none does.",
        ),
    })
    .optional()
    .describe("The guarantees without caches in between, where the store states them."),
});
