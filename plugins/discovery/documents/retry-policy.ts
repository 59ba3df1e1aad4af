import { definePlugin, definePolicy } from "waymark";
import type { z } from "zod";
import { RetryPolicy } from "../../../schemas/documents/resilience.ts";

const ADVICE: z.output<typeof RetryPolicy> = {
  retryOn: [408, 429, 503],
  maxRetries: 3,
  backoff: { strategy: "exponential", baseMs: 500, maxMs: 30_000, jitter: "full" },
};

export default definePlugin({
  id: "retry-policy",
  summary: "Publishes advice to clients on retries.",
  section: "policies",
  icon: "M14 8a6 6 0 1 1-2-4.5l2 1.75M14 2v3.25h-3.25",
  schemas: { RetryPolicy },

  policies: [
    // Enforces nothing: its statement is the advice that other documents read.
    definePolicy({
      id: "retry",
      compile: () => undefined,
      statement: () => ADVICE,
      conformance: () => import("./retry-policy.conformance.ts"),
    }),
  ],

  routes: {
    showRetryPolicy: {
      method: "GET",
      path: "/api/retry-policy",
      summary: "Read when and how clients should retry.",
      returns: RetryPolicy,
      document: true,
      publish: { rootLink: "retryPolicy", capability: "retryPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: {
        rateLimitPolicy: "rate-limit.showRateLimitPolicy",
        resiliencePolicy: "resilience-policy.showResiliencePolicy",
        client: "client.showFile",
      },
    },
  },

  documents: {
    showRetryPolicy: ({ statements, errors }) => {
      const policy = RetryPolicy.parse(statements["retry"]);
      const exceptions = errors.flatMap(({ code, status, retry }) =>
        retry === undefined || retry === policy.retryOn.includes(status)
          ? []
          : [{ code, status, retry }],
      );
      return exceptions.length === 0 ? policy : { ...policy, exceptions };
    },
  },
});
