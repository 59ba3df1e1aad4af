import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

export const Options = z.strictObject({
  requestsLimit: z
    .int()
    .min(0)
    .optional()
    .describe(
      "Requests per calendar month of principals without a plan; those with one have its requestsLimit. Default: any number.",
    ),
  flushInterval: Duration.refine(
    (interval) => toMilliseconds(interval) >= 100 && toMilliseconds(interval) <= 4000,
    "an interval is from 100ms to 4s",
  )
    .default("2s")
    .describe("How often to write counts to the store: a crash loses no more than these."),
  keepMonths: z
    .int()
    .min(1)
    .default(13)
    .describe("How many calendar months to keep, with the current one."),
});
