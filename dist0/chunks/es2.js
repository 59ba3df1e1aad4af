import "./kernel.js";
import { _ as service } from "./explain-issues.js";
import { C as strictObject, b as object, c as array, l as boolean, p as int, s as _enum, w as string } from "./zod2.js";
import { n as datetime } from "./zod3.js";
import { n as toMilliseconds } from "./duration.js";
import { t as Duration } from "./duration2.js";
import { t as ChangeKind } from "./events.js";
import { isIP } from "node:net";
import { createHmac, randomBytes } from "node:crypto";
import { request } from "node:http";
import { request as request$1 } from "node:https";
import { lookup } from "node:dns";
// plugins/writes/webhooks/schemas.ts
/** Subscriptions and deliveries: as the store has them, as callers see them, and what requests say about them. */
/** Names of the tables. */
const SUBSCRIPTIONS$1 = "webhookSubscriptions";
const DELIVERIES = "webhookDeliveries";
const MAX_OVERLAP = "30d";
const Time = datetime();
/** All types, all of a resource and those below it, or one. */
const EventPattern = string().max(200).regex(/^(\*|[\w-]+(\.[\w-]+)*\.(\*|[a-z]+))$/, "write *, rooms.* or rooms.created").describe("A type such as `rooms.created`, `rooms.*` for all of a resource, or `*` for all.");
/** A key of 24 to 64 bytes, in the form of Standard Webhooks. */
const Secret = string().regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, "write whsec_ and 24 to 64 bytes in base64").refine((secret) => {
	const { length } = Buffer.from(secret.slice(6), "base64");
	return length >= 24 && length <= 64;
}, "the key has 24 to 64 bytes");
const Url = string().min(1).max(2e3).describe("Where to send events, by POST.").meta({ examples: ["https://receiver.example/hook"] });
const Events = array(EventPattern).min(1).max(100).describe("Types of events to send.");
/** Without control characters, because lists at a terminal show it. */
const Description = string().max(200).regex(/^\P{Cc}*$/u, "a description is one line of text").describe("For people.");
/** Why the service paused a subscription, with the rest of a sentence about it. */
const PAUSES = {
	"dead-deliveries": "because deliveries were dead",
	"principal-gone": "because the principal does not count any more",
	"scopes-lost": "because the principal has lost scopes that it had when it wrote it"
};
const PauseReason = _enum(Object.keys(PAUSES));
const WebhookSubscription = object({
	id: string(),
	url: Url,
	events: Events,
	description: Description.optional(),
	active: boolean().describe("Whether events are sent. While it is false, none are kept either."),
	pausedAt: Time.optional().describe("When the service paused it."),
	pausedBecause: PauseReason.optional().describe("Why the service paused it: deliveries were dead, or its principal was revoked, has expired or has lost scopes."),
	createdAt: Time,
	previousUntil: Time.optional().describe("Until when deliveries are signed with the secret before the last rotation, too.")
});
/** A row of the table. Secrets never leave the plugin but once. */
const SubscriptionRow = WebhookSubscription.extend({
	owner: string().optional().describe("The principal it belongs to. Absent: the operator's."),
	/** Of the principal when it wrote the subscription. */
	scopes: array(string()),
	secret: string(),
	previousSecret: string().optional(),
	/** Dead deliveries since the last one that arrived. */
	dead: int()
});
const WebhookSubscriptionWithSecret = WebhookSubscription.extend({ secret: string().describe("The key of signatures. No other answer has it: keep it now.") });
const WantedSubscription = strictObject({
	url: Url,
	events: Events.default(["*"]),
	description: Description.optional(),
	active: boolean().default(true)
});
const SubscriptionChanges = strictObject({
	url: Url.optional(),
	events: Events.optional(),
	description: Description.optional(),
	active: boolean().optional()
});
const SecretRotation = strictObject({ overlap: Duration.refine((overlap) => toMilliseconds(overlap) <= toMilliseconds(MAX_OVERLAP), `an overlap is at most ${MAX_OVERLAP}`).default("24h").describe(`How long deliveries are signed with both secrets, ${MAX_OVERLAP} at most.`) });
const WebhookAttempt = object({
	at: Time,
	durationMs: int(),
	status: int().optional().describe("Of the answer. Absent where none came."),
	error: string().optional().describe("Why it does not count as delivered.")
}).meta({ id: "WebhookAttempt" });
const WebhookDelivery = object({
	id: string(),
	subscription: string(),
	message: string().describe("The header `webhook-id` of all attempts."),
	type: string(),
	timestamp: Time.describe("When the resource changed."),
	path: string(),
	resource: string(),
	key: string().optional(),
	kind: ChangeKind,
	state: _enum([
		"pending",
		"delivered",
		"dead"
	]),
	attempts: array(WebhookAttempt).describe("The latest ones.")
});
/** A row of the table. Its id is its place in the order of all changes. */
const DeliveryRow = WebhookDelivery.extend({
	/** `traceparent` of the request that made the change: attempts continue its trace. */
	trace: string().optional(),
	/** Attempts since it was last asked for. */
	tries: int(),
	/** Subscription and path, until the delivery has ended: only the first one of a lane is under way. */
	lane: string().optional(),
	/** Subscription and time of the next attempt, or of the end of a lease; absent while another one is before it. */
	queue: string().optional()
});
// plugins/writes/webhooks/services.ts
/** The parts that the plugin of the subscriptions' routes shares with the one that sends. */
const WebhookSubscriptions = service("webhookSubscriptions");
const WebhookDeliveries = service("webhookDeliveries");
// plugins/writes/webhooks/signature.ts
/** Signatures of deliveries (Standard Webhooks, symmetric). */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;
function mintSecret() {
	return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}
/** Returns the headers of one attempt. During an overlap there is a signature for each secret. */
function signedHeaders(message, timestampSeconds, body, secrets) {
	const content = `${message}.${timestampSeconds}.${body}`;
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(6), "base64");
		return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
	});
	return {
		"webhook-id": message,
		"webhook-timestamp": String(timestampSeconds),
		"webhook-signature": signatures.join(" ")
	};
}
// plugins/writes/webhooks/standing.ts
/** Returns why nothing may be delivered any more. Of principals that are known by their requests alone, nothing is. */
async function lapseOf({ owner, scopes }, { identifiers }) {
	if (owner === void 0) return void 0;
	for (const identifier of identifiers) {
		const principal = await identifier.lookUp(owner);
		if (principal === void 0) continue;
		if (principal === null) return "principal-gone";
		return scopes.every((scope) => principal.scopes.includes(scope)) ? void 0 : "scopes-lost";
	}
}
// plugins/writes/webhooks/target.ts
/** Targets of deliveries: the rules that a URL keeps, and one request to it. */
/** Bytes of an answer that are read, to let its sender finish. */
const MAX_ANSWER_BYTES = 16384;
/** Returns why a URL cannot be a target, as far as its text shows. */
function problemOfTarget(text, { allowHttp, isAllowed }) {
	const url = URL.parse(text);
	if (url === null) return "is not an absolute URL";
	if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:")) return allowHttp ? "is neither https nor http" : "is not https";
	if (url.username !== "" || url.password !== "") return "has a user name or a password";
	if (url.hash !== "") return "has a fragment";
	const host = hostOf(url);
	if (isIP(host) !== 0 && !isAllowed(host)) return "is at an address that is not public";
	if (/(^|\.)localhost\.?$/i.test(host) && !isAllowed("127.0.0.1") && !isAllowed("::1")) return "is at an address that is not public";
}
function hostOf({ hostname }) {
	return hostname.replace(/^\[(.*)\]$/, "$1");
}
/**
* Sends one request and returns its status. Rejects with a message for people. The address that was checked is the one
* that is used, so that a name cannot lead elsewhere in between; redirects are not followed.
*/
function send(target, headers, body, rules, signal) {
	const problem = problemOfTarget(target, rules);
	if (problem !== void 0) return Promise.reject(/* @__PURE__ */ new Error(`the URL ${problem}`));
	const url = new URL(target);
	const answered = Promise.withResolvers();
	const limit = AbortSignal.timeout(rules.timeoutMs);
	const options = {
		method: "POST",
		headers: {
			...headers,
			"content-length": String(Buffer.byteLength(body))
		},
		agent: false,
		lookup: checkedLookup(rules),
		signal: AbortSignal.any([signal, limit])
	};
	const outgoing = (url.protocol === "https:" ? request$1 : request)(url, options);
	outgoing.on("response", (incoming) => {
		const after = Number(incoming.headers["retry-after"]);
		answered.resolve({
			status: incoming.statusCode ?? 0,
			retryAfter: Number.isFinite(after) && after > 0 ? after : void 0
		});
		let received = 0;
		incoming.on("data", ({ length }) => {
			received += length;
			if (received > MAX_ANSWER_BYTES) incoming.destroy();
		});
		incoming.on("error", () => {});
	});
	outgoing.on("error", (error) => answered.reject(limit.aborted ? /* @__PURE__ */ new Error(`no answer came within ${rules.timeoutMs} ms`) : error));
	outgoing.end(body);
	return answered.promise;
}
/** A look-up that fails when any of the addresses may not be a target. */
function checkedLookup({ isAllowed, lookup: lookup$1 }) {
	const find = lookup$1 ?? ((host, done) => lookup(host, {
		all: true,
		order: "verbatim"
	}, done));
	return (host, { all }, done) => find(host, (error, addresses) => {
		const [first] = addresses ?? [];
		if (error !== null) return done(error, []);
		if (first === void 0) return done(/* @__PURE__ */ new Error("the name has no address"), []);
		if (!addresses.every(({ address }) => isAllowed(address))) return done(/* @__PURE__ */ new Error("the name leads to an address that is not public"), []);
		if (all === true) return done(null, [...addresses]);
		return done(null, first.address, first.family);
	});
}
// plugins/writes/webhooks/subscriptions.ts
/** Creates, changes, rotates and pauses subscriptions, for requests, the config and the command line alike. */
const PUBLIC_FIELDS = Object.keys(WebhookSubscription.shape);
const RESUMED = {
	dead: 0,
	pausedAt: void 0,
	pausedBecause: void 0
};
var Subscriptions = class {
	#services;
	#options;
	#rules;
	#active;
	/** Why the service has paused some, as of the latest look: one entry for each. */
	paused = [];
	constructor(services, options, rules) {
		this.#services = services;
		this.#options = options;
		this.#rules = rules;
	}
	get rules() {
		return this.#rules;
	}
	list(manager, query) {
		const fields = (query.fields ?? PUBLIC_FIELDS).filter((name) => PUBLIC_FIELDS.includes(name));
		return this.#rows(manager).list({
			...query,
			fields
		});
	}
	find(manager, id) {
		return this.#rows(manager).find(id);
	}
	/** Returns the first reason why a subscription cannot be as wanted. */
	check({ url }) {
		const problem = url === void 0 ? void 0 : problemOfTarget(url, this.#rules);
		return problem === void 0 ? void 0 : {
			field: "url",
			detail: `The URL ${problem}.`
		};
	}
	/** Whether there may be another one. */
	async hasRoom() {
		const { maxSubscriptions: limit } = this.#options;
		return (await this.#services.store.table(SUBSCRIPTIONS$1).acrossOwners().list({
			fields: ["id"],
			limit
		})).items.length < limit;
	}
	async create(manager, wanted, origin = {}, { id = `wh_${randomBytes(8).toString("hex")}`, secret = mintSecret() } = {}) {
		const row = {
			id,
			...wanted,
			createdAt: this.#at(),
			scopes: manager?.scopes ?? [],
			secret,
			dead: 0
		};
		await this.#rows(manager).insert([row]);
		this.#record("webhook.created", id, origin);
		return {
			...publicPart({
				...row,
				scopes: [...row.scopes]
			}),
			secret
		};
	}
	/** Undefined where no subscription has the id. To make one active ends its pause. */
	async change(manager, id, wanted, origin = {}) {
		const resumed = wanted.active === true ? RESUMED : {};
		const scopes = manager === void 0 ? {} : { scopes: manager.scopes };
		if (!await this.#rows(manager).update(id, {
			...wanted,
			...resumed,
			...scopes
		})) return void 0;
		this.#record("webhook.changed", id, origin);
		const row = await this.find(manager, id);
		return row && publicPart(row);
	}
	/** Undefined where no subscription has the id. */
	async rotate(manager, id, overlap, origin = {}) {
		const before = await this.find(manager, id);
		if (before === void 0) return void 0;
		const overlapMs = toMilliseconds(overlap);
		const previous = overlapMs > 0 ? {
			previousSecret: before.secret,
			previousUntil: this.#at(overlapMs)
		} : {
			previousSecret: void 0,
			previousUntil: void 0
		};
		const secret = mintSecret();
		if (!await this.#rows(manager).update(id, {
			secret,
			...previous
		})) return void 0;
		this.#record("webhook.rotated", id, origin, `overlap: ${overlap}`);
		return {
			...publicPart({
				...before,
				secret,
				...previous
			}),
			secret
		};
	}
	async remove(manager, id, origin = {}) {
		const isThere = await this.#rows(manager).remove(id);
		if (isThere) this.#record("webhook.removed", id, origin);
		return isThere;
	}
	/** Those that events are sent to. Read again after each change, and by every call within a transaction. */
	async active() {
		const { store } = this.#services;
		const version = store.version([SUBSCRIPTIONS$1]);
		if (version !== void 0 && this.#active?.version === version) return this.#active.rows;
		const all = await store.table(SUBSCRIPTIONS$1).acrossOwners().list();
		const rows = all.items.filter(({ active }) => active);
		this.paused = all.items.flatMap(({ pausedAt, pausedBecause = "dead-deliveries" }) => pausedAt === void 0 ? [] : [pausedBecause]);
		if (version !== void 0 && store.changed() === void 0) this.#active = {
			version,
			rows
		};
		return rows;
	}
	/** Counts dead deliveries in a row, and pauses the subscription when there are too many. */
	noteEnd(id, isDead) {
		return this.#services.store.transaction(() => this.#noteEnd(id, isDead));
	}
	async #noteEnd(id, isDead) {
		const table = this.#services.store.table(SUBSCRIPTIONS$1).acrossOwners();
		const row = await table.find(id);
		if (row === void 0 || !isDead && row.dead === 0) return;
		const dead = isDead ? row.dead + 1 : 0;
		await table.update(id, { dead });
		if (dead >= this.#options.pauseAfter) await this.#pause(row, "dead-deliveries", `dead deliveries: ${dead}`);
	}
	/** Pauses those whose principal may not have deliveries any more. */
	async review() {
		for (const row of await this.active()) await this.mayReceive(row);
	}
	/** Whether a subscription may have deliveries; pauses it otherwise. */
	async mayReceive(row) {
		const lapse = await lapseOf(row, this.#services.runtime.registry);
		if (lapse !== void 0) await this.#services.store.transaction(() => this.#pause(row, lapse));
		return lapse === void 0;
	}
	async #pause({ id, owner }, because, detail) {
		const { store, bus } = this.#services;
		const pausedAt = this.#at();
		const changes = {
			active: false,
			pausedAt,
			pausedBecause: because
		};
		if (!await store.table("webhookSubscriptions").acrossOwners().update(id, changes, [{
			field: "active",
			operator: "eq",
			value: true
		}])) return;
		this.#record("webhook.paused", id, {}, detail ?? because);
		const recipients = {
			access: { scopes: ["webhooks:read"] },
			only: owner ?? null
		};
		store.afterCommit(() => bus.publish("webhooks.paused", {
			subscription: id,
			timestamp: pausedAt
		}, recipients));
	}
	#rows(manager) {
		const table = this.#services.store.table(SUBSCRIPTIONS$1);
		return manager === void 0 ? table.acrossOwners() : table.of(manager);
	}
	#at(inMs = 0) {
		return new Date(this.#services.clock.now() + inMs).toISOString();
	}
	#record(action, target, origin, detail) {
		const record = () => this.#services.audit?.record({
			action,
			target,
			outcome: "ok",
			detail,
			...origin
		});
		this.#services.store.afterCommit(record);
	}
};
/** The part of a row that may leave. */
function publicPart(row) {
	return WebhookSubscription.parse(row);
}
// plugins/writes/webhooks/es.ts
/** The texts of the plugins in Spanish. */
const WEBHOOKS = {
	"Read how webhooks are sent, and which types of events there are.": "Consulta cómo se envían los webhooks y qué tipos de eventos hay.",
	"Sends changes of resources to subscribers, signed and at least once.": "Envía a los suscriptores los cambios de los recursos, firmados y al menos una vez.",
	"As in Standard Webhooks.": "Como en Standard Webhooks.",
	"After them a delivery is dead.": "Después de ellos, la entrega se da por perdida.",
	"An answer's Retry-After counts where it is longer.": "El Retry-After de una respuesta cuenta si es más largo.",
	"Within which a target answers with a 2xx status.": "El tiempo en el que un destino responde con un código 2xx.",
	"Redirects are not followed.": "No se siguen las redirecciones.",
	"Of targets.": "De los destinos.",
	"Events of one resource are sent one after the other.": "Los eventos de un mismo recurso se envían uno tras otro.",
	"The same `webhook-id` may arrive again.": "El mismo `webhook-id` puede llegar otra vez.",
	"Dead deliveries in a row that pause a subscription.": "Entregas perdidas seguidas que ponen en pausa una suscripción.",
	"Types that subscriptions may name.": "Tipos que pueden nombrar las suscripciones.",
	"The state of the webhooks does not allow this.": "El estado de los webhooks no lo permite."
};
const SUBSCRIPTIONS = {
	"There are as many subscriptions as the service allows, or the delivery to be repeated has not ended yet.": "Hay tantas suscripciones como permite el servicio, o la entrega que se quiere repetir aún no ha terminado.",
	"Remove a subscription that is not needed, or wait until the delivery has ended.": "Elimina una suscripción que no haga falta o espera a que termine la entrega.",
	"List your subscriptions to webhooks, without their secrets.": "Lista tus suscripciones a webhooks, sin sus secretos.",
	"Read one of your subscriptions, without its secret.": "Lee una de tus suscripciones, sin su secreto.",
	"Subscribe to webhooks, and read the secret of signatures this once.": "Suscríbete a webhooks y lee por única vez el secreto de las firmas.",
	"Change members of a subscription.": "Cambia miembros de una suscripción.",
	"A paused subscription resumes when `active` becomes true.": "Una suscripción en pausa se reanuda cuando `active` pasa a ser true.",
	"Replace the secret of a subscription, and read the new one this once.": "Sustituye el secreto de una suscripción y lee el nuevo por única vez.",
	"Remove a subscription.": "Elimina una suscripción.",
	"List the deliveries of a subscription with their attempts, the latest first.": "Lista las entregas de una suscripción con sus intentos, primero las más recientes.",
	"Read a delivery with its attempts.": "Lee una entrega con sus intentos.",
	"Send a delivery again that was delivered or is dead.": "Vuelve a enviar una entrega que se completó o que se dio por perdida.",
	"Lets principals subscribe to webhooks, and follow their deliveries.": "Permite a los titulares suscribirse a webhooks y seguir sus entregas.",
	"Where to send events, by POST.": "Adónde se envían los eventos, por POST.",
	"Types of events to send.": "Tipos de eventos que se envían.",
	"A type such as `rooms.created`, `rooms.*` for all of a resource, or `*` for all.": "Un tipo como `rooms.created`, `rooms.*` para todos los de un recurso, o `*` para todos.",
	"How long deliveries are signed with both secrets, 30d at most.": "Cuánto tiempo se firman las entregas con ambos secretos, 30d como máximo.",
	"Whether events are sent. While it is false, none are kept either.": "Si se envían eventos. Mientras sea falso, tampoco se guardan.",
	"When the service paused it.": "Cuándo la puso en pausa el servicio.",
	"Why the service paused it: deliveries were dead, or its principal was revoked, has expired or has lost scopes.": "Por qué el servicio la puso en pausa: se perdieron entregas, o su titular fue revocado, ha caducado o ha perdido permisos.",
	"Until when deliveries are signed with the secret before the last rotation, too.": "Hasta cuándo se firman las entregas también con el secreto anterior a la última renovación.",
	"The key of signatures. No other answer has it: keep it now.": "La clave de las firmas. Ninguna otra respuesta la contiene: guárdala ahora.",
	"The header `webhook-id` of all attempts.": "La cabecera `webhook-id` de todos los intentos.",
	"When the resource changed.": "Cuándo cambió el recurso.",
	"The latest ones.": "Los más recientes.",
	"Of the answer. Absent where none came.": "El de la respuesta. Falta si no llegó ninguna.",
	"Why it does not count as delivered.": "Por qué no cuenta como entregado."
};
export { WebhookSubscriptionWithSecret as S, SubscriptionChanges as _, send as a, WebhookDelivery as b, WebhookSubscriptions as c, EventPattern as d, PAUSES as f, SecretRotation as g, Secret as h, publicPart as i, DELIVERIES as l, SUBSCRIPTIONS$1 as m, WEBHOOKS as n, signedHeaders as o, PauseReason as p, Subscriptions as r, WebhookDeliveries as s, SUBSCRIPTIONS as t, DeliveryRow as u, SubscriptionRow as v, WebhookSubscription as x, WantedSubscription as y };

//# sourceMappingURL=es2.js.map