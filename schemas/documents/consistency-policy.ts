import { z } from "zod";

/** How fresh data is, through caches and without them. */
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
    bypass: z.string().describe("How to get an answer from the server itself."),
  }),
  service: z
    .object({
      model: z.literal("strong"),
      visibility: z.string().describe("When a change shows in answers."),
    })
    .describe("The guarantees without caches in between."),
});
