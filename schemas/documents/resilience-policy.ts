import { z } from "zod";

const Status = z.int().min(400).max(599);

/** Advice on coping with failures: time-outs, what to try again, and when to stop asking. */
export const ResiliencePolicyDiscovery = z.object({
  timeouts: z.object({
    connectMs: z.int().min(0),
    requestMs: z.int().min(0).describe("From sending the request to the end of the answer."),
  }),
  failureSemantics: z
    .object({
      retryable: z.array(Status).describe("Statuses that may pass."),
      doNotRetry: z.array(Status).describe("Statuses that trying again does not change."),
    })
    .optional()
    .describe("Absent while no policy says what may be tried again."),
  circuitBreaker: z.object({
    failureThreshold: z.int().min(1).describe("Failures in a row after which to stop asking."),
    openMs: z.int().min(0).describe("How long not to ask."),
    halfOpenRequests: z.int().min(1).describe("Requests to try then."),
  }),
});
