/** The limits of one bulk request. */
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

export const Options = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .describe("Whether bulk requests are served, in place of being planned."),
  maxOperationsPerRequest: z
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe("Operations allowed in one request."),
  maxDuration: Duration.default("30s").describe("Time after which no further operation begins."),
  maxAtomicDuration: Duration.default("5s").describe(
    "Time after which an atomic request is undone, as other writes wait for it; at most `maxDuration`.",
  ),
  maxBytes: z
    .int()
    .min(0)
    .default(1_048_576)
    .describe("Bytes of all bodies in one answer together; a body that does not fit is left out."),
});
export type Options = z.output<typeof Options>;
