import { z } from "zod";

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
