/** Subscriptions to webhooks as resources: each principal sees its own, and a scope shows those of all. */
import { definePlugin, show, type HandlerCall } from "waymark";
import { clientNetwork } from "waymark/advanced";
import { Store } from "waymark/services";
import {
  ALL_SUBSCRIPTIONS,
  WebhookDelivery,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from "./schemas.ts";
import { WebhookDeliveries, WebhookSubscriptions } from "./services.ts";
import { publicPart, type Manager, type Origin, type Problem } from "./subscriptions.ts";
import { CONFLICT, routes } from "./routes.ts";
import spanish from "./es.json" with { type: "json" };

type Caller = Pick<HandlerCall, "principal" | "client" | "requestId">;

function originOf({ principal, client, requestId }: Caller): Origin {
  return { principal, network: clientNetwork(client), requestId };
}

/** Returns undefined for a caller with the rights of the operator, who manages all subscriptions. */
function managerOf(principal: Caller["principal"]): Manager {
  return principal?.scopes.includes(ALL_SUBSCRIPTIONS) ? undefined : principal;
}

const unknown = (id: string) => ({ detail: `None of your subscriptions has the id ${show(id)}.` });
const unknownDelivery = (id: string) => ({
  detail: `No delivery of this subscription has the id ${show(id)}. Old ones are removed.`,
});

function misfit({ field, detail }: Problem) {
  return { detail, errors: [{ pointer: `/${field}`, detail }] };
}

export default definePlugin({
  id: "webhook-subscriptions",
  summary: "Lets principals subscribe to webhooks, and follow their deliveries.",
  icon: "M3.75 11.25V7a4.25 4.25 0 0 1 8.5 0v4.25l1.25 1H2.5zM6.75 14.5h2.5M8 2.75V1.5",
  translations: { es: spanish.subscriptions },
  needs: { store: Store, subscriptions: WebhookSubscriptions, deliveries: WebhookDeliveries },
  schemas: { WebhookSubscription, WebhookSubscriptionWithSecret, WebhookDelivery },
  errors: {
    [CONFLICT]: {
      status: 409,
      message: "The state of the webhooks does not allow this.",
      cause:
        "There are as many subscriptions as the service allows, or one of yours sends to the same host, or the delivery to be repeated has not ended yet.",
      remedy:
        "Remove or change a subscription that is not needed, or wait until the delivery has ended.",
    },
  },
  routes,
  handlers: ({ store, subscriptions, deliveries }) => ({
    listSubscriptions: ({ principal, query }) => subscriptions.list(managerOf(principal), query),
    async getSubscription({ principal, params: { subscriptionId }, fail }) {
      const manager = managerOf(principal);
      const row = await subscriptions.find(manager, subscriptionId);
      return row === undefined
        ? fail("resource-not-found", unknown(subscriptionId))
        : publicPart(row, manager);
    },
    async createSubscription(call) {
      const { body, fail } = call;
      const manager = managerOf(call.principal);
      const problem = subscriptions.check(manager, body);
      if (problem !== undefined) fail("unprocessable-content", misfit(problem));
      const detail = await subscriptions.conflict(manager, body.url);
      if (detail !== undefined) fail(CONFLICT, { detail });
      return subscriptions.create(manager, body, originOf(call));
    },
    async changeSubscription(call) {
      const { body, params, fail } = call;
      const manager = managerOf(call.principal);
      const problem = subscriptions.check(manager, body);
      if (problem !== undefined) fail("unprocessable-content", misfit(problem));
      const { subscriptionId: id } = params;
      const detail = await subscriptions.conflict(manager, body.url, id);
      if (detail !== undefined) fail(CONFLICT, { detail });
      const changed = await subscriptions.change(manager, id, body, originOf(call));
      return changed ?? fail("resource-not-found", unknown(id));
    },
    async rotateSecret(call) {
      const { body, params, fail } = call;
      const manager = managerOf(call.principal);
      const { subscriptionId: id } = params;
      const rotated = await subscriptions.rotate(manager, id, body.overlap, originOf(call));
      return rotated ?? fail("resource-not-found", unknown(id));
    },
    async removeSubscription(call) {
      const { params, fail } = call;
      const { subscriptionId: id } = params;
      if (!(await subscriptions.remove(managerOf(call.principal), id, originOf(call))))
        fail("resource-not-found", unknown(id));
    },
    async listDeliveries({ principal, params: { subscriptionId: id }, query, fail }) {
      if ((await subscriptions.find(managerOf(principal), id)) === undefined)
        return fail("resource-not-found", unknown(id));
      return deliveries.list(id, query);
    },
    async getDelivery({ principal, params: { subscriptionId: id, deliveryId }, fail }) {
      if ((await subscriptions.find(managerOf(principal), id)) === undefined)
        return fail("resource-not-found", unknown(id));
      const row = await deliveries.find(id, deliveryId);
      return row === undefined
        ? fail("resource-not-found", unknownDelivery(deliveryId))
        : WebhookDelivery.parse(row);
    },
    async redeliver({ principal, params: { subscriptionId: id, deliveryId }, fail }) {
      if ((await subscriptions.find(managerOf(principal), id)) === undefined)
        return fail("resource-not-found", unknown(id));
      const row = await deliveries.find(id, deliveryId);
      if (row === undefined) return fail("resource-not-found", unknownDelivery(deliveryId));
      const again = await deliveries.redeliver(row);
      if (again === undefined)
        return fail(CONFLICT, { detail: `The delivery ${row.id} has not ended yet.` });
      store.afterCommit(() => deliveries.wake());
      return WebhookDelivery.parse(again);
    },
  }),
});
