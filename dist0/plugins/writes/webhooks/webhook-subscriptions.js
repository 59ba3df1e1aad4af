import { t as definePlugin } from "../../../chunks/plugin.js";
import "../../../chunks/kernel.js";
import { a as show } from "../../../chunks/finding.js";
import { t as clientNetwork } from "../../../chunks/client-network.js";
import { p as Store } from "../../../chunks/services2.js";
import { S as WebhookSubscriptionWithSecret, _ as SubscriptionChanges, b as WebhookDelivery, c as WebhookSubscriptions, g as SecretRotation, i as publicPart, s as WebhookDeliveries, t as SUBSCRIPTIONS, x as WebhookSubscription, y as WantedSubscription } from "../../../chunks/es2.js";
// plugins/writes/webhooks/routes.ts
const CONFLICT = "webhook-conflict";
const reads = {
	method: "GET",
	access: { scopes: ["webhooks:read"] },
	cache: {
		scope: "private",
		maxAge: "0s"
	}
};
const writes = {
	access: { scopes: ["webhooks:write"] },
	idempotency: "none"
};
const ALL = "/api/webhook-subscriptions";
const ONE = `${ALL}/{subscriptionId}`;
const DELIVERIES = `${ONE}/deliveries`;
const DELIVERY = `${DELIVERIES}/{deliveryId}`;
const item = {
	to: "getSubscription",
	with: { subscriptionId: "id" }
};
const delivery = {
	to: "getDelivery",
	with: {
		subscriptionId: "subscription",
		deliveryId: "id"
	}
};
const routes = {
	listSubscriptions: {
		...reads,
		path: ALL,
		summary: "List your subscriptions to webhooks, without their secrets.",
		list: {
			of: WebhookSubscription,
			as: "subscriptions",
			name: "WebhookSubscriptionsList",
			relations: { item }
		},
		publish: { rootLink: "webhookSubscriptions" }
	},
	getSubscription: {
		...reads,
		path: ONE,
		summary: "Read one of your subscriptions, without its secret.",
		returns: WebhookSubscription,
		errors: ["resource-not-found"],
		relations: {
			collection: "listSubscriptions",
			deliveries: "listDeliveries"
		}
	},
	createSubscription: {
		...writes,
		method: "POST",
		path: ALL,
		summary: "Subscribe to webhooks, and read the secret of signatures this once.",
		body: WantedSubscription,
		returns: WebhookSubscriptionWithSecret,
		creates: item,
		errors: ["unprocessable-content", CONFLICT]
	},
	changeSubscription: {
		...writes,
		method: "PATCH",
		path: ONE,
		summary: "Change members of a subscription.",
		description: "A paused subscription resumes when `active` becomes true.",
		bodies: {
			"application/merge-patch+json": SubscriptionChanges,
			"application/json": SubscriptionChanges
		},
		returns: WebhookSubscription,
		errors: ["resource-not-found", "unprocessable-content"]
	},
	rotateSecret: {
		...writes,
		method: "POST",
		path: `${ONE}/rotate`,
		summary: "Replace the secret of a subscription, and read the new one this once.",
		body: SecretRotation,
		returns: WebhookSubscriptionWithSecret,
		errors: ["resource-not-found"]
	},
	removeSubscription: {
		...writes,
		method: "DELETE",
		path: ONE,
		summary: "Remove a subscription.",
		empty: true,
		idempotency: "natural",
		errors: ["resource-not-found"]
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
			relations: { item: delivery }
		},
		errors: ["resource-not-found"],
		relations: { subscription: "getSubscription" }
	},
	getDelivery: {
		...reads,
		path: DELIVERY,
		summary: "Read a delivery with its attempts.",
		returns: WebhookDelivery,
		errors: ["resource-not-found"],
		relations: {
			collection: "listDeliveries",
			subscription: "getSubscription"
		}
	},
	redeliver: {
		...writes,
		method: "POST",
		path: `${DELIVERY}/redeliver`,
		summary: "Send a delivery again that was delivered or is dead.",
		returns: WebhookDelivery,
		errors: ["resource-not-found", CONFLICT]
	}
};
// plugins/writes/webhooks/webhook-subscriptions.ts
/** Subscriptions to webhooks as resources: each principal has its own, and the operator's are hidden. */
function originOf({ principal, client, requestId }) {
	return {
		principal,
		network: clientNetwork(client),
		requestId
	};
}
const unknown = (id) => ({ detail: `None of your subscriptions has the id ${show(id)}.` });
const unknownDelivery = (id) => ({ detail: `No delivery of this subscription has the id ${show(id)}. Old ones are removed.` });
function misfit({ field, detail }) {
	return {
		detail,
		errors: [{
			pointer: `/${field}`,
			detail
		}]
	};
}
var webhook_subscriptions_default = definePlugin({
	id: "webhook-subscriptions",
	summary: "Lets principals subscribe to webhooks, and follow their deliveries.",
	translations: { es: SUBSCRIPTIONS },
	needs: {
		store: Store,
		subscriptions: WebhookSubscriptions,
		deliveries: WebhookDeliveries
	},
	schemas: {
		WebhookSubscription,
		WebhookSubscriptionWithSecret,
		WebhookDelivery
	},
	errors: { [CONFLICT]: {
		status: 409,
		message: "The state of the webhooks does not allow this.",
		cause: "There are as many subscriptions as the service allows, or the delivery to be repeated has not ended yet.",
		remedy: "Remove a subscription that is not needed, or wait until the delivery has ended."
	} },
	routes,
	handlers: ({ store, subscriptions, deliveries }) => ({
		listSubscriptions: ({ principal, query }) => subscriptions.list(principal, query),
		async getSubscription({ principal, params: { subscriptionId }, fail }) {
			const row = await subscriptions.find(principal, subscriptionId);
			return row === void 0 ? fail("resource-not-found", unknown(subscriptionId)) : publicPart(row);
		},
		async createSubscription(call) {
			const { body, principal, fail } = call;
			const problem = subscriptions.check(body);
			if (problem !== void 0) fail("unprocessable-content", misfit(problem));
			if (!await subscriptions.hasRoom()) fail(CONFLICT, { detail: "The service has as many subscriptions as it may. Remove one." });
			return subscriptions.create(principal, body, originOf(call));
		},
		async changeSubscription(call) {
			const { body, principal, params, fail } = call;
			const problem = subscriptions.check(body);
			if (problem !== void 0) fail("unprocessable-content", misfit(problem));
			const { subscriptionId: id } = params;
			return await subscriptions.change(principal, id, body, originOf(call)) ?? fail("resource-not-found", unknown(id));
		},
		async rotateSecret(call) {
			const { body, principal, params, fail } = call;
			const { subscriptionId: id } = params;
			return await subscriptions.rotate(principal, id, body.overlap, originOf(call)) ?? fail("resource-not-found", unknown(id));
		},
		async removeSubscription(call) {
			const { principal, params, fail } = call;
			const { subscriptionId: id } = params;
			if (!await subscriptions.remove(principal, id, originOf(call))) fail("resource-not-found", unknown(id));
		},
		async listDeliveries({ principal, params: { subscriptionId: id }, query, fail }) {
			if (await subscriptions.find(principal, id) === void 0) return fail("resource-not-found", unknown(id));
			return deliveries.list(id, query);
		},
		async getDelivery({ principal, params: { subscriptionId: id, deliveryId }, fail }) {
			if (await subscriptions.find(principal, id) === void 0) return fail("resource-not-found", unknown(id));
			const row = await deliveries.find(id, deliveryId);
			return row === void 0 ? fail("resource-not-found", unknownDelivery(deliveryId)) : WebhookDelivery.parse(row);
		},
		async redeliver({ principal, params: { subscriptionId: id, deliveryId }, fail }) {
			if (await subscriptions.find(principal, id) === void 0) return fail("resource-not-found", unknown(id));
			const row = await deliveries.find(id, deliveryId);
			if (row === void 0) return fail("resource-not-found", unknownDelivery(deliveryId));
			const again = await deliveries.redeliver(row);
			if (again === void 0) return fail(CONFLICT, { detail: `The delivery ${row.id} has not ended yet.` });
			store.afterCommit(() => deliveries.wake());
			return WebhookDelivery.parse(again);
		}
	})
});
export { webhook_subscriptions_default as default };

//# sourceMappingURL=webhook-subscriptions.js.map