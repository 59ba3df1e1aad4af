import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

export const Options = z.strictObject({
  keep: Duration.refine(
    (keep) => toMilliseconds(keep) > 0,
    "records are kept for more than nothing",
  )
    .default("90d")
    .describe("How long records are kept."),
  maxRecords: z
    .int()
    .min(1)
    .default(10_000_000)
    .describe(
      "Largest number of records. Each hour the oldest beyond it are removed before their time, with a warning in the log. A record takes some 500 bytes.",
    ),
});
export type Options = z.output<typeof Options>;
