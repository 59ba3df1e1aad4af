import { z } from "zod";

/** Wait before a retry: `baseMs`, doubled each time up to `maxMs`; jitter takes a part. */
export const Backoff = z
  .object({
    strategy: z.literal("exponential"),
    baseMs: z.int().min(0),
    maxMs: z.int().min(0),
    jitter: z.enum(["none", "full"]).describe("`full`: wait a random part of the time."),
  })
  .meta({ id: "Backoff" });

/** Advice to clients on retries: after which statuses, how often, and after how long. */
export const RetryPolicy = z.object({
  retryOn: z.array(z.int().min(400).max(599)).describe("Statuses after which to retry."),
  maxRetries: z.int().min(0),
  backoff: Backoff.describe("Applies to answers without Retry-After, which takes precedence."),
  exceptions: z
    .array(
      z
        .object({
          code: z.string(),
          status: z.int().min(400).max(599),
          retry: z.boolean().describe("Whether to retry after this error."),
        })
        .meta({ id: "RetryException" }),
    )
    .optional()
    .describe("Errors that need another treatment than their status. Absent when there are none."),
});

const Status = z.int().min(400).max(599);

/** Advice to clients on failures: time-outs, retries, and when to stop sending requests. */
export const ResiliencePolicyDiscovery = z.object({
  timeouts: z.object({
    connectMs: z.int().min(0),
    requestMs: z.int().min(0).describe("From sending the request to the end of the answer."),
  }),
  failureSemantics: z
    .object({
      retryable: z.array(Status).describe("Statuses that are temporary."),
      doNotRetry: z.array(Status).describe("Statuses that a retry does not change."),
    })
    .optional()
    .describe("Absent while no policy states which requests may be retried."),
  circuitBreaker: z.object({
    failureThreshold: z
      .int()
      .min(1)
      .describe("Failures in a row after which to stop sending requests."),
    openMs: z.int().min(0).describe("How long to send no requests."),
    halfOpenRequests: z.int().min(1).describe("Trial requests after that time."),
  }),
});

/** Safe repetition of write requests, by a key that the client chooses. */
export const IdempotencyDiscovery = z.object({
  supported: z.boolean().describe("Whether any endpoint takes a key."),
  headerName: z.string(),
  reference: z.string(),
  keyFormat: z.string(),
  ttlSeconds: z.int().min(0).describe("How long a key is remembered."),
  methods: z
    .array(z.string())
    .describe("Methods that need a key; the others repeat safely without one."),
  supportedEndpoints: z.array(z.string()),
});
