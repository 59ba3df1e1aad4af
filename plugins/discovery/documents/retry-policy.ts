import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";
import { RetryPolicy } from "../../../schemas/documents/resilience.ts";
import { BackoffOptions, backoffOf } from "./backoff.ts";

const Options = z.strictObject({
  retryOn: z
    .array(z.int().min(400).max(599))
    .default([408, 429, 503])
    .describe("Statuses after which clients should retry."),
  maxRetries: z.int().min(0).default(3).describe("How often clients should retry."),
  backoff: BackoffOptions,
});

export default definePlugin({
  id: "retry-policy",
  summary: "Publishes advice to clients on retries; not enforced.",
  section: "policies",
  options: Options,
  schemas: { RetryPolicy },

  policies: [
    // Enforces nothing: its statement is the advice that other documents read.
    definePolicy({
      id: "retry",
      options: Options,
      compile: () => undefined,
      statement: ({ options: { backoff, ...rest } }) => ({ ...rest, backoff: backoffOf(backoff) }),
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
      },
    },
  },

  documents: { showRetryPolicy: ({ statements }) => RetryPolicy.parse(statements["retry"]) },
});
