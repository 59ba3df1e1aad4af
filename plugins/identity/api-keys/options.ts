import { z } from "zod";

export const Options = z.strictObject({
  maxProofs: z
    .int()
    .min(1)
    .default(10_000)
    .describe(
      "Maximum number of keys whose proofs are kept in memory. Beyond it the least recently used are proved again.",
    ),
});
export type Options = z.output<typeof Options>;
