import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import { a as changesOf, i as changeOf } from "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { a as Histogram, t as Tracepoint } from "../../../chunks/tracepoint.js";
import { a as show, r as messageOf } from "../../../chunks/finding.js";
import { C as strictObject, S as record, b as object, c as array, h as literal, l as boolean, p as int, s as _enum, w as string } from "../../../chunks/zod2.js";
import { n as datetime } from "../../../chunks/zod3.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { c as changesResource, l as isRecipient } from "../../../chunks/view.js";
import { c as Jobs, d as Plans, l as Nodes, m as UniqueViolation, p as Store, s as Audit, t as EventBus } from "../../../chunks/services2.js";
import { r as Runtime, t as Clock } from "../../../chunks/services.js";
import { t as startChore } from "../../../chunks/chores.js";
import { t as chosenAction } from "../../../chunks/actions.js";
import { a as send, b as WebhookDelivery, c as WebhookSubscriptions, d as EventPattern, f as PAUSES, g as SecretRotation, h as Secret, l as DELIVERIES, m as SUBSCRIPTIONS, n as WEBHOOKS, o as signedHeaders, p as PauseReason, r as Subscriptions, s as WebhookDeliveries, u as DeliveryRow, v as SubscriptionRow, y as WantedSubscription } from "../../../chunks/es2.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { t as Backoff } from "../../../chunks/resilience.js";
import { BlockList, isIP } from "node:net";
import { randomUUID } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
// plugins/writes/webhooks/command.ts
/** `waymark webhooks`: manages the operator's subscriptions beside a running server, which follows at once. */
const ALL = {
	fields: void 0,
	filters: [],
	sort: [],
	limit: void 0,
	after: void 0
};
const ACTIONS = {
	create: {
		run: create,
		flags: [
			"url",
			"events",
			"description"
		]
	},
	list: { run: list },
	resume: {
		run: resume,
		needsId: true
	},
	rotate: {
		run: rotate,
		needsId: true,
		flags: ["overlap"]
	},
	remove: {
		run: remove,
		needsId: true
	}
};
const webhooksCommand = {
	summary: "Create, list, resume, rotate and remove subscriptions to webhooks",
	args: {
		action: { summary: Object.keys(ACTIONS).join(", ") },
		id: {
			summary: "resume, rotate, remove: id of the subscription",
			optional: true
		}
	},
	flags: {
		url: {
			type: "text",
			summary: "create: where to send events"
		},
		events: {
			type: "text",
			summary: "create: types, with commas between them; default *"
		},
		description: {
			type: "text",
			summary: "create: text for people"
		},
		overlap: {
			type: "text",
			summary: "rotate: how long both secrets sign; default 24h"
		},
		json: {
			type: "boolean",
			summary: "Print JSON"
		}
	},
	run: ({ subscriptions }, ctx) => chosenAction(ACTIONS, ctx, "webhooks", "subscription")(subscriptions, ctx, ctx.args["id"] ?? "")
};
async function create(subscriptions, ctx) {
	const { url, events, description } = ctx.flags;
	const types = typeof events === "string" ? events.split(",").map((one) => one.trim()) : void 0;
	const wanted = WantedSubscription.safeParse({
		url,
		events: types,
		description
	});
	if (!wanted.success) {
		const [{ path, message } = {
			path: [],
			message: "does not fit"
		}] = wanted.error.issues;
		throw new Error(`--${String(path[0])}: ${message}`);
	}
	const problem = subscriptions.check(wanted.data);
	if (problem !== void 0) throw new Error(`--${problem.field}: ${problem.detail}`);
	if (!await subscriptions.hasRoom()) throw new Error(`${ctx.options.maxSubscriptions} subscriptions exist\n  hint: remove one, or raise maxSubscriptions`);
	printOnce(await subscriptions.create(void 0, wanted.data), ctx);
}
async function list(subscriptions, ctx) {
	const items = (await subscriptions.list(void 0, ALL)).items;
	if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(items, void 0, 2));
	const rows = items.map(({ id, url, events, active, pausedAt, createdAt }) => [
		id,
		url,
		events.join(" "),
		active ? "active" : pausedAt === void 0 ? "inactive" : "paused",
		createdAt
	]);
	ctx.printTable([[
		"ID",
		"URL",
		"EVENTS",
		"STATE",
		"CREATED"
	], ...rows]);
}
async function resume(subscriptions, ctx, id) {
	if (await subscriptions.change(void 0, id, { active: true }) === void 0) throw unknown(id);
	ctx.note(`The subscription ${id} is active: deliveries that waited are sent now.`);
}
async function rotate(subscriptions, ctx, id) {
	const wanted = SecretRotation.safeParse({ overlap: ctx.flags["overlap"] });
	if (!wanted.success) throw new Error("--overlap: write a duration such as 24h, at most 30d");
	const rotated = await subscriptions.rotate(void 0, id, wanted.data.overlap);
	if (rotated === void 0) throw unknown(id);
	printOnce(rotated, ctx);
}
async function remove(subscriptions, ctx, id) {
	if (!await subscriptions.remove(void 0, id)) throw unknown(id);
	ctx.note(`The subscription ${id} is removed.`);
}
function unknown(id) {
	return /* @__PURE__ */ new Error(`no subscription has the id ${show(id)}\n  hint: waymark webhooks list shows all of them`);
}
function printOnce(subscription, ctx) {
	if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(subscription, void 0, 2));
	ctx.print(subscription.secret);
	ctx.note("The secret is shown this once: receivers verify signatures with it.");
	ctx.note(`id ${subscription.id}, events ${subscription.events.join(" ")}`);
}
// plugins/writes/webhooks/configured.ts
/** The operator's own subscriptions, which are those of the config. */
const CONFIGURED = "config-";
/**
* Adds the subscriptions of the config, and removes those that it does not have. Other nodes may have another config during a
* rollout, and lose no events of theirs: then this waits until all have the same.
*
* @returns a function to call again from time to time, which does what had to wait.
*/
async function configure({ store, runtime, nodes, subscriptions }, wanted) {
	let isSettled = nodes === void 0;
	const table = store.table(SUBSCRIPTIONS).acrossOwners();
	const add = async () => {
		for (const [name, { secret, ...one }] of Object.entries(wanted)) {
			const id = CONFIGURED + name;
			const problem = subscriptions.check(one);
			if (problem !== void 0) throw new Error(`subscriptions.${name}: ${problem.detail}`);
			if (await table.update(id, {
				...one,
				secret
			})) continue;
			await subscriptions.create(void 0, {
				...one,
				active: true
			}, {}, {
				id,
				secret
			}).catch((error) => {
				if (!(error instanceof UniqueViolation)) throw error;
			});
		}
	};
	const removeOthers = async () => {
		const stray = (await table.list({ fields: ["id"] })).items.filter(({ id }) => id.startsWith(CONFIGURED) && !Object.hasOwn(wanted, id.slice(7)));
		await table.removeAll(stray.map(({ id }) => id));
	};
	if (isSettled) await removeOthers();
	await add();
	return async () => {
		if (isSettled || !runtime.ready) return;
		const all = await nodes?.list().catch(() => void 0) ?? [];
		const { revision } = runtime.registry;
		if (all.length === 0 || all.some((node) => node.revision !== revision)) return;
		await removeOthers();
		await add();
		isSettled = true;
	};
}
// plugins/writes/webhooks/networks.ts
/** Which addresses are targets: public ones, and those of networks that the operator allows. */
/** Networks that are not public (IANA special-purpose address registries), and addresses of metadata services. */
const REFUSED = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"168.63.129.16/32",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/3",
	"::/3",
	"4000::/2",
	"8000::/1",
	"2001::/23",
	"2001:db8::/32",
	"2002::/16",
	"3fff::/20"
];
/** Reads a network in CIDR notation; undefined for other texts. */
function toNetwork(text) {
	const [address = "", size = "", ...rest] = text.split("/");
	const version = isIP(address);
	if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(size)) return void 0;
	const prefix = Number(size);
	if (prefix > (version === 4 ? 32 : 128)) return void 0;
	return [
		address,
		prefix,
		version === 4 ? "ipv4" : "ipv6"
	];
}
/** One list for each family, because a list takes an IPv4 address for a part of `::/3`. */
function listsOf(networks) {
	const lists = {
		ipv4: new BlockList(),
		ipv6: new BlockList()
	};
	for (const text of networks) {
		const network = toNetwork(text);
		if (network !== void 0) lists[network[2]].addSubnet(...network);
	}
	return lists;
}
/** IPv4 addresses within IPv6 ones (RFC 4291, section 2.5.5.2), as the URL parser writes them. */
function unmapped(address) {
	const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address) ?? [];
	if (high === void 0 || low === void 0) return address.replace(/^::ffff:(?=[\d.]+$)/i, "");
	const number = Number.parseInt(high, 16) * 65536 + Number.parseInt(low, 16);
	return [
		24,
		16,
		8,
		0
	].map((bits) => number >>> bits & 255).join(".");
}
/** Returns whether an address may be a target. */
function targetNetworks(allowNetworks) {
	const allowed = listsOf(allowNetworks);
	const refused = listsOf(REFUSED);
	return (text) => {
		const address = unmapped(text.replace(/%.*$/, ""));
		const version = isIP(address);
		if (version === 0) return false;
		const family = version === 4 ? "ipv4" : "ipv6";
		return allowed[family].check(address, family) || !refused[family].check(address, family);
	};
}
// plugins/writes/webhooks/options.ts
const Time = Duration.refine((time) => toMilliseconds(time) > 0, "it is longer than nothing");
const Network = string().refine((text) => toNetwork(text) !== void 0, "write a network such as 10.1.0.0/16");
/** A subscription that the operator keeps in the config. */
const Configured = strictObject({
	url: string().describe("Where to send events."),
	events: array(EventPattern).min(1).default(["*"]).describe("Types of events."),
	secret: Secret.meta({ writeOnly: true }).describe("`whsec_` and 24 to 64 bytes in base64, for signatures.")
});
const Options = strictObject({
	enabled: boolean().default(false).describe("Whether webhooks are sent."),
	maxAttempts: int().min(1).max(50).default(12).describe("How often a delivery is tried before it is dead."),
	backoff: strictObject({
		base: Time.default("5s").describe("The first wait; each following wait is twice as long."),
		max: Time.default("6h").describe("The longest wait."),
		jitter: _enum(["none", "full"]).default("full").describe("`full` waits a random part of the time, so that deliveries spread.")
	}).prefault({}),
	timeout: Time.default("10s").describe("How long an attempt may take, from look-up to status."),
	concurrency: int().min(1).max(1e3).default(16).describe("Attempts at a time, of each process."),
	perSubscription: int().min(1).max(100).default(4).describe("Attempts at a time for one subscription, of each process."),
	maxSubscriptions: int().min(1).max(1e4).default(100).describe("Subscriptions in all."),
	pauseAfter: int().min(1).default(10).describe("Dead deliveries in a row after which a subscription is paused."),
	keep: Time.default("7d").describe("How long deliveries are kept once they have ended."),
	allowHttp: boolean().default(false).describe("Whether http URLs are targets, too."),
	allowNetworks: array(Network).default([]).describe("Networks that are targets although they are not public, such as 10.1.0.0/16 or ::1/128."),
	subscriptions: record(string().regex(/^[a-z0-9-]{1,40}$/), Configured).default({}).describe("Subscriptions of the operator, by name. They receive changes of all resources.")
});
// plugins/writes/webhooks/statement.ts
/** The statement of deliveries, for documents and for the check of a server. */
const SIGNATURE = "hmac-sha256";
const HEADERS = [
	"webhook-id",
	"webhook-timestamp",
	"webhook-signature"
];
const Statement = object({
	signatureAlgorithm: literal(SIGNATURE),
	headers: array(_enum(HEADERS)).describe("As in Standard Webhooks."),
	deliveryRetry: object({
		maxAttempts: int().min(1).describe("After them a delivery is dead."),
		backoff: Backoff.describe("An answer's Retry-After counts where it is longer.")
	}),
	timeoutMs: int().min(1).describe("Within which a target answers with a 2xx status."),
	redirects: literal("failure").describe("Redirects are not followed."),
	schemes: array(_enum(["https", "http"])).describe("Of targets."),
	order: literal("resource").describe("Events of one resource are sent one after the other."),
	guarantee: literal("at-least-once").describe("The same `webhook-id` may arrive again."),
	pausedAfterDead: int().min(1).describe("Dead deliveries in a row that pause a subscription.")
});
function statementOf(options) {
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
				jitter: backoff.jitter
			}
		},
		timeoutMs: toMilliseconds(timeout),
		redirects: "failure",
		schemes: allowHttp ? ["https", "http"] : ["https"],
		order: "resource",
		guarantee: "at-least-once",
		pausedAfterDead: pauseAfter
	};
}
// plugins/writes/webhooks/outbox.ts
/** The outbox: deliveries of a change are inserted in the transaction that makes it. */
/** Changes of subscriptions are not sent to subscriptions. */
const OWN = "webhook-subscriptions";
/** A time in a text that sorts like it: milliseconds, or more for places in an order. */
const padded = (number) => String(number).padStart(16, "0");
/** Before it sorts each time of this subscription that has come. */
const queuePlace = (subscription, ms) => `${subscription} ${padded(ms)}`;
const timeOfPlace = (place) => Number(place.slice(place.lastIndexOf(" ")));
var Outbox = class {
	#store;
	#clock;
	#subscriptions;
	#wake;
	constructor(store, clock, subscriptions, wake) {
		this.#store = store;
		this.#clock = clock;
		this.#subscriptions = subscriptions;
		this.#wake = wake;
	}
	/**
	* Inserts a delivery for each subscription that wants the change and may learn of it.
	*
	* @param trace `traceparent` of the request that made it.
	*/
	async add(change, trace) {
		const type = `${change.resource}.${change.kind}`;
		const wanting = (await this.#subscriptions.active()).filter((one) => one.events.some((pattern) => fits(type, pattern)) && mayLearn(one, change));
		if (wanting.length === 0) return;
		await this.#store.transaction(() => this.#insert(type, change, wanting, trace));
		this.#store.afterCommit(this.#wake);
	}
	async #insert(type, { path, resource, key, kind }, wanting, trace) {
		const table = this.#store.table(DELIVERIES);
		const now = this.#clock.now();
		const { items } = await table.list({
			fields: ["id"],
			sort: [{
				field: "id",
				descending: true
			}],
			limit: 1
		});
		let place = Math.max(now * 1e3, Number(items[0]?.id ?? 0));
		const about = {
			type,
			timestamp: new Date(now).toISOString(),
			path,
			resource,
			key,
			kind,
			trace
		};
		const rows = [];
		for (const { id: subscription } of wanting) {
			const lane = `${subscription} ${path}`;
			const filters = [{
				field: "lane",
				operator: "eq",
				value: lane
			}];
			const isFree = (await table.list({
				fields: ["id"],
				filters,
				limit: 1
			})).items.length === 0;
			rows.push({
				id: padded(++place),
				message: `msg_${randomUUID()}`,
				...about,
				state: "pending",
				attempts: [],
				subscription,
				tries: 0,
				lane,
				...isFree ? { queue: queuePlace(subscription, now) } : {}
			});
		}
		await table.insert(rows);
	}
};
/** Whether a type of events is meant by a pattern of a subscription. */
function fits(type, pattern) {
	return pattern === "*" || pattern === type || pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}
/** The operator's subscriptions learn of everything, the others of what their owner may read. */
function mayLearn({ owner, scopes }, { recipients }) {
	if (owner === void 0) return true;
	return isRecipient({
		id: owner,
		kind: "",
		name: "",
		scopes
	}, recipients);
}
/** Returns the types of events that a service may send. */
function eventTypes(registry) {
	const types = registry.routes.filter(({ plugin }) => plugin !== OWN).flatMap((route) => changesOf(route, registry)).map(({ resource, kind }) => `${resource}.${kind}`);
	return [...new Set(types)].toSorted();
}
const WebhookOutbox = service("webhookOutbox");
const outboxPolicy = definePolicy({
	id: "webhooks",
	options: Options,
	needs: {
		outbox: WebhookOutbox,
		runtime: Runtime,
		store: Store
	},
	compile({ declaration, plugin }, { use }) {
		if (plugin === OWN || !changesResource(declaration)) return void 0;
		return { async around(call, proceed) {
			const end = await proceed();
			const { outbox, runtime, store } = use();
			const change = changeOf(call, end, runtime.registry, store.changed());
			if (change !== void 0) await outbox.add(change, call.trace?.headers["traceparent"]);
			return end;
		} };
	},
	statement: ({ options }) => statementOf(options),
	conformance: () => import("./conformance.js")
});
// plugins/writes/webhooks/deliveries.ts
/** Rows that are removed in one transaction: more of them would hold up requests. */
const PRUNED_AT_ONCE = 500;
const PUBLIC_FIELDS = Object.keys(WebhookDelivery.shape);
var Deliveries = class {
	#store;
	#clock;
	/** Makes the worker look for what is due. */
	wake = () => {};
	constructor(store, clock) {
		this.#store = store;
		this.#clock = clock;
	}
	/** Changes whenever a delivery or a subscription does, also by other processes; undefined while that is not known. */
	get version() {
		return this.#store.version([DELIVERIES, SUBSCRIPTIONS]);
	}
	/** Of one subscription, the latest first unless the query says otherwise. */
	list(subscription, query) {
		const fields = (query.fields ?? PUBLIC_FIELDS).filter((name) => PUBLIC_FIELDS.includes(name));
		const filters = [{
			field: "subscription",
			operator: "eq",
			value: subscription
		}, ...query.filters];
		return this.#table.list({
			...query,
			fields,
			filters
		});
	}
	async find(subscription, id) {
		const row = await this.#table.find(id);
		return row?.subscription === subscription ? row : void 0;
	}
	/** Claims deliveries of a subscription that are due, and returns them with the time of the next one. */
	async claim(subscription, atMost, leaseMs) {
		const now = this.#clock.now();
		const { items } = await this.#table.list({
			filters: [{
				field: "queue",
				operator: "gte",
				value: queuePlace(subscription, 0)
			}, {
				field: "queue",
				operator: "lte",
				value: queuePlace(subscription, 0x38d7ea4c68000)
			}],
			sort: [{
				field: "queue",
				descending: false
			}],
			limit: atMost + 1
		});
		const claimed = [];
		for (const row of items.slice(0, atMost)) {
			if (row.queue === void 0 || timeOfPlace(row.queue) > now) break;
			const queue = queuePlace(subscription, now + leaseMs);
			if (await this.#replace(row.id, row.queue, { queue })) claimed.push({
				...row,
				queue
			});
		}
		const left = items[claimed.length]?.queue;
		return {
			claimed,
			nextAt: left === void 0 ? void 0 : timeOfPlace(left)
		};
	}
	/** Records an attempt and its end; false when the lease was another process's by then. */
	end(delivery, attempt, end) {
		const attempts = [...delivery.attempts, attempt].slice(-50);
		const tries = delivery.tries + 1;
		return this.#store.transaction(async () => {
			if (end.kind === "retry") {
				const queue = queuePlace(delivery.subscription, this.#clock.now() + end.inMs);
				return this.#replace(delivery.id, delivery.queue, {
					attempts,
					tries,
					queue
				});
			}
			const ended = {
				state: end.kind,
				attempts,
				tries,
				lane: void 0,
				queue: void 0
			};
			if (!await this.#replace(delivery.id, delivery.queue, ended)) return false;
			if (delivery.lane !== void 0) await this.#advance(delivery.lane, delivery.subscription);
			return true;
		});
	}
	/** Ends a lease without an attempt. */
	async release({ id, queue, subscription }) {
		await this.#replace(id, queue, { queue: queuePlace(subscription, this.#clock.now()) });
	}
	/** Sends a delivery again that has ended, behind those of its resource that have not. Undefined for one that has not. */
	redeliver({ id, subscription, path, state }) {
		return this.#store.transaction(async () => {
			const lane = `${subscription} ${path}`;
			const again = {
				state: "pending",
				tries: 0,
				lane,
				queue: await this.#first(lane) === void 0 ? queuePlace(subscription, this.#clock.now()) : void 0
			};
			const where = [{
				field: "state",
				operator: "eq",
				value: state
			}];
			if (state === "pending" || !await this.#table.update(id, again, where)) return void 0;
			return this.#table.find(id);
		});
	}
	/** Removes older deliveries that have ended, and those of subscriptions that are not active. */
	async prune(olderThanMs, active, signal) {
		const filters = [{
			field: "id",
			operator: "lt",
			value: String((this.#clock.now() - olderThanMs) * 1e3).padStart(16, "0")
		}];
		const fields = [
			"id",
			"subscription",
			"state"
		];
		let after;
		do {
			const page = await this.#table.list({
				fields,
				filters,
				limit: PRUNED_AT_ONCE,
				after
			});
			const ended = page.items.filter(({ state, subscription }) => state !== "pending" || !active.has(subscription));
			if (ended.length > 0) await this.#table.removeAll(ended.map(({ id }) => id));
			after = page.next;
		} while (after !== void 0 && !signal.aborted);
	}
	/** The pending deliveries, up to a number, and when the oldest of them was made. */
	async backlog(atMost) {
		const { items } = await this.#table.list({
			fields: ["id"],
			filters: [{
				field: "lane",
				operator: "ne",
				value: null
			}],
			limit: atMost
		});
		const [first] = items;
		return {
			length: items.length,
			...first && { oldest: Number(first.id) / 1e3 }
		};
	}
	get #table() {
		return this.#store.table(DELIVERIES);
	}
	#replace(id, queue, changes) {
		return this.#table.update(id, changes, [{
			field: "queue",
			operator: "eq",
			value: queue
		}]);
	}
	async #first(lane) {
		const filters = [{
			field: "lane",
			operator: "eq",
			value: lane
		}];
		return (await this.#table.list({
			filters,
			limit: 1
		})).items[0];
	}
	async #advance(lane, subscription) {
		const next = await this.#first(lane);
		if (next === void 0) return;
		await this.#table.update(next.id, { queue: queuePlace(subscription, this.#clock.now()) });
	}
};
// plugins/writes/webhooks/backoff.ts
/** An answer's wish beyond it is not followed, in seconds. */
const MAX_RETRY_AFTER = 3600;
/** Returns milliseconds until the next attempt, after so many that failed before this one. */
function retryDelay({ baseMs, maxMs, jitter }, failed, retryAfter) {
	const wait = Math.min(maxMs, baseMs * 2 ** failed);
	const drawn = jitter === "full" ? Math.ceil(wait * Math.random()) : wait;
	return Math.max(drawn, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER) * 1e3);
}
// plugins/writes/webhooks/watched.ts
/** Shows rounds and deliveries to those who watch, such as a tracer. */
const rounds = new Tracepoint("webhooks");
const sending = new Tracepoint("delivery");
/** Runs a round that looks for deliveries and starts them. */
function watchedRound(round) {
	return rounds.isWatched ? rounds.run({
		name: "webhooks",
		attributes: {}
	}, round) : round();
}
/** Runs an attempt, whose span is part of the trace in which the change was made. */
function watchedAttempt({ type, message, trace }, { id, url }, headers, attempt) {
	if (!sending.isWatched) return attempt();
	const span = {
		name: `deliver ${type}`,
		kind: "client",
		attributes: {
			"http.request.method": "POST",
			"server.address": URL.parse(url)?.hostname,
			"messaging.message.id": message,
			"waymark.subscription": id
		},
		incoming: (name) => name === "traceparent" ? trace : void 0,
		outgoing: headers
	};
	return sending.run(span, async () => {
		const answer = await attempt();
		span.attributes["http.response.status_code"] = answer.status;
		return answer;
	});
}
// plugins/writes/webhooks/worker.ts
/** Sends what is due: woken by writes of this process, and by looking for those of others. */
/** How often to look for deliveries of other processes, in milliseconds. */
const LOOK_MS = 1e3;
/** Beyond the time of an attempt, until another process may take a delivery. */
const LEASE_MARGIN_MS = 2e3;
/** How long attempts under way may take at the end, in milliseconds. */
const DRAIN_MS = 4e3;
const GONE = 410;
var Worker = class {
	#parts;
	#options;
	#end = new AbortController();
	/** A round serves many requests: it must not run on in the trace of the one that woke it. */
	#outside = AsyncLocalStorage.snapshot();
	#running = /* @__PURE__ */ new Map();
	#looking;
	/** By outcome, since the start. */
	counts = {
		delivered: 0,
		failed: 0,
		dead: 0
	};
	/** How long attempts took, by outcome. */
	seconds = new Histogram([
		.01,
		.05,
		.1,
		.5,
		1,
		5,
		10
	]);
	#round;
	#isWoken = false;
	#isClosed = false;
	/** The version as of the latest round, and when the next delivery is due. */
	#seen;
	#nextAt = 0;
	constructor(parts, options) {
		this.#parts = parts;
		this.#options = options;
		this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
	}
	/** Begins a round, or another one after the one under way. */
	wake = () => {
		this.#isWoken = true;
		if (this.#isClosed || !this.#parts.isReady()) return;
		this.#round ??= this.#outside(() => watchedRound(() => this.#rounds())).catch((error) => this.#parts.log.warn("webhooks cannot be sent", { reason: messageOf(error) })).finally(() => {
			this.#round = void 0;
			if (this.#isWoken && this.#seen !== void 0) this.wake();
		});
	};
	/** Takes no further deliveries, and lets those under way end. */
	async close() {
		this.#isClosed = true;
		clearInterval(this.#looking);
		await this.#round;
		const timer = setTimeout(() => this.#end.abort(), DRAIN_MS);
		await Promise.all([...this.#running.values()].flatMap((attempts) => [...attempts]));
		clearTimeout(timer);
	}
	#look() {
		const { deliveries, clock, log } = this.#parts;
		try {
			if (this.#isWoken || deliveries.version !== this.#seen || clock.now() >= this.#nextAt) this.wake();
		} catch (error) {
			log.warn("webhooks cannot be sent", { reason: messageOf(error) });
		}
	}
	async #rounds() {
		const { subscriptions, deliveries } = this.#parts;
		while (this.#isWoken && !this.#isClosed) {
			this.#isWoken = false;
			this.#seen = deliveries.version;
			let nextAt = Infinity;
			for (const subscription of await subscriptions.active()) {
				const free = this.#placesFor(subscription.id);
				if (free <= 0 || this.#isClosed) continue;
				const leaseMs = this.#options.timeoutMs + LEASE_MARGIN_MS;
				const found = await deliveries.claim(subscription.id, free, leaseMs);
				nextAt = Math.min(nextAt, found.nextAt ?? Infinity);
				for (const delivery of found.claimed) this.#start(delivery, subscription);
			}
			this.#nextAt = nextAt;
			this.#schedule(nextAt);
		}
	}
	/** Sooner than the next look, where that would be late. */
	#schedule(nextAt) {
		const inMs = nextAt - this.#parts.clock.now();
		if (inMs < LOOK_MS) setTimeout(this.wake, Math.max(inMs, 1)).unref();
	}
	#placesFor(subscription) {
		const { concurrency, perSubscription } = this.#options;
		const all = [...this.#running.values()].reduce((total, { size }) => total + size, 0);
		const own = this.#running.get(subscription)?.size ?? 0;
		return Math.min(perSubscription - own, concurrency - all);
	}
	#start(delivery, subscription) {
		const own = this.#running.get(subscription.id) ?? /* @__PURE__ */ new Set();
		this.#running.set(subscription.id, own);
		const attempt = this.#attempt(delivery, subscription).catch((error) => this.#parts.log.warn("the end of a delivery cannot be recorded", {
			delivery: delivery.id,
			reason: messageOf(error)
		})).finally(() => {
			own.delete(attempt);
			if (own.size === 0) this.#running.delete(subscription.id);
			this.wake();
		});
		own.add(attempt);
	}
	async #attempt(delivery, subscription) {
		const { clock, send, deliveries, subscriptions } = this.#parts;
		if (!await subscriptions.mayReceive(subscription)) return deliveries.release(delivery);
		const at = clock.now();
		const body = bodyOf(delivery);
		const secrets = secretsOf(subscription, at);
		const headers = new Headers({
			"content-type": "application/json",
			"user-agent": "waymark-webhooks",
			...delivery.trace !== void 0 && { traceparent: delivery.trace },
			...signedHeaders(delivery.message, Math.floor(at / 1e3), body, secrets)
		});
		const begun = performance.now();
		const result = await watchedAttempt(delivery, subscription, headers, () => send(subscription.url, Object.fromEntries(headers), body, this.#end.signal)).then((answer) => ({
			...answer,
			error: errorOf(answer.status)
		}), (error) => ({
			status: void 0,
			retryAfter: void 0,
			error: messageOf(error)
		}));
		if (result.error !== void 0 && this.#end.signal.aborted) return deliveries.release(delivery);
		const { status, error } = result;
		const attempt = {
			at: new Date(at).toISOString(),
			durationMs: Math.round(performance.now() - begun),
			...status === void 0 ? {} : { status },
			...error === void 0 ? {} : { error }
		};
		const end = this.#endOf(delivery, result);
		if (!await deliveries.end(delivery, attempt, end)) return;
		const outcome = end.kind === "retry" ? "failed" : end.kind;
		this.counts[outcome]++;
		this.seconds.observe(attempt.durationMs / 1e3, { outcome });
		const isDead = end.kind === "dead";
		if (isDead || end.kind === "delivered" && subscription.dead > 0) await subscriptions.noteEnd(subscription.id, isDead);
	}
	#endOf({ tries }, result) {
		if (result.error === void 0) return { kind: "delivered" };
		if (result.status === GONE || tries + 1 >= this.#options.maxAttempts) return { kind: "dead" };
		return {
			kind: "retry",
			inMs: retryDelay(this.#options.backoff, tries, result.retryAfter)
		};
	}
};
function errorOf(status) {
	if (status >= 200 && status < 300) return void 0;
	return status >= 300 && status < 400 ? "redirects are not followed" : "the status is not 2xx";
}
function secretsOf(subscription, now) {
	const { secret, previousSecret, previousUntil } = subscription;
	return previousSecret !== void 0 && previousUntil !== void 0 && Date.parse(previousUntil) > now ? [secret, previousSecret] : [secret];
}
/** The same bytes for each attempt. */
function bodyOf({ type, timestamp, path, resource, key, kind }) {
	return JSON.stringify({
		type,
		timestamp,
		data: {
			kind,
			resource,
			path,
			key
		}
	});
}
// plugins/writes/webhooks/index.ts
/** Webhooks: changes of resources, sent to subscribers at least once (Standard Webhooks). */
const WebhookPaused = object({
	subscription: string(),
	timestamp: datetime()
});
const WebhookWorker = service("webhookWorker");
/** Milliseconds between two looks at the backlog, and from one prune to the next. */
const BACKLOG_MS = 1e4;
const PRUNE_MS = 6e5;
/** The backlog is counted up to here. */
const MAX_COUNTED = 1e4;
const WebhooksDiscovery = Statement.extend({
	supported: literal(true),
	planned: literal(false),
	eventTypes: array(string()).describe("Types that subscriptions may name.")
});
/** Returns one sentence for each reason. */
function describePauses(paused) {
	return PauseReason.options.flatMap((reason) => {
		const count = paused.filter((one) => one === reason).length;
		return count === 0 ? [] : [`${count} ${count === 1 ? "subscription is" : "subscriptions are"} paused, ${PAUSES[reason]}.`];
	}).join(" ");
}
const WebhookBacklog = service("webhookBacklog");
var webhooks_default = definePlugin({
	id: "webhooks",
	summary: "Sends changes of resources to subscribers, signed and at least once.",
	section: "policies",
	translations: { es: WEBHOOKS },
	options: Options,
	testOptions: {
		subscriptions: {},
		concurrency: 0
	},
	needs: {
		store: Store,
		clock: Clock,
		bus: EventBus,
		runtime: Runtime,
		audit: optional(Audit),
		plans: optional(Plans),
		jobs: optional(Jobs),
		nodes: optional(Nodes)
	},
	provides: {
		subscriptions: WebhookSubscriptions,
		deliveries: WebhookDeliveries,
		outbox: WebhookOutbox,
		worker: WebhookWorker,
		backlog: WebhookBacklog
	},
	tables: {
		[SUBSCRIPTIONS]: {
			of: SubscriptionRow,
			key: "id",
			owner: "owner",
			internal: true
		},
		[DELIVERIES]: {
			of: DeliveryRow,
			key: "id",
			indexes: [
				"subscription",
				"lane",
				"queue"
			],
			internal: true
		}
	},
	schemas: { WebhooksDiscovery },
	events: { "webhooks.paused": {
		of: WebhookPaused,
		access: { scopes: ["webhooks:read"] }
	} },
	capabilities: { webhooks: true },
	async setup({ store, clock, bus, runtime, audit, plans, jobs, nodes }, { options, log, defer }) {
		const rules = {
			allowHttp: options.allowHttp,
			isAllowed: targetNetworks(options.allowNetworks),
			timeoutMs: toMilliseconds(options.timeout)
		};
		const subscriptions = new Subscriptions({
			store,
			clock,
			bus,
			runtime,
			audit
		}, options, rules);
		const reconfigure = await configure({
			store,
			runtime,
			nodes,
			subscriptions
		}, options.subscriptions);
		if (plans === void 0) log.info("subscriptions to webhooks come from the config and from `waymark webhooks`, because the plugin access, which knows callers, is off");
		const deliveries = new Deliveries(store, clock);
		const worker = new Worker({
			subscriptions,
			deliveries,
			clock,
			log,
			isReady: () => runtime.ready,
			send: (url, headers, body, signal) => send(url, headers, body, rules, signal)
		}, {
			...statementOf(options).deliveryRetry,
			timeoutMs: rules.timeoutMs,
			concurrency: options.concurrency,
			perSubscription: options.perSubscription
		});
		defer(() => worker.close());
		const backlog = { length: 0 };
		const keepMs = toMilliseconds(options.keep);
		const failure = "deliveries cannot be read or removed";
		const count = async () => {
			const { length, oldest } = await deliveries.backlog(MAX_COUNTED);
			Object.assign(backlog, {
				length,
				oldest
			});
			await reconfigure();
			if (runtime.ready) await subscriptions.review();
		};
		const prune = async (signal) => {
			const active = await subscriptions.active();
			await deliveries.prune(keepMs, new Set(active.map(({ id }) => id)), signal);
		};
		defer(startChore(count, {
			everyMs: BACKLOG_MS,
			log,
			failure
		}));
		defer(startChore(prune, {
			everyMs: PRUNE_MS,
			job: {
				name: "webhooks-prune",
				jobs
			},
			log,
			failure
		}));
		worker.wake();
		deliveries.wake = worker.wake;
		return {
			subscriptions,
			deliveries,
			outbox: new Outbox(store, clock, subscriptions, worker.wake),
			worker,
			backlog
		};
	},
	policies: [outboxPolicy],
	routes: { showWebhooks: {
		method: "GET",
		path: "/api/webhooks",
		summary: "Read how webhooks are sent, and which types of events there are.",
		returns: WebhooksDiscovery,
		document: true,
		publish: {
			rootLink: "webhooks",
			capability: "webhooksDiscovery"
		},
		cache: {
			scope: "public",
			maxAge: "5m"
		}
	} },
	documents: { showWebhooks: (registry, options) => ({
		supported: true,
		planned: false,
		...statementOf(options),
		eventTypes: [...eventTypes(registry)]
	}) },
	health: ({ subscriptions }) => ({ webhooks: {
		title: {
			en: "Webhooks",
			es: "Webhooks"
		},
		async check() {
			await subscriptions.active();
			if (subscriptions.paused.length === 0) return;
			return {
				status: "degraded",
				detail: describePauses(subscriptions.paused)
			};
		}
	} }),
	alerts: { WebhooksDead: {
		expr: "increase(webhooks_attempts_total{$job, outcome=\"dead\"}[1h]) > 0",
		severity: "ticket",
		summary: "{{ $labels.instance }} has given up deliveries of webhooks in the last hour.",
		action: "Look at their receivers, and have the deliveries sent again once those take them."
	} },
	metrics: ({ worker, backlog, clock }) => ({
		attempts_total: {
			help: "Attempts to deliver, by outcome; a failed one is tried again, unless the delivery is dead.",
			type: "counter",
			read: () => Object.entries(worker.counts).map(([outcome, value]) => ({
				labels: { outcome },
				value
			}))
		},
		attempt_seconds: {
			help: "How long attempts to deliver took, by outcome.",
			type: "histogram",
			of: worker.seconds
		},
		queue_length: {
			help: `Deliveries that have not ended, as of the last ten seconds; at most ${MAX_COUNTED}.`,
			type: "gauge",
			read: () => backlog.length
		},
		oldest_age_seconds: {
			help: "Age of the oldest delivery that has not ended.",
			type: "gauge",
			read: () => backlog.oldest === void 0 ? 0 : Math.max(0, (clock.now() - backlog.oldest) / 1e3)
		}
	}),
	commands: { webhooks: webhooksCommand }
});
export { webhooks_default as default };

//# sourceMappingURL=index.js.map