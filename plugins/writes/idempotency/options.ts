import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

export const Options = z.strictObject({
  enabled: z.boolean().default(false).describe("Evaluate keys, and repeat answers to them."),
  ttl: Duration.refine((ttl) => toMilliseconds(ttl) >= 1000, "a key is remembered for 1s at least")
    .default("24h")
    .describe("How long a key is remembered, from the answer that is kept for it."),
  required: z
    .boolean()
    .default(false)
    .describe("Refuse requests without a key to routes that take one."),
  maxBodyBytes: z
    .int()
    .min(0)
    .default(65_536)
    .describe(
      "The largest body of an answer that is kept. Of a larger one status and headers are repeated without it, as for return=minimal.",
    ),
  maxKeysPerClient: z
    .int()
    .min(1)
    .default(100_000)
    .describe(
      "Keys remembered for one client: a principal, or a network. Further ones are refused until some are forgotten.",
    ),
});
