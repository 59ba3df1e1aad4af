import {
  SecretRotation,
  SubscriptionChanges,
  WantedSubscription,
  WebhookDelivery,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from "./schemas.ts";

export const CONFLICT = "webhook-conflict";

const reads = {
  method: "GET",
  access: { scopes: ["webhooks:read"] },
  cache: { scope: "private", maxAge: "0s" },
} as const;
const writes = { access: { scopes: ["webhooks:write"] }, idempotency: "none" } as const;

const ALL = "/api/webhook-subscriptions";
const ONE = `${ALL}/{subscriptionId}` as const;
const DELIVERIES = `${ONE}/deliveries` as const;
const DELIVERY = `${DELIVERIES}/{deliveryId}` as const;
const item = { to: "getSubscription", with: { subscriptionId: "id" } } as const;
const delivery = {
  to: "getDelivery",
  with: { subscriptionId: "subscription", deliveryId: "id" },
} as const;

export const routes = {
  listSubscriptions: {
    ...reads,
    path: ALL,
    summary: "List your subscriptions to webhooks, without their secrets.",
    list: {
      of: WebhookSubscription,
      as: "subscriptions",
      name: "WebhookSubscriptionsList",
      relations: { item },
    },
    publish: { rootLink: "webhookSubscriptions" },
  },
  getSubscription: {
    ...reads,
    path: ONE,
    summary: "Read one of your subscriptions, without its secret.",
    returns: WebhookSubscription,
    errors: ["resource-not-found"],
    relations: { collection: "listSubscriptions", deliveries: "listDeliveries" },
  },
  createSubscription: {
    ...writes,
    method: "POST",
    path: ALL,
    summary: "Subscribe to webhooks, and read the secret of signatures this once.",
    description:
      "The subscription is pending until its receiver confirms the URL: it answers the message of type `webhook.confirmation` with a 2xx status and `data.challenge` as its body, or as the member `challenge` of a JSON object.",
    body: WantedSubscription,
    returns: WebhookSubscriptionWithSecret,
    creates: item,
    errors: ["unprocessable-content", CONFLICT],
  },
  changeSubscription: {
    ...writes,
    method: "PATCH",
    path: ONE,
    summary: "Change members of a subscription.",
    description:
      "A paused subscription resumes when `active` becomes true. Each request renews a subscription that has `expiresAt`, and asks the receiver of a pending one to confirm its URL; so does another URL.",
    bodies: {
      "application/merge-patch+json": SubscriptionChanges,
      "application/json": SubscriptionChanges,
    },
    returns: WebhookSubscription,
    errors: ["resource-not-found", "unprocessable-content", CONFLICT],
  },
  rotateSecret: {
    ...writes,
    method: "POST",
    path: `${ONE}/rotate`,
    summary: "Replace the secret of a subscription, and read the new one this once.",
    body: SecretRotation,
    returns: WebhookSubscriptionWithSecret,
    errors: ["resource-not-found"],
  },
  removeSubscription: {
    ...writes,
    method: "DELETE",
    path: ONE,
    summary: "Remove a subscription.",
    empty: true,
    idempotency: "natural",
    errors: ["resource-not-found"],
  },
  listDeliveries: {
    ...reads,
    path: DELIVERIES,
    summary: "List the deliveries of a subscription with their attempts, the latest first.",
    list: {
      of: WebhookDelivery,
      as: "deliveries",
      name: "WebhookDeliveriesList",
      journal: true,
      relations: { item: delivery },
    },
    errors: ["resource-not-found"],
    relations: { subscription: "getSubscription" },
  },
  getDelivery: {
    ...reads,
    path: DELIVERY,
    summary: "Read a delivery with its attempts.",
    returns: WebhookDelivery,
    errors: ["resource-not-found"],
    relations: { collection: "listDeliveries", subscription: "getSubscription" },
  },
  redeliver: {
    ...writes,
    method: "POST",
    path: `${DELIVERY}/redeliver`,
    summary: "Send a delivery again that was delivered or is dead.",
    returns: WebhookDelivery,
    errors: ["resource-not-found", CONFLICT],
  },
} as const;
