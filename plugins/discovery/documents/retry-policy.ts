import { definePlugin, definePolicy } from "waymark";
import { z } from "zod";
import { RetryPolicy } from "../../../schemas/documents/retry-policy.ts";
import { BackoffOptions, backoffOf } from "./backoff.ts";

const Options = z.strictObject({
  retryOn: z
    .array(z.int().min(400).max(599))
    .default([408, 429, 503])
    .describe("Statuses after which to try again."),
  maxRetries: z.int().min(0).default(3).describe("How often to try again."),
  backoff: BackoffOptions,
});

export default definePlugin({
  id: "retry-policy",
  summary: "Publishes advice on trying again; nobody enforces it.",
  options: Options,
  schemas: { RetryPolicy },
  capabilities: { retryPolicyDiscovery: true },
  rootLinks: { retryPolicy: { to: "showRetryPolicy" } },

  policies: [
    // Enforces nothing; it is what other documents know of the advice.
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
      summary: "Read when and how to try again.",
      returns: RetryPolicy,
      document: true,
      cache: { scope: "public", maxAge: "5m" },
      relations: {
        rateLimitPolicy: "rate-limit.showRateLimitPolicy",
        resiliencePolicy: "resilience-policy.showResiliencePolicy",
      },
    },
  },

  documents: { showRetryPolicy: ({ statements }) => RetryPolicy.parse(statements["retry"]) },
});
