/** Subscriptions and deliveries: as the store has them, as callers see them, and what requests say about them. */
import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { ChangeKind } from "../../../schemas/events.ts";
import { EventPattern } from "./options.ts";

/** Names of the tables. */
export const SUBSCRIPTIONS = "webhookSubscriptions";
export const DELIVERIES = "webhookDeliveries";

const MAX_OVERLAP = "30d";

const Time = z.iso.datetime();

const Url = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^\P{Cc}*$/u, "a URL has no control characters")
  .describe("Where to send events, by POST.")
  .meta({ examples: ["https://receiver.example/hook"] });
const Events = z
  .array(EventPattern)
  .min(1)
  .max(100)
  .describe("Types of events to send.")
  .meta({ examples: [["offices.created"]] });
/** Description without control characters, because lists at a terminal show it. */
const Description = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, "a description is one line of text")
  .describe("For people.");

/** Reasons why the service pauses a subscription, each with the rest of a sentence about it. */
export const PAUSES = {
  "dead-deliveries": "because deliveries were dead",
  "principal-gone": "because the principal does not count any more",
  "scopes-lost": "because the principal has lost scopes that it had when it wrote it",
  "not-renewed": "because the principal has not renewed it",
} as const;
export const PauseReason = z.enum(
  Object.keys(PAUSES) as [keyof typeof PAUSES, ...(keyof typeof PAUSES)[]], // the keys, by its type
);
export type PauseReason = z.output<typeof PauseReason>;

/** Scope that shows and changes the subscriptions of all principals, as the operator's commands do. */
export const ALL_SUBSCRIPTIONS = "webhooks:all";

export const WebhookSubscription = z.object({
  id: z.string().meta({ examples: ["sub-7m2q9x4k"] }),
  url: Url,
  events: Events,
  description: Description.optional(),
  active: z.boolean().describe("Whether events are sent. While it is false, none are kept either."),
  pending: z
    .boolean()
    .default(false) // older rows count as confirmed
    .describe(
      "Whether the receiver has yet to confirm the URL. Until it does, no events are sent or kept.",
    ),
  pausedAt: Time.optional().describe("When the service paused it."),
  pausedBecause: PauseReason.optional().describe(
    "Why the service paused it: deliveries were dead, or its principal was revoked, has expired, has lost scopes or has not renewed it.",
  ),
  createdAt: Time,
  expiresAt: Time.optional().describe(
    "When the service pauses it unless its principal renews it, as each PATCH does. Absent if the service can see by itself when the principal loses access.",
  ),
  previousUntil: Time.optional().describe(
    "Until when deliveries are signed with the secret before the last rotation, too.",
  ),
  owner: z
    .string()
    .optional()
    .describe("The principal it belongs to. Absent: the operator's.")
    .meta({ "x-readable-by": ALL_SUBSCRIPTIONS }),
});
export type WebhookSubscription = z.output<typeof WebhookSubscription>;

/** A row of the table. Secrets never leave the plugin but once. */
export const SubscriptionRow = WebhookSubscription.extend({
  /** Scopes of the principal when it wrote the subscription. */
  scopes: z.array(z.string()),
  secret: z.string(),
  previousSecret: z.string().optional(),
  /** Dead deliveries since the last delivery that arrived. */
  dead: z.int(),
});
export type SubscriptionRow = z.output<typeof SubscriptionRow>;

export const WebhookSubscriptionWithSecret = WebhookSubscription.extend({
  secret: z
    .string()
    .describe("The key of signatures. No other answer has it: keep it now.")
    .meta({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] }),
});
export type WebhookSubscriptionWithSecret = z.output<typeof WebhookSubscriptionWithSecret>;

export const WantedSubscription = z.strictObject({
  url: Url,
  events: Events.default(["*"]),
  description: Description.optional(),
  active: z.boolean().default(true),
});
export type WantedSubscription = z.output<typeof WantedSubscription>;

export const SubscriptionChanges = z.strictObject({
  url: Url.optional(),
  events: Events.optional(),
  description: Description.optional(),
  active: z.boolean().optional(),
});

export const SecretRotation = z.strictObject({
  overlap: Duration.refine(
    (overlap) => toMilliseconds(overlap) <= toMilliseconds(MAX_OVERLAP),
    `an overlap is at most ${MAX_OVERLAP}`,
  )
    .default("24h")
    .describe(`How long deliveries are signed with both secrets, ${MAX_OVERLAP} at most.`),
});

export const WebhookAttempt = z
  .object({
    at: Time,
    durationMs: z.int(),
    status: z.int().optional().describe("Status of the answer. Absent if none came."),
    error: z.string().optional().describe("Why it does not count as delivered."),
  })
  .meta({ id: "WebhookAttempt" });
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

export const WebhookDelivery = z.object({
  id: z.string().meta({ examples: ["000000000042"] }),
  subscription: z.string().meta({ examples: ["sub-7m2q9x4k"] }),
  message: z
    .string()
    .describe("The header `webhook-id` of all attempts.")
    .meta({ examples: ["msg-000000000042"] }),
  type: z.string().meta({ examples: ["offices.created"] }),
  timestamp: Time.describe("When the resource changed."),
  path: z.string().optional(), // as the next two, absent for an event of a plugin
  resource: z.string().optional(),
  key: z.string().optional(),
  kind: ChangeKind.optional(),
  data: z.record(z.string(), z.unknown()).optional().describe("Data of an event of a plugin."),
  sequence: z
    .int()
    .optional() // older rows have none
    .describe("Greater than the sequence of each earlier change of the resource."),
  etag: z
    .string()
    .optional()
    .describe(
      "ETag of the resource after the change. Absent where the writer was not sent it, and where it depends on the caller.",
    ),
  state: z.enum(["pending", "delivered", "dead"]),
  attempts: z.array(WebhookAttempt).describe("The latest ones."),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** A row of the table. Its id is its place in the order of all changes. */
export const DeliveryRow = WebhookDelivery.extend({
  /** `traceparent` of the request that made the change: attempts continue its trace. */
  trace: z.string().optional(),
  /** The value that the receiver returns to confirm the URL. Absent: it is the delivery of a change. */
  challenge: z.string().optional(),
  /** Attempts since it was last asked for. */
  tries: z.int(),
  /** Subscription and path, until the delivery has ended: only the first delivery of a lane is under way. */
  lane: z.string().optional(),
  /** Subscription and time of the next attempt or of a lease's end; absent while another delivery is before it. */
  queue: z.string().optional(),
});
export type DeliveryRow = z.output<typeof DeliveryRow>;
