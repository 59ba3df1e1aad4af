import { z } from "zod";
import { Backoff } from "./backoff.ts";

/** Advice to clients on retries: after which statuses, how often, and after how long. */
export const RetryPolicy = z.object({
  retryOn: z.array(z.int().min(400).max(599)).describe("Statuses after which to retry."),
  maxRetries: z.int().min(0),
  backoff: Backoff.describe("Applies to answers without Retry-After, which takes precedence."),
});
