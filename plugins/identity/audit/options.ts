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
  anchor: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Path of a file, best on another disk and append-only, that notes where each chain has come to every 10 s. With it, waymark audit verify also finds changes by those who can write the whole store. All processes on one store name the same file. Default: none.",
    ),
});
export type Options = z.output<typeof Options>;
