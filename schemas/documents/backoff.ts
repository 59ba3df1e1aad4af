import { z } from "zod";

/** Wait before a retry: `baseMs`, doubled each time up to `maxMs`, of which jitter takes a part. */
export const Backoff = z
  .object({
    strategy: z.literal("exponential"),
    baseMs: z.int().min(0),
    maxMs: z.int().min(0),
    jitter: z.enum(["none", "full"]).describe("`full`: wait a random part of the time."),
  })
  .meta({ id: "Backoff" });
