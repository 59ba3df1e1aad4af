/** Parts that the plugin of the subscriptions' routes shares with the plugin that sends. */
import { service } from "waymark";
import type { Deliveries } from "./deliveries.ts";
import type { Subscriptions } from "./subscriptions.ts";

export const WebhookSubscriptions = service<Subscriptions>("webhookSubscriptions");
export const WebhookDeliveries = service<Deliveries>("webhookDeliveries");
