import { definePlugin } from "waymark";
import { ResiliencePolicyDiscovery, RetryPolicy } from "../../../schemas/documents/resilience.ts";

export default definePlugin({
  id: "resilience-policy",
  summary: "Publishes advice to clients on handling failures.",
  section: "policies",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 5.25a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM3.6 3.6 6 6M12.4 3.6 10 6M3.6 12.4 6 10M12.4 12.4 10 10",
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
