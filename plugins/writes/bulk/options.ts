/** The limits of one bulk request. */
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

export const Options = z.strictObject({
  enabled: z.boolean().default(true).describe("Whether bulk requests are served."),
  maxOperationsPerRequest: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe("Operations allowed in one request."),
  maxDuration: Duration.default("30s").describe(
    "Time after which no further operation begins. An atomic request is undone then.",
  ),
  maxBytes: z
    .int()
    .min(0)
    .default(4_194_304)
    .describe("Bytes of all bodies in one answer together; those that do not fit are left out."),
});
export type Options = z.output<typeof Options>;
