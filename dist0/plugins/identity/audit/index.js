import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { r as messageOf } from "../../../chunks/finding.js";
import { C as strictObject, b as object, w as string } from "../../../chunks/zod2.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { c as Jobs, p as Store, s as Audit } from "../../../chunks/services2.js";
import { t as clientNetwork } from "../../../chunks/client-network.js";
import { r as Runtime, t as Clock } from "../../../chunks/services.js";
import { t as startChore } from "../../../chunks/chores.js";
import { c as Mark, d as recordId, f as timeKey, i as createAnchor, l as RECORDS, o as AuditEvent, p as timeOf, s as MARKS, t as eachRow, u as hashOf } from "../../../chunks/tables.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { isDeepStrictEqual } from "node:util";
import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
// plugins/identity/audit/changes.ts
/** Records starts, stops, reloads, and which plugins they switched. */
/** The plugins that were switched or changed, by id. Never the values of options: they may be secret. */
function pluginChanges(before, after) {
	const old = enabledIn(before);
	const current = enabledIn(after);
	return [.../* @__PURE__ */ new Set([...old.keys(), ...current.keys()])].flatMap((target) => {
		if (!current.has(target)) return [{
			action: "plugin.switched-off",
			target
		}];
		if (!old.has(target)) return [{
			action: "plugin.switched-on",
			target
		}];
		return isDeepStrictEqual(old.get(target), current.get(target)) ? [] : [{
			action: "plugin.changed",
			target
		}];
	});
}
/** Options of enabled plugins by id. */
function enabledIn({ installed }) {
	return new Map(installed.flatMap(({ plugin, enabled, options }) => enabled ? [[plugin.id, options]] : []));
}
/** Milliseconds between two looks at the server: that the server listens, and reloads that failed. */
const LOOK_MS = 500;
/** Begins to record. Returns the function that ends it. */
function followServer(runtime, audit) {
	let { registry } = runtime;
	let failures = runtime.reloads.failed;
	let started = runtime.origin === void 0 ? false : void 0;
	const note = (action, outcome = "ok", target) => audit.record({
		action,
		outcome,
		target
	});
	function look() {
		if (started === false && runtime.origin !== void 0) {
			started = true;
			note("server.started", "ok", registry.revision);
		}
		if (runtime.reloads.failed > failures) note("config.reload-failed", "failed");
		failures = runtime.reloads.failed;
	}
	const timer = setInterval(look, LOOK_MS).unref();
	const unfollow = runtime.onChange((next) => {
		if (next.revision === registry.revision) return;
		note("config.reloaded", "ok", next.revision);
		for (const { action, target } of pluginChanges(registry, next)) note(action, "ok", target);
		registry = next;
	});
	return () => {
		look();
		clearInterval(timer);
		unfollow();
		if (started === true && !runtime.ready) note("server.stopped");
	};
}
// plugins/identity/audit/observe.ts
/** Which requests are recorded, and what of them. */
const READS = /* @__PURE__ */ new Set([
	"GET",
	"HEAD",
	"OPTIONS"
]);
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;
/** Whether requests of the route change anything. A POST that has no effect of its own, such as a query, does not. */
function isWrite({ method, kind, declaration }) {
	if (kind === "none" || READS.has(method)) return false;
	return !(method === "POST" && declaration.idempotency === "natural");
}
/**
* Whether an answer is recorded: a refusal for the lack of a credential or a scope, and every answer to a write. Writes
* that a limit refuses are left out: they did nothing, and a flood of them must not become one of records.
*/
function isRecorded(write, { method }, { status }) {
	if (status === UNAUTHORIZED || status === FORBIDDEN) return true;
	return write && status !== TOO_MANY && method !== "OPTIONS";
}
function entryOf(call, { status, failure }) {
	const refused = status === UNAUTHORIZED || status === FORBIDDEN;
	return {
		action: refused ? "request.refused" : "request.answered",
		outcome: refused ? "refused" : status < 400 ? "ok" : "failed",
		...callOf(call),
		status,
		errorCode: failure?.code
	};
}
/** The entry of a write that its handler has finished; undefined for a refusal, and for an answer in its place. */
function writeEntryOf(call, end) {
	if (!("etag" in end) || end.status >= 400) return void 0;
	return {
		action: "request.answered",
		outcome: "ok",
		...callOf(call),
		status: end.status
	};
}
/** The entry for data that another answer, such as GraphQL's, was to have. */
function readEntryOf(call, { code }) {
	return {
		action: "read.refused",
		outcome: "refused",
		...callOf(call),
		errorCode: code,
		detail: "for a part of another answer"
	};
}
function callOf(call) {
	return {
		principal: call.principal,
		network: clientNetwork(call.client),
		method: call.method,
		route: call.route.ref,
		path: call.path,
		requestId: call.requestId,
		traceId: call.trace?.traceId
	};
}
// plugins/identity/audit/options.ts
const Options = strictObject({
	keep: Duration.refine((keep) => toMilliseconds(keep) > 0, "records are kept for more than nothing").default("90d").describe("How long records are kept."),
	anchor: string().min(1).optional().describe("Path of a file, best on another disk and append-only, that notes where each chain has come to every 10 s. With it, waymark audit verify also finds changes by those who can write the whole store. All processes on one store name the same file. Default: none.")
});
// plugins/identity/audit/prune.ts
/** Removes old records from the beginning of every chain, and marks up to where. */
/** Records removed in one transaction. */
const BATCH$1 = 200;
/**
* A chain without records is forgotten when its last one is this many times as old as records may become: until then, the
* first record of another chain may name it.
*/
const FORGET = 3;
/** May run in several processes at once. Rejects while the store fails. The next prune goes on after an abort. */
async function prune(store, anchor, now, keepMs, signal) {
	const records = store.table(RECORDS);
	const marks = store.table(MARKS);
	const query = {
		fields: void 0,
		filters: [{
			field: "id",
			operator: "lt",
			value: timeKey(now - keepMs)
		}],
		sort: [{
			field: "id",
			descending: false
		}],
		limit: BATCH$1,
		after: void 0
	};
	for (;;) {
		if (signal?.aborted === true) return;
		const { items } = await records.list(query);
		if (items.length === 0) break;
		const last = new Map(items.map((record) => [record.instance, record]));
		for (const record of last.values()) await markCut(record);
		await records.removeAll(items.map(({ id }) => id));
		await setImmediate();
	}
	await removeMarks();
	async function markCut({ id: record, instance, sequence, hash }) {
		const id = `${instance} cut ${String(sequence).padStart(10, "0")}`;
		const cut = {
			id,
			kind: "cut",
			instance,
			sequence,
			record,
			hash
		};
		await anchor.cut(cut);
		try {
			await marks.insert([cut]);
		} catch (error) {
			if (await marks.find(id) === void 0) throw error;
		}
	}
	/** Leaves the last cut of each chain, and nothing of a chain that is forgotten. */
	async function removeMarks() {
		const before = now - FORGET * keepMs;
		const surplus = [];
		const latest = /* @__PURE__ */ new Map();
		const forgotten = /* @__PURE__ */ new Set();
		const all = await Array.fromAsync(eachRow(marks, []));
		for (const { kind, instance, record } of all) if (kind === "head" && record !== "" && timeOf(record) < before) forgotten.add(instance);
		for (const { id, kind, instance } of all) {
			if (forgotten.has(instance)) surplus.push(id);
			if (kind === "head") continue;
			const earlier = latest.get(instance);
			if (earlier !== void 0) surplus.push(earlier);
			latest.set(instance, id);
		}
		await marks.removeAll(surplus);
	}
}
// plugins/identity/audit/waiting.ts
const WAITING = "auditWaiting";
const WaitingEntry = object({
	/** Begins with the time of the entry. */
	id: string(),
	/** JSON. */
	entry: string()
});
/** Milliseconds after which an entry is taken for one of a process that is gone: others wait for a second at most. */
const STRAY_MS = 6e4;
/** A batch that another process has recorded. */
var AlreadyRecorded = class extends Error {};
var WaitingEntries = class {
	#store;
	#instance;
	#added = 0;
	constructor(store, instance) {
		this.#store = store;
		this.#instance = instance;
	}
	/** Adds an entry to the transaction that is open, and returns it with its place. */
	async add(entry, at) {
		const id = recordId(at, this.#instance, ++this.#added);
		const row = {
			id,
			entry: JSON.stringify(entry)
		};
		await this.#store.table(WAITING).insert([row]);
		return {
			entry,
			at,
			waiting: id
		};
	}
	/** Removes those of these entries that have waited in the store; false when some were not there. */
	async remove(entries) {
		const ids = entries.flatMap(({ waiting }) => waiting ?? []);
		return await this.#store.table(WAITING).removeAll(ids) === ids.length;
	}
	/** Returns entries that have waited for long, except for those known. */
	async strays(now, atMost, known) {
		const ids = new Set(known.map(({ waiting }) => waiting));
		const { items } = await this.#store.table(WAITING).list({
			filters: [{
				field: "id",
				operator: "lt",
				value: timeKey(now - STRAY_MS)
			}],
			sort: [{
				field: "id",
				descending: false
			}],
			limit: atMost
		});
		return items.flatMap(({ id, entry }) => ids.has(id) ? [] : [{
			entry: JSON.parse(entry),
			at: timeOf(id),
			waiting: id
		}]);
	}
};
// plugins/identity/audit/chain.ts
/** The chain of one run: turns entries into records. */
/** Most characters of one text, so that no record is as large as its sender likes. */
const MAX_TEXT = 500;
const PLAIN = /^[ -~]*$/;
/** A name for a chain that no other run has: chains need not wait for each other. */
function newInstance() {
	return randomBytes(8).toString("hex");
}
/** The first entry of a chain. */
function opening(latest) {
	const detail = `process ${process.pid} on ${hostname()}`;
	return {
		action: "audit.opened",
		outcome: "ok",
		target: latest?.id,
		detail
	};
}
/** Returns the records for these entries, which follow `head`. */
function seal(instance, head, entries) {
	let { id: latest, sequence, hash: previous } = head;
	return entries.map(({ entry, at }) => {
		const { outcome, principal, status } = entry;
		sequence += 1;
		latest = recordId(Math.max(at, timeOf(latest)), instance, sequence);
		const content = {
			id: latest,
			timestamp: new Date(at).toISOString(),
			action: text(entry.action) ?? "unknown",
			outcome,
			principal: text(principal?.id),
			principalName: text(principal?.name),
			network: text(entry.network),
			target: text(entry.target),
			method: text(entry.method),
			route: text(entry.route),
			path: text(entry.path),
			status,
			errorCode: text(entry.errorCode),
			requestId: text(entry.requestId),
			traceId: text(entry.traceId),
			detail: text(entry.detail),
			instance,
			sequence,
			previous
		};
		previous = hashOf(content);
		return {
			...content,
			hash: previous
		};
	});
}
/** A text as any database returns it: bounded, well-formed, without control characters. Empty ones are absent. */
function text(value) {
	if (value === void 0 || value === "") return void 0;
	if (value.length <= MAX_TEXT && PLAIN.test(value)) return value;
	return value.slice(0, MAX_TEXT).toWellFormed().replace(/\p{Cc}/gu, " ");
}
// plugins/identity/audit/writer.ts
/** Writes records to the store in batches, off the path of requests. */
/**
* Milliseconds that the first entry waits for others, as each transaction waits for the disk. A crash loses no more, and
* nothing of those that were committed with a write.
*/
const DELAY_MS = 400;
/** Records in one transaction: more of them would hold up requests. */
const BATCH = 200;
/** Entries of other processes that are taken at once. */
const MAX_STRAYS = 2e3;
/** Milliseconds until a store that failed is tried again. */
const RETRY_MS = 1e3;
/** Entries that wait for the store. Further ones are lost, and counted. */
const MAX_WAITING = 1e4;
function createWriter({ store, clock, log, anchor, maxWaiting }) {
	const records = store.table(RECORDS);
	const marks = store.table(MARKS);
	const most = maxWaiting ?? MAX_WAITING;
	const instance = newInstance();
	const outside = AsyncLocalStorage.snapshot();
	const mark = {
		id: `${instance} head`,
		kind: "head",
		instance
	};
	let head;
	const committed = new WaitingEntries(store, instance);
	let waiting = [];
	/** Sealed, and not known to be in the store. */
	let sealed;
	const strays = [];
	let lost = 0;
	/** Those of the lost ones that no record reports yet. */
	let unreported = 0;
	let timer;
	let running;
	let failing = false;
	let closed = false;
	/** Begins the chain. It names the latest record of all chains, so that none of those can disappear. */
	async function open() {
		const [latest] = (await records.list({
			fields: void 0,
			filters: [],
			sort: [{
				field: "id",
				descending: true
			}],
			limit: 1,
			after: void 0
		})).items;
		if (await marks.find(mark.id) === void 0) await marks.insert([{
			...mark,
			sequence: 0,
			record: "",
			hash: ""
		}]);
		const start = {
			id: "",
			sequence: 0,
			hash: latest?.hash ?? ""
		};
		sealed = batchOf(start, [{
			entry: opening(latest),
			at: clock.now()
		}]);
		return start;
	}
	function batchOf(after, entries) {
		return {
			records: seal(instance, after, entries),
			entries
		};
	}
	/** Takes the next batch. */
	function take(current) {
		const batch = waiting.slice(0, BATCH);
		waiting = waiting.slice(BATCH);
		if (unreported > 0 && waiting.length === 0) {
			const detail = `${unreported} ${unreported === 1 ? "entry was" : "entries were"} lost, because the store did not take them in time`;
			batch.push({
				entry: {
					action: "audit.gap",
					outcome: "failed",
					detail
				},
				at: clock.now()
			});
			unreported = 0;
		}
		return batchOf(current, batch);
	}
	async function insert({ records: rows, entries, areStrays }) {
		try {
			if (entries.every(({ waiting: place }) => place === void 0)) await records.insert(rows);
			else await store.transaction(async () => {
				await records.insert(rows);
				const areAllThere = await committed.remove(entries);
				if (areStrays && !areAllThere) throw new AlreadyRecorded();
			});
		} catch (error) {
			const [first] = rows;
			const stored = first && await records.find(first.id);
			if (stored === void 0 || stored.hash !== first?.hash) throw error;
		}
	}
	/** Writes the sealed batch. It stays sealed when that fails. */
	async function write(batch, current) {
		let end;
		try {
			await insert(batch);
			end = batch.records.at(-1);
		} catch (error) {
			if (!(error instanceof AlreadyRecorded)) throw error;
		}
		sealed = void 0;
		await setImmediate();
		return end ?? current;
	}
	/** Writes what waits now. Later entries wait for the next time, so that batches stay large under load. */
	async function drain() {
		head ??= await open();
		const due = Math.max(waiting.length, unreported > 0 ? 1 : 0);
		let left = Math.ceil(due / BATCH);
		for (;;) {
			if (sealed === void 0 && left > 0) {
				sealed = take(head);
				left -= 1;
			} else if (sealed === void 0 && strays.length > 0) sealed = {
				...batchOf(head, strays.splice(0, BATCH)),
				areStrays: true
			};
			if (sealed === void 0) break;
			head = await write(sealed, head);
		}
		const { id: record, sequence, hash } = head;
		await marks.update(mark.id, {
			record,
			sequence,
			hash
		});
		await anchor.head({
			...mark,
			record,
			sequence,
			hash
		});
		if (failing) log.info("the audit is recorded again", { lost });
		failing = false;
	}
	const isIdle = () => waiting.length === 0 && strays.length === 0 && sealed === void 0 && unreported === 0;
	async function attempt() {
		if (isIdle()) return;
		try {
			await drain();
		} catch (error) {
			if (!failing) log.error("the audit cannot be recorded", { reason: messageOf(error) });
			failing = true;
		}
	}
	function schedule() {
		if (closed) return;
		timer ??= setTimeout(() => void flush(), failing ? RETRY_MS : DELAY_MS).unref();
	}
	async function flush() {
		await (running ??= outside(attempt).finally(() => {
			running = void 0;
			timer = void 0;
			if (!isIdle()) schedule();
		}));
	}
	return {
		get lost() {
			return lost;
		},
		get waiting() {
			return waiting.length + strays.length + (sealed?.entries.length ?? 0);
		},
		record(entry) {
			if (closed || waiting.length >= most) {
				lost += 1;
				unreported += 1;
				return;
			}
			waiting.push({
				entry,
				at: clock.now()
			});
			schedule();
		},
		async recordWithin(entry) {
			if ((store.changed()?.size ?? 0) === 0) return false;
			const noted = await committed.add(entry, clock.now());
			store.afterCommit(() => {
				if (closed || waiting.length >= most) return;
				waiting.push(noted);
				schedule();
			});
			return true;
		},
		async recordStrays() {
			const known = [
				...waiting,
				...strays,
				...sealed?.entries ?? []
			];
			strays.push(...await committed.strays(clock.now(), MAX_STRAYS, known));
			if (!isIdle()) schedule();
		},
		flush,
		async close() {
			closed = true;
			clearTimeout(timer);
			await running;
			await attempt();
			await anchor.close();
			const left = [...waiting, ...sealed?.entries ?? []].filter((one) => one.waiting === void 0).length;
			lost += left;
			if (left > 0) log.error("entries of the audit were lost at the stop", { entries: left });
		}
	};
}
// plugins/identity/audit/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"List recorded actions, the latest first.": "Lista las acciones registradas, primero las más recientes.",
	"Records writes, refused requests, key operations and reloads, so that changes to the record show.": "Registra escrituras, peticiones rechazadas, operaciones con claves y recargas, de forma que se note si se altera el registro.",
	"Id of the caller; absent for anonymous ones.": "Id del cliente; falta si es anónimo.",
	"Name of the caller at that time.": "Nombre del cliente en ese momento.",
	"Network of the client: of IPv6 the /64.": "Red del cliente: en IPv6, su /64.",
	"Id of the thing that was acted on.": "Id de aquello sobre lo que se actuó.",
	"The route that answered, as plugin.routeId.": "La ruta que respondió, como plugin.routeId.",
	"The chain of records that this is part of: one run of a server or command.": "La cadena de registros de la que forma parte: una ejecución de un servidor o de una orden.",
	"Place in the chain.": "Lugar en la cadena.",
	"Hash of the record before; of the first, that of its target, which is of another chain.": "Hash del registro anterior; en el primero, el de su destino, que es de otra cadena.",
	"SHA-256 over all other members, in hex.": "SHA-256 de todos los demás miembros, en hexadecimal."
};
// plugins/identity/audit/index.ts
/** The record of who changed what, and who was refused. */
const AuditWriter = service("auditWriter");
/** Milliseconds from the start to the first prune, and between two. */
const FIRST_PRUNE_MS = 1e4;
const PRUNE_MS = 36e5;
/** Milliseconds between two looks for entries of processes that are gone. */
const STRAYS_MS = 6e4;
var audit_default = definePlugin({
	id: "audit",
	summary: "Records writes, refused requests, key operations and reloads, so that changes to the record show.",
	section: "monitoring",
	translations: { es: ES },
	options: Options,
	needs: {
		store: Store,
		clock: Clock,
		runtime: Runtime,
		jobs: optional(Jobs)
	},
	provides: {
		audit: Audit,
		writer: AuditWriter
	},
	tables: {
		[RECORDS]: {
			of: AuditEvent,
			key: "id",
			internal: true
		},
		[MARKS]: {
			of: Mark,
			key: "id",
			internal: true
		},
		[WAITING]: {
			of: WaitingEntry,
			key: "id",
			internal: true
		}
	},
	setup({ store, clock, runtime, jobs }, { options, log, defer }) {
		const anchor = createAnchor(options.anchor, log);
		const writer = createWriter({
			store,
			clock,
			log,
			anchor
		});
		const keepMs = toMilliseconds(options.keep);
		const stopPruning = startChore((signal) => prune(store, anchor, clock.now(), keepMs, signal), {
			firstMs: FIRST_PRUNE_MS,
			everyMs: PRUNE_MS,
			job: {
				name: "audit-prune",
				jobs
			},
			log,
			failure: "old records of the audit cannot be removed"
		});
		const stopLooking = startChore(() => writer.recordStrays(), {
			everyMs: STRAYS_MS,
			log,
			failure: "entries of processes that are gone cannot be read"
		});
		const unfollow = followServer(runtime, writer);
		defer(async () => {
			unfollow();
			await Promise.all([stopPruning(), stopLooking()]);
			await writer.close();
		});
		return {
			audit: writer,
			writer
		};
	},
	policies: [definePolicy({
		id: "audit",
		needs: { writer: AuditWriter },
		compile(route, { use }) {
			const write = isWrite(route);
			/** The last request of which a read was refused: one record of it is enough, however many items it asked for. */
			let lastRequest;
			/** Calls whose entry is committed with what they wrote, or undone with it. */
			const committed = /* @__PURE__ */ new WeakSet();
			return {
				observeRefusedRead(call, refusal) {
					if (call.client === "") return;
					if (lastRequest !== void 0 && call.requestId === lastRequest) return;
					lastRequest = call.requestId;
					use().writer.record(readEntryOf(call, refusal));
				},
				...write && { async around(call, proceed) {
					committed.delete(call);
					const end = await proceed();
					const entry = writeEntryOf(call, end);
					if (entry !== void 0 && await use().writer.recordWithin(entry)) committed.add(call);
					return end;
				} },
				observe(call, reply) {
					if (reply.status < 400 && committed.has(call)) return;
					if (isRecorded(write, call, reply)) use().writer.record(entryOf(call, reply));
				}
			};
		}
	})],
	routes: { showAudit: {
		method: "GET",
		path: "/api/audit",
		summary: "List recorded actions, the latest first.",
		list: {
			of: AuditEvent,
			as: "events",
			name: "AuditEvents",
			journal: true
		},
		access: { scopes: ["audit:read"] },
		publish: {
			rootLink: "audit",
			capability: "audit"
		},
		cache: "no-store"
	} },
	handlers: ({ store }) => ({ showAudit: ({ query }) => store.table(RECORDS).list(query) }),
	alerts: { AuditRecordsLost: {
		expr: "increase(audit_records_lost_total{$job}[1h]) > 0",
		severity: "page",
		summary: "{{ $labels.instance }} could not record {{ $value | humanize }} entries of the audit.",
		action: "Look at the store: its disk may be full, or it does not answer."
	} },
	metrics: ({ writer }) => ({
		records_lost_total: {
			help: "Entries that could not be recorded.",
			type: "counter",
			read: () => writer.lost
		},
		records_waiting: {
			help: "Entries that wait for the store.",
			type: "gauge",
			detail: true,
			read: () => writer.waiting
		}
	}),
	commands: { audit: {
		summary: "Verify or print the audit record.",
		args: { action: { summary: "verify, or list" } },
		flags: { json: {
			summary: "Print JSON.",
			type: "boolean"
		} },
		run: async (use, context) => (await import("./command.js")).runAudit(use, context)
	} }
});
export { audit_default as default };

//# sourceMappingURL=index.js.map