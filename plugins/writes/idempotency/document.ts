import { z } from "zod";
import { IdempotencyDiscovery } from "../../../schemas/documents/resilience.ts";

/** The contract's document, with what only a service that evaluates keys can say. */
export const IdempotencyDocument = IdempotencyDiscovery.extend({
  replayedHeaderName: z.string().describe("The header of repeated answers."),
  required: z.boolean().describe("Whether requests without a key are refused."),
  notKept: z
    .array(z.int().min(400).max(499))
    .readonly()
    .describe(
      "Statuses of refusals that are decided again. Those from 500 on are as well; all other answers are repeated.",
    ),
  maxBodyBytes: z
    .int()
    .min(0)
    .describe("If the body of an answer is larger, only its status and headers are repeated."),
  maxKeysPerClient: z
    .int()
    .min(1)
    .describe("Keys that are remembered for one client. Further ones are refused with 429."),
});
