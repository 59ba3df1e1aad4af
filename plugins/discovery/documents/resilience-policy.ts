import { definePlugin } from "waymark";
import { ResiliencePolicyDiscovery, RetryPolicy } from "../../../schemas/documents/resilience.ts";

export default definePlugin({
  id: "resilience-policy",
  summary: "Publishes advice to clients on handling failures.",
  section: "policies",
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
        client: "client.showFile",
      },
    },
  },

  documents: {
    showResiliencePolicy: ({ statements, errors }) => {
      const retry = RetryPolicy.optional().parse(statements["retry"]);
      const statuses = [...new Set(errors.map(({ status }) => status))].toSorted((a, b) => a - b);
      return {
        timeouts: { connectMs: 2000, requestMs: 10_000 },
        ...(retry === undefined
          ? {}
          : {
              failureSemantics: {
                retryable: retry.retryOn,
                doNotRetry: statuses.filter((status) => !retry.retryOn.includes(status)),
              },
            }),
        circuitBreaker: { failureThreshold: 5, openMs: 30_000, halfOpenRequests: 1 },
      };
    },
  },
});
