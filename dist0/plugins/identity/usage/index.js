import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import { s as requestValue } from "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { r as messageOf } from "../../../chunks/finding.js";
import { C as strictObject, b as object, p as int, w as string } from "../../../chunks/zod2.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { d as Plans, p as Store } from "../../../chunks/services2.js";
import { t as Clock } from "../../../chunks/services.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { randomUUID } from "node:crypto";
// plugins/identity/usage/entry.ts
/** @param mayHaveRow whether this instance may have written a row that it does not remember. */
function createEntry(period, principal, mayHaveRow) {
	return {
		period,
		principal,
		hasRow: mayHaveRow ? void 0 : false,
		saved: mayHaveRow ? void 0 : 0,
		elsewhere: void 0,
		others: /* @__PURE__ */ new Map(),
		pending: 0,
		reading: void 0
	};
}
/** Takes over the row of another instance. */
function noteRow(entry, { instance, requests }) {
	entry.elsewhere = (entry.elsewhere ?? 0) + requests - (entry.others.get(instance) ?? 0);
	entry.others.set(instance, requests);
}
// plugins/identity/usage/period.ts
function periodAt(now) {
	const date = new Date(now);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	const from = Date.UTC(year, month);
	return {
		name: new Date(from).toISOString().slice(0, 7),
		from,
		to: Date.UTC(year, month + 1)
	};
}
/** The name of the month so many months before a period. */
function monthsBefore({ from }, months) {
	const date = new Date(from);
	return periodAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months)).name;
}
// plugins/identity/usage/rows.ts
const USAGE = "usage";
const UsageRow = object({
	/** {@link keyOf} of the others. */
	id: string(),
	/** `2026-01`. */
	period: string(),
	/** Its id, and no name: names change, and those who may read usage can look them up. */
	principal: string(),
	/** Of one start of the plugin: the next one has rows of its own, so that two can never overwrite each other. */
	instance: string(),
	requests: int().min(0),
	/** When the row was written, in milliseconds since 1970-01-01T00:00Z. */
	at: int()
});
/** Rows of a month come together, and of these the rows of a principal. */
function keyOf(period, principal, instance) {
	return JSON.stringify([
		period,
		principal,
		instance
	]);
}
/** Every row that passes the filters, some at a time, in the order of the key. */
async function* eachRow(table, filters) {
	let after;
	do {
		const page = await table.list({
			fields: void 0,
			filters,
			sort: [{
				field: "id",
				descending: false
			}],
			limit: 500,
			after
		});
		yield* page.items;
		after = page.next;
	} while (after !== void 0);
}
/** By the key, whose order is that of months. */
function inPeriod(period) {
	const from = keyStart(period);
	return [{
		field: "id",
		operator: "gte",
		value: from
	}, {
		field: "id",
		operator: "lt",
		value: `${from}~`
	}];
}
function keyStart(period) {
	return JSON.stringify([period]).slice(0, -1);
}
/** The rows of a principal in a month that other instances have written. */
function rowsElsewhere(table, period, principal, instance) {
	return eachRow(table, [
		{
			field: "principal",
			operator: "eq",
			value: principal
		},
		{
			field: "period",
			operator: "eq",
			value: period
		},
		{
			field: "instance",
			operator: "ne",
			value: instance
		}
	]);
}
/** The rows of a month that other instances have written since a time. */
function rowsSince(table, period, since, instance) {
	return eachRow(table, [
		{
			field: "at",
			operator: "gte",
			value: since
		},
		{
			field: "period",
			operator: "eq",
			value: period
		},
		{
			field: "instance",
			operator: "ne",
			value: instance
		}
	]);
}
/** Removes the rows of months before this one, at most so many at a time. Returns whether any are left. */
async function prune(table, oldest) {
	const query = {
		fields: ["id"],
		filters: [{
			field: "id",
			operator: "lt",
			value: keyStart(oldest)
		}],
		sort: [],
		limit: PRUNED_AT_ONCE,
		after: void 0
	};
	const { items, next } = await table.list(query);
	for (const { id } of items) await table.remove(id);
	return next !== void 0;
}
/** Each is a transaction of its own. */
const PRUNED_AT_ONCE = 20;
// plugins/identity/usage/counter.ts
/** Counts requests in memory, and brings the counts into the store every few seconds. */
/** Clocks of instances may differ by as much, in milliseconds. */
const OVERLAP_MS = 3e4;
var UsageCounter = class {
	#settings;
	/** By name and by principal. Months that are over stay until all of their requests are in the store. */
	#periods = /* @__PURE__ */ new Map();
	#period = {
		name: "",
		from: 0,
		to: 0
	};
	#current = /* @__PURE__ */ new Map();
	/** Whether this instance may have rows that it does not remember. */
	#hasForgotten = false;
	/** Those whose other rows could not be read yet. */
	#unread = /* @__PURE__ */ new Set();
	#hasLimits = false;
	#refreshedAt = Infinity;
	#pruned = "";
	#flushing;
	#isFailing = false;
	constructor(settings) {
		this.#settings = settings;
	}
	get period() {
		const now = this.#settings.clock.now();
		if (now < this.#period.from || now >= this.#period.to) this.#turn(now);
		return this.#period;
	}
	/** Counts one request; undefined when the limit is used up. Waits for the store once for each principal with a limit. */
	take(principal, limit) {
		const entry = this.#entry(this.period.name, this.#current, principal.id);
		if (limit !== void 0) {
			if (entry.elsewhere === void 0) return this.#read(entry).then(() => this.take(principal, limit));
			if ((entry.saved ?? 0) + entry.elsewhere + entry.pending >= limit) return void 0;
		}
		entry.pending += 1;
		return entry;
	}
	/** Takes back a request that was counted. */
	giveBack({ period, principal }) {
		const entries = this.#periods.get(period) ?? /* @__PURE__ */ new Map();
		this.#periods.set(period, entries);
		this.#entry(period, entries, principal).pending -= 1;
	}
	/** Requests of a principal in the current month, of all instances. */
	async used({ id }) {
		const { table, instance } = this.#settings;
		const { name } = this.period;
		let elsewhere = 0;
		for await (const { requests } of rowsElsewhere(table, name, id, instance)) elsewhere += requests;
		const row = await table.find(keyOf(name, id, instance));
		const { saved = row?.requests ?? 0, pending = 0 } = this.#periods.get(name)?.get(id) ?? {};
		return elsewhere + saved + pending;
	}
	/** Brings all counts into the store. A call during a run gets the same run. Never rejects. */
	flush() {
		return this.#flushing ??= this.#tryFlush().finally(() => this.#flushing = void 0);
	}
	#turn(now) {
		this.#period = periodAt(now);
		this.#current = this.#periods.get(this.#period.name) ?? /* @__PURE__ */ new Map();
		this.#periods.set(this.#period.name, this.#current);
	}
	#entry(period, entries, principal) {
		const known = entries.get(principal);
		if (known !== void 0) return known;
		const entry = createEntry(period, principal, this.#hasForgotten);
		entries.set(principal, entry);
		return entry;
	}
	/** Reads the rows of a principal. While the store fails, other instances count as nothing: no caller is refused for it. */
	#read(entry) {
		this.#unread.add(entry);
		return entry.reading ??= this.#attempt(() => this.#readElsewhere(entry)).finally(() => {
			entry.elsewhere ??= 0;
			entry.reading = void 0;
		});
	}
	async #readOwn(entry) {
		if (entry.hasRow !== void 0) return;
		const { table, instance } = this.#settings;
		const row = await table.find(keyOf(entry.period, entry.principal, instance));
		entry.hasRow = row !== void 0;
		entry.saved ??= row?.requests ?? 0;
	}
	async #readElsewhere(entry) {
		const { table, instance } = this.#settings;
		await this.#readOwn(entry);
		const reading = rowsElsewhere(table, entry.period, entry.principal, instance);
		for (const row of await Array.fromAsync(reading)) noteRow(entry, row);
		this.#unread.delete(entry);
		this.#hasLimits = true;
	}
	/** Takes over what other instances have written since the last time, for the principals that have limits. */
	async #refresh() {
		const { table, instance, clock } = this.#settings;
		for (const entry of this.#unread) await this.#readElsewhere(entry);
		if (!this.#hasLimits) return;
		const now = clock.now();
		const since = Math.min(now, this.#refreshedAt) - OVERLAP_MS;
		for await (const row of rowsSince(table, this.#period.name, since, instance)) {
			const entry = this.#periods.get(row.period)?.get(row.principal);
			if (entry?.elsewhere !== void 0) noteRow(entry, row);
		}
		this.#refreshedAt = now;
	}
	async #tryFlush() {
		const current = this.period.name;
		await this.#attempt(async () => {
			for (const entries of this.#periods.values()) {
				const changed = [...entries.values()].filter(({ pending }) => pending !== 0);
				for (let at = 0; at < changed.length; at += 500) await this.#write(changed.slice(at, at + 500));
			}
			await this.#refresh();
			this.#forget(current);
			await this.#prune(current);
		});
	}
	/** Rows have sums and not differences, so that a write whose outcome is unknown can be repeated. */
	async #write(entries) {
		const { table, instance, clock } = this.#settings;
		for (const entry of entries) await this.#readOwn(entry);
		const at = clock.now();
		const rows = entries.map((entry) => {
			const { period, principal, saved = 0, pending } = entry;
			const id = keyOf(period, principal, instance);
			const requests = saved + pending;
			return {
				entry,
				pending,
				row: {
					id,
					period,
					principal,
					instance,
					requests,
					at
				}
			};
		});
		const settle = (written) => {
			for (const { entry, pending, row } of written) {
				entry.hasRow = true;
				entry.saved = row.requests;
				entry.pending -= pending;
			}
		};
		const [old, added] = [rows.filter(({ entry }) => entry.hasRow), rows.filter(({ entry }) => !entry.hasRow)];
		for (const { entry } of added) entry.hasRow = void 0;
		if (added.length > 0) await table.insert(added.map(({ row }) => row));
		settle(added);
		await table.updateAll(old.map(({ row: { id, requests } }) => [id, {
			requests,
			at
		}]));
		settle(old);
	}
	#forget(current) {
		for (const [name, entries] of this.#periods) {
			let surplus = name === current ? entries.size - this.#settings.maxPrincipals : entries.size;
			for (const [id, { pending, reading }] of entries) {
				if (surplus <= 0) break;
				if (pending !== 0 || reading !== void 0) continue;
				entries.delete(id);
				surplus -= 1;
				this.#hasForgotten = true;
			}
			if (entries.size === 0 && entries !== this.#current) this.#periods.delete(name);
		}
	}
	async #prune(current) {
		if (this.#pruned === current) return;
		const oldest = monthsBefore(this.#period, this.#settings.keepMonths - 1);
		if (!await prune(this.#settings.table, oldest)) this.#pruned = current;
	}
	/** Runs what may fail. Logs the first of failures in a row, and the recovery. */
	async #attempt(run) {
		const { log } = this.#settings;
		try {
			await run();
			if (this.#isFailing) log.info("usage is recorded again");
			this.#isFailing = false;
		} catch (error) {
			if (!this.#isFailing) log.warn("usage cannot be recorded", { reason: messageOf(error) });
			this.#isFailing = true;
		}
	}
};
const Counter = service("usageCounter");
// plugins/identity/usage/options.ts
const Options = strictObject({
	requestsLimit: int().min(0).optional().describe("Requests per calendar month of principals without a plan; those with one have its requestsLimit. Default: any number."),
	flushInterval: Duration.refine((interval) => toMilliseconds(interval) >= 100 && toMilliseconds(interval) <= 4e3, "an interval is from 100ms to 4s").default("2s").describe("How often to write counts to the store: a crash loses no more than these."),
	maxPrincipals: int().min(2).default(1e5).describe("Maximum number of principals in memory. The counts of others are read again."),
	keepMonths: int().min(1).default(13).describe("How many calendar months to keep, with the current one.")
});
// plugins/identity/usage/policy.ts
/** Counts each request of a principal, and refuses those beyond its limit. */
const EXCEEDED = "quota-exceeded";
/** Requests of the caller that a month includes; null for any number. */
const RequestsLimit = requestValue("requestsLimit");
/** Refused for want of permission or by a limit, or failed through no fault of the client. */
const isFree = (status) => status === 401 || status === 403 || status === 429 || status >= 500;
const policy = definePolicy({
	id: "usage",
	guards: false,
	options: Options,
	needs: {
		counter: Counter,
		clock: Clock,
		plans: optional(Plans)
	},
	provides: { requestsLimit: RequestsLimit },
	compile({ plugin, declaration }, { options, use, identifiers }) {
		const limitOf = (principal) => {
			const plan = use().plans?.of(principal);
			return plan === void 0 ? options.requestsLimit : plan.requestsLimit;
		};
		if (plugin === "usage") return { provide: { requestsLimit: ({ principal }) => (principal && limitOf(principal)) ?? null } };
		if (identifiers.length === 0 || declaration.rateLimit === "exempt" || declaration.listener !== void 0) return void 0;
		const refuse = (limit) => {
			const { counter, clock } = use();
			const { to } = counter.period;
			return {
				code: EXCEEDED,
				detail: `The ${limit} requests of this calendar month are used up. The next one begins at ${new Date(to).toISOString()}.`,
				retryAfter: Math.max(1, Math.ceil((to - clock.now()) / 1e3))
			};
		};
		return {
			begin: ({ principal }) => principal === void 0 ? void 0 : { entry: void 0 },
			admit({ principal, method }, counted) {
				if (principal === void 0 || counted === void 0 || method === "OPTIONS") return void 0;
				const { counter } = use();
				const limit = limitOf(principal);
				const taken = counter.take(principal, limit);
				const count = (entry) => {
					counted.entry = entry;
					return entry === void 0 ? refuse(limit ?? 0) : void 0;
				};
				return taken instanceof Promise ? taken.then(count) : count(taken);
			},
			observe(_call, { status }, counted) {
				if (counted?.entry !== void 0 && isFree(status)) use().counter.giveBack(counted.entry);
			}
		};
	}
});
// plugins/identity/usage/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"Read what you have used in the current calendar month.": "Consulta lo que has usado en el mes natural en curso.",
	"List what each principal has used in the current calendar month.": "Lista lo que cada titular ha usado en el mes natural en curso.",
	"The principal has used up the requests of this calendar month.": "El titular ha agotado las peticiones de este mes natural.",
	"The plan of the principal includes a number of requests for each month, and all of them are used.": "El plan del titular incluye un número de peticiones al mes, y ya están todas gastadas.",
	"Wait for the next month, or ask the operator for a larger plan.": "Espera al mes siguiente o pide al operador un plan mayor.",
	"Counts the requests of each principal by calendar month, and enforces their limits.": "Cuenta las peticiones de cada titular por mes natural y aplica sus límites.",
	"Requests of any method but OPTIONS, except to paths that are exempt from the rate limit and to this resource and below. Those answered with 401, 403, 429 or 5xx do not count.": "Peticiones de cualquier método salvo OPTIONS, excepto a las rutas exentas del límite de peticiones y a este recurso y los que cuelgan de él. Las respondidas con 401, 403, 429 o 5xx no cuentan.",
	"Requests that the period includes. Further ones are refused; null for any number.": "Peticiones que incluye el periodo. Las que pasan de ahí se rechazan; null si no hay límite.",
	"The principal.": "El titular."
};
// plugins/identity/usage/index.ts
/** Requests of each principal, month by month, and the limits that plans set for them. */
const Count = int().min(0).describe("Requests of any method but OPTIONS, except to paths that are exempt from the rate limit and to this resource and below. Those answered with 401, 403, 429 or 5xx do not count.");
const Month = string().regex(/^\d{4}-(0[1-9]|1[0-2])$/).describe("The month, in UTC.");
/** The use that a caller has made of the current month. */
const Usage = object({
	period: Month,
	requestsUsed: Count,
	requestsLimit: int().min(0).nullable().describe("Requests that the period includes. Further ones are refused; null for any number.")
});
/** The requests of one principal in the current month. */
const PrincipalUsage = object({
	id: string().describe("The principal."),
	period: Month,
	requestsUsed: Count
}).meta({ id: "PrincipalUsage" });
var usage_default = definePlugin({
	id: "usage",
	summary: "Counts the requests of each principal by calendar month, and enforces their limits.",
	section: "monitoring",
	translations: { es: ES },
	options: Options,
	needs: {
		store: Store,
		clock: Clock
	},
	provides: { counter: Counter },
	tables: { [USAGE]: {
		of: UsageRow,
		key: "id",
		indexes: ["principal", "at"],
		internal: true
	} },
	setup({ store, clock }, { options, log, defer }) {
		const { maxPrincipals, keepMonths, flushInterval } = options;
		const counter = new UsageCounter({
			table: store.table(USAGE),
			clock,
			log,
			instance: randomUUID(),
			maxPrincipals,
			keepMonths
		});
		const timer = setInterval(() => void counter.flush(), toMilliseconds(flushInterval)).unref();
		defer(() => counter.flush());
		defer(() => clearInterval(timer));
		return { counter };
	},
	policies: [policy],
	errors: { [EXCEEDED]: {
		status: 429,
		message: "The principal has used up the requests of this calendar month.",
		cause: "The plan of the principal includes a number of requests for each month, and all of them are used.",
		remedy: "Wait for the next month, or ask the operator for a larger plan."
	} },
	schemas: { Usage },
	routes: {
		getUsage: {
			method: "GET",
			path: "/api/usage",
			summary: "Read what you have used in the current calendar month.",
			returns: Usage,
			access: "authenticated",
			values: { requestsLimit: RequestsLimit },
			publish: {
				rootLink: "usage",
				capability: "usage"
			},
			cache: {
				scope: "private",
				maxAge: "0s"
			},
			serverTiming: true,
			relations: {
				limits: "rate-limit.showLimits",
				principals: "usage.listPrincipals"
			}
		},
		listPrincipals: {
			method: "GET",
			path: "/api/usage/principals",
			summary: "List what each principal has used in the current calendar month.",
			list: {
				of: PrincipalUsage,
				as: "principals",
				name: "PrincipalUsageList"
			},
			access: { scopes: ["usage:read"] },
			cache: {
				scope: "private",
				maxAge: "0s"
			}
		}
	},
	handlers: ({ counter, store }) => ({
		async getUsage({ principal, values: { requestsLimit } }) {
			const { name: period } = counter.period;
			return {
				period,
				requestsUsed: await counter.used(principal),
				requestsLimit
			};
		},
		async listPrincipals() {
			await counter.flush();
			const { name: period } = counter.period;
			const totals = /* @__PURE__ */ new Map();
			for await (const row of eachRow(store.table(USAGE), inPeriod(period))) {
				const { principal: id, requests } = row;
				const requestsUsed = requests + (totals.get(id)?.requestsUsed ?? 0);
				totals.set(id, {
					id,
					period,
					requestsUsed
				});
			}
			return [...totals.values()];
		}
	})
});
export { usage_default as default };

//# sourceMappingURL=index.js.map