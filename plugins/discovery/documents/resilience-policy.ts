import { definePlugin, toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { ResiliencePolicyDiscovery, RetryPolicy } from "../../../schemas/documents/resilience.ts";

const Options = z.strictObject({
  connectTimeout: Duration.default("2s").describe("How long clients should wait for a connection."),
  requestTimeout: Duration.default("10s").describe("How long clients should wait for an answer."),
  failureThreshold: z
    .int()
    .min(1)
    .default(5)
    .describe("Failures in a row after which clients should open a circuit breaker."),
  openFor: Duration.default("30s").describe("How long the circuit breaker should stay open."),
  halfOpenRequests: z
    .int()
    .min(1)
    .default(1)
    .describe("Trial requests to allow while the circuit breaker is half-open."),
});

export default definePlugin({
  id: "resilience-policy",
  summary: "Publishes advice to clients on handling failures; not enforced.",
  section: "policies",
  options: Options,
  schemas: { ResiliencePolicyDiscovery },

  routes: {
    showResiliencePolicy: {
      method: "GET",
      path: "/api/resilience-policy",
      summary: "Read how clients should handle failures.",
      returns: ResiliencePolicyDiscovery,
      document: true,
      publish: { rootLink: "resiliencePolicy", capability: "resiliencePolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: {
        retryPolicy: "retry-policy.showRetryPolicy",
        slo: "slo.showSlo",
        rateLimitPolicy: "rate-limit.showRateLimitPolicy",
      },
    },
  },

  documents: {
    showResiliencePolicy: ({ statements, errors }, options) => {
      const retry = RetryPolicy.optional().parse(statements["retry"]);
      const statuses = [...new Set(errors.map(({ status }) => status))].toSorted((a, b) => a - b);
      return {
        timeouts: {
          connectMs: toMilliseconds(options.connectTimeout),
          requestMs: toMilliseconds(options.requestTimeout),
        },
        ...(retry === undefined
          ? {}
          : {
              failureSemantics: {
                retryable: retry.retryOn,
                doNotRetry: statuses.filter((status) => !retry.retryOn.includes(status)),
              },
            }),
        circuitBreaker: {
          failureThreshold: options.failureThreshold,
          openMs: toMilliseconds(options.openFor),
          halfOpenRequests: options.halfOpenRequests,
        },
      };
    },
  },
});
