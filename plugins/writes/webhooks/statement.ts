/** The statement of deliveries, for documents and for the check of a server. */
import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Backoff } from "../../../schemas/documents/resilience.ts";
import { CONFIRMATION } from "./event-types.ts";
import type { Options } from "./options.ts";

const SIGNATURE = "hmac-sha256";
const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

export const Statement = z.object({
  signatureAlgorithm: z.literal(SIGNATURE),
  headers: z.array(z.enum(HEADERS)).describe("Headers of Standard Webhooks."),
  deliveryRetry: z.object({
    maxAttempts: z.int().min(1).describe("Attempts after which a delivery is dead."),
    backoff: Backoff.describe("An answer's Retry-After counts where it is longer."),
  }),
  timeoutMs: z.int().min(1).describe("Time in which a target must answer with a 2xx status."),
  redirects: z.literal("failure").describe("Redirects are not followed."),
  schemes: z.array(z.enum(["https", "http"])).describe("URL schemes of targets."),
  order: z.literal("resource").describe("Events of one resource are sent one after the other."),
  guarantee: z.literal("at-least-once").describe("The same `webhook-id` may arrive again."),
  pausedAfterDead: z.int().min(1).describe("Dead deliveries in a row that pause a subscription."),
});

/** Attempts to have a URL confirmed, which may be the URL of a stranger. */
export const CONFIRMATION_ATTEMPTS = 3;

export const SubscriptionsStatement = z.object({
  confirmation: z.object({
    type: z.literal(CONFIRMATION).describe("`type` of the message."),
    maxAttempts: z.int().min(1).describe("Attempts after which the subscription stays pending."),
    answer: z
      .literal("challenge")
      .describe(
        "A 2xx answer returns `data.challenge` as its body, or as the member `challenge` of a JSON object.",
      ),
  }),
  maxSubscriptions: z.int().min(1).describe("Subscriptions of all callers together."),
  maxPerPrincipal: z
    .int()
    .min(1)
    .describe("Subscriptions of one caller, and only one for each host."),
  renewWithinMs: z
    .int()
    .min(1)
    .describe("Time in which the principal must renew a subscription that has `expiresAt`."),
});

export function subscriptionsOf(options: Options): z.output<typeof SubscriptionsStatement> {
  return {
    confirmation: {
      type: CONFIRMATION,
      maxAttempts: Math.min(CONFIRMATION_ATTEMPTS, options.maxAttempts),
      answer: "challenge",
    },
    maxSubscriptions: options.maxSubscriptions,
    maxPerPrincipal: options.maxPerPrincipal,
    renewWithinMs: toMilliseconds(options.renewWithin),
  };
}

export function statementOf(options: Options): z.output<typeof Statement> {
  const { maxAttempts, backoff, timeout, allowHttp, pauseAfter } = options;
  return {
    signatureAlgorithm: SIGNATURE,
    headers: [...HEADERS],
    deliveryRetry: {
      maxAttempts,
      backoff: {
        strategy: "exponential",
        baseMs: toMilliseconds(backoff.base),
        maxMs: toMilliseconds(backoff.max),
        jitter: "full",
      },
    },
    timeoutMs: toMilliseconds(timeout),
    redirects: "failure",
    schemes: allowHttp ? ["https", "http"] : ["https"],
    order: "resource",
    guarantee: "at-least-once",
    pausedAfterDead: pauseAfter,
  };
}
