import { z } from "zod";
import { Backoff } from "./backoff.ts";

/** Advice on trying again: after which statuses, how often, and after how long. */
export const RetryPolicy = z.object({
  retryOn: z.array(z.int().min(400).max(599)).describe("Statuses after which to try again."),
  maxRetries: z.int().min(0),
  backoff: Backoff.describe("Only where the answer has no Retry-After, which comes first."),
});
