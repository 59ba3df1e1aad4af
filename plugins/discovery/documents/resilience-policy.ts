import { definePlugin, toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { ResiliencePolicyDiscovery } from "../../../schemas/documents/resilience-policy.ts";
import { RetryPolicy } from "../../../schemas/documents/retry-policy.ts";

const Options = z.strictObject({
  connectTimeout: Duration.default("2s").describe("Advice on how long to wait for a connection."),
  requestTimeout: Duration.default("10s").describe("Advice on how long to wait for an answer."),
  failureThreshold: z
    .int()
    .min(1)
    .default(5)
    .describe("Advice on how many failures in a row open a circuit breaker."),
  openFor: Duration.default("30s").describe("Advice on how long it stays open."),
  halfOpenRequests: z
    .int()
    .min(1)
    .default(1)
    .describe("Advice on how many requests may then find out."),
});

export default definePlugin({
  id: "resilience-policy",
  summary: "Publishes advice on coping with failures; nobody enforces it.",
  options: Options,
  schemas: { ResiliencePolicyDiscovery },

  routes: {
    showResiliencePolicy: {
      method: "GET",
      path: "/api/resilience-policy",
      summary: "Read how to cope with failures.",
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
