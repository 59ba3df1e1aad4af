import "../../../chunks/kernel.js";
import { r as messageOf } from "../../../chunks/finding.js";
import { n as Unavailable } from "../../../chunks/refusal.js";
import { m as UniqueViolation } from "../../../chunks/services2.js";
import { _ as newEpoch, a as Sessions, b as quoted, c as isBroken, d as isLockTimeout, f as unavailable, g as VERSIONS, h as READ$1, i as LOCK_TIMEOUT_MS, l as isConflict, m as MOVE, n as prepareDatabase, o as connectAlone, p as CHANNEL, r as sqlOn, s as brokenConstraint, u as isFailure, v as noteOf, y as noted } from "../../../chunks/prepare.js";
import { t as I } from "../../../chunks/lru-cache.js";
import { randomUUID } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
// plugins/store/postgres/statements.ts
/** Names for SQL that repeats: a server prepares it once for each connection. */
/** Clients choose queries, so that the number of their texts is unbounded. */
const MAX_TEXTS = 300;
/** Prepared statements of a connection after which it is replaced, as it keeps those of forgotten names. */
const MAX_PREPARED = 2 * MAX_TEXTS;
var Statements = class {
	#count = 0;
	#names = new I({ max: MAX_TEXTS });
	#prepared = /* @__PURE__ */ new WeakMap();
	/** Returns the name of a text that has been seen before. Most shapes of queries occur once, and are not worth one. */
	nameFor(connection, text) {
		const known = this.#names.get(text);
		if (known === void 0) {
			this.#names.set(text, { name: void 0 });
			return;
		}
		const name = known.name ??= `waymark_${++this.#count}`;
		let prepared = this.#prepared.get(connection);
		if (prepared === void 0) this.#prepared.set(connection, prepared = /* @__PURE__ */ new Set());
		prepared.add(name);
		return name;
	}
	isFull(connection) {
		return (this.#prepared.get(connection)?.size ?? 0) >= MAX_PREPARED;
	}
};
// plugins/store/postgres/lock-tables.ts
/** Begins a transaction that no other one may change some tables beside. */
/**
* Milliseconds that it waits for a table with those before it locked. Work that has changed one of them may wait for it
* in turn: it goes on sooner than PostgreSQL looks for deadlocks, after a second, and ends one of the two.
*/
const PATIENCE_MS = 100;
/**
* Locking takes no snapshot, so that all which follows sees what was committed before.
* Gives up after as long as a statement may wait. Releases the session whenever it throws.
*
* @param tables their names, quoted.
*/
async function beginLocked(session, tables) {
	const until = performance.now() + LOCK_TIMEOUT_MS;
	try {
		while (!await tryToLock(session, tables, until)) await setTimeout$1(Math.random() * PATIENCE_MS);
	} catch (error) {
		session.release(true);
		throw error;
	}
}
/** False where others have the tables, and `until`, as of `performance.now()`, is not over. */
async function tryToLock(session, tables, until) {
	try {
		await session.exec(`begin; set local lock_timeout = '${PATIENCE_MS}ms'; lock table ${tables.join(", ")} in share row exclusive mode; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
		return true;
	} catch (error) {
		if (!(isLockTimeout(error) || isConflict(error)) || performance.now() > until) throw error;
		await session.exec("rollback");
		return false;
	}
}
// plugins/store/postgres/transaction.ts
/** A transaction on a connection of its own, from its beginning to its end. */
/** A query that fails ends a transaction of PostgreSQL, unless there is a savepoint before it. */
const GUARD = "waymark_guard";
var OpenTransaction = class {
	#session;
	#host;
	#changed = /* @__PURE__ */ new Set();
	/** Savepoints that enclose what is next: each has a guard of its own. */
	#depth = 0;
	/** Whether a query has run since the guard. */
	#isUsed = false;
	/** The first failure after which nothing of it can be kept. */
	#failure;
	#isOpen = true;
	/** Sent with the first query. */
	#beginning;
	/** @param isBegun whether the session is in it already. */
	constructor(session, isBegun, host) {
		this.#session = session;
		this.#host = host;
		this.#beginning = session.exec(`${isBegun ? "" : "begin; "}savepoint ${GUARD}_0`);
		this.#beginning.catch(() => {});
	}
	async read(query) {
		const [result] = await this.#run([query]);
		return result?.rows ?? [];
	}
	async write(table, queries) {
		let changed = 0;
		for (const { count } of await this.#run(queries, table)) changed += count;
		if (changed > 0) this.#changed.add(table);
		return changed;
	}
	async savepoint() {
		const depth = ++this.#depth;
		const wasUsed = this.#isUsed;
		const name = `waymark_part_${depth}`;
		await this.#exec(`savepoint ${name}; savepoint ${GUARD}_${depth}`);
		this.#isUsed = false;
		const end = async (sql, isUsed) => {
			this.#depth = depth - 1;
			this.#isUsed = isUsed;
			await this.#exec(sql);
		};
		return {
			release: () => end(`release ${name}`, true),
			rollback: async () => {
				await end(`rollback to ${name}; release ${name}`, wasUsed).catch(() => {});
			}
		};
	}
	async commit() {
		this.#requireUsable();
		const note = this.#changed.size > 0 ? `${noteOf(this.#changed)}; ` : "";
		const commit = this.#host.onCommit();
		try {
			await this.#session.exec(`${note}commit`);
		} catch (error) {
			this.#failure ??= error;
			if (isBroken(error)) commit.end(void 0);
			throw await this.#host.explain(error);
		}
		commit.end(new Map([...this.#changed].map((table) => [table, 1])));
		this.#end(false);
	}
	async rollback() {
		if (!this.#isOpen) return;
		this.#isOpen = false;
		const isUndone = await this.#session.exec("rollback").then(() => true, () => false);
		this.#end(!isUndone);
	}
	/** Ends it with its connection. */
	abandon(reason) {
		this.#failure ??= reason;
		this.#end(true);
	}
	/** Runs all queries or none of them. */
	async #run(queries, table) {
		this.#requireUsable();
		const guard = `${GUARD}_${this.#depth}`;
		const renewed = this.#isUsed ? this.#session.exec(`release ${guard}; savepoint ${guard}`) : this.#begin();
		this.#isUsed = true;
		const [renewal, ...results] = await Promise.allSettled([renewed, ...queries.map((query) => this.#session.query(query))]);
		const failed = [renewal, ...results].find((result) => result.status === "rejected");
		if (failed === void 0) return results.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
		const error = failed.reason;
		if (renewal.status === "rejected" || isConflict(error) || isFailure(error)) this.#failure ??= error;
		else {
			await this.#exec(`rollback to ${guard}`);
			this.#isUsed = false;
		}
		throw await this.#host.explain(error, table);
	}
	async #exec(sql) {
		this.#requireUsable();
		try {
			await Promise.all([this.#begin(), this.#session.exec(sql)]);
		} catch (error) {
			this.#failure ??= error;
			throw await this.#host.explain(error);
		}
	}
	#begin() {
		const beginning = this.#beginning ?? Promise.resolve();
		this.#beginning = void 0;
		return beginning;
	}
	#requireUsable() {
		if (this.#isOpen && this.#failure === void 0) return;
		throw new Unavailable("the database has undone the transaction", { cause: this.#failure });
	}
	#end(isBrokenNow) {
		this.#isOpen = false;
		this.#session.release(isBrokenNow);
		this.#host.onEnd(this);
	}
};
// plugins/store/postgres/turns.ts
/** Lets the transactions of this process that conflicted run one after the other, those of other tables beside them. */
var Turns = class {
	#last = /* @__PURE__ */ new Map();
	/** Resolves when all before it on these tables have called what it resolves to. */
	async take(tables) {
		const turn = Promise.withResolvers();
		const before = tables.map((table) => this.#last.get(table));
		for (const table of tables) this.#last.set(table, turn.promise);
		await Promise.all(before);
		return () => {
			for (const table of tables) if (this.#last.get(table) === turn.promise) this.#last.delete(table);
			turn.resolve();
		};
	}
};
// plugins/store/postgres/unique-indexes.ts
const READ = `
  select i.relname, a.attname from pg_index x join pg_class i on i.oid = x.indexrelid
  join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any(x.indkey)
  where x.indisunique and i.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  order by array_position(x.indkey::int2[], a.attnum)`;
var UniqueIndexes = class {
	#read;
	#fields = /* @__PURE__ */ new Map();
	constructor(read) {
		this.#read = read;
	}
	async load() {
		const fields = /* @__PURE__ */ new Map();
		for (const [index, field] of await this.#read({
			sql: READ,
			parameters: []
		})) {
			const known = fields.get(String(index)) ?? [];
			fields.set(String(index), [...known, String(field)]);
		}
		this.#fields = fields;
	}
	/** Another node may have made it since. */
	async fieldsOf(index) {
		if (!this.#fields.has(index)) await this.load();
		return this.#fields.get(index) ?? [];
	}
};
// plugins/store/postgres/versions.ts
var Versions = class {
	#leaseMs;
	#tables = /* @__PURE__ */ new Map();
	#epoch = "";
	/** Added to each version; grows when anything may have changed. */
	#base = 0;
	/** When the counts were asked for; undefined while they are not known. */
	#asked;
	/** When the counts were last known, in milliseconds since 1970-01-01T00:00Z. */
	knownAt;
	/** How often counts have been asked for. */
	#asks = 0;
	/** Whether counts are on their way. */
	#isAsking = false;
	/** @param leaseMs the longest time since the counts were asked for, after which they are unknown. */
	constructor(leaseMs) {
		this.#leaseMs = leaseMs;
	}
	/** Undefined when the counts are too old. */
	of(tables) {
		if (this.#asked === void 0) return void 0;
		if (performance.now() - this.#asked > this.#leaseMs) {
			this.advanceAll();
			return;
		}
		let version = this.#base;
		for (const table of tables) version += this.#tables.get(table)?.version ?? 1;
		return version;
	}
	/** Changes by all nodes, as they were read last. */
	countOf(tables) {
		let count = 0;
		for (const table of tables) count += this.#tables.get(table)?.count ?? 0;
		return count;
	}
	/** To be called before a commit is sent. */
	begin() {
		const asks = this.#asks;
		const isBefore = !this.#isAsking;
		return { end: (changes) => {
			if (changes === void 0) this.advanceAll();
			else for (const [table, count] of changes) {
				const known = this.#known(table);
				known.version += count;
				if (isBefore && asks === this.#asks) known.own += count;
			}
		} };
	}
	/** Anything may have changed, and nothing is known until the next counts. */
	advanceAll() {
		this.#base++;
		this.#asked = void 0;
	}
	/** To be called when counts are asked for. Returns the function that takes them, and returns whether one went back. */
	ask() {
		const asked = performance.now();
		this.#asks++;
		this.#isAsking = true;
		const before = new Map([...this.#tables].map(([table, { own }]) => [table, own]));
		return ({ epoch, byTable }) => {
			this.#isAsking = false;
			const isSame = epoch === this.#epoch;
			let wentBack = false;
			for (const table of /* @__PURE__ */ new Set([...byTable.keys(), ...this.#tables.keys()])) {
				const known = this.#known(table);
				const count = byTable.get(table) ?? 0;
				const own = before.get(table) ?? 0;
				if (isSame && count < known.count) wentBack = true;
				if (isSame) known.version += Math.max(0, count - known.count - own);
				known.count = count;
				known.own -= own;
			}
			this.#epoch = epoch;
			if (!isSame || wentBack) this.advanceAll();
			if (wentBack) return true;
			this.#asked = asked;
			this.knownAt = Date.now() - (performance.now() - asked);
			return false;
		};
	}
	#known(table) {
		let known = this.#tables.get(table);
		if (known === void 0) this.#tables.set(table, known = {
			count: 0,
			version: 1,
			own: 0
		});
		return known;
	}
};
// plugins/store/postgres/watcher.ts
/** Keeps the versions of this node: by a poll, and soon after another node has announced a change. */
/** How long changes are collected before others hear of them, in milliseconds. */
const DEBOUNCE_MS = 5;
/** Milliseconds until a lost connection is opened again. */
const PAUSE_MS = 100;
/** The shortest time between polls that announcements cause, in milliseconds. */
const SPACING_MS = 20;
/** Rows of changes after which they are moved. */
const MOST_ROWS = 2e3;
var Watcher = class {
	#settings;
	#versions;
	/** Marks own announcements. */
	#id = randomUUID();
	#closing = new AbortController();
	#running;
	#session;
	#announcing;
	#waking;
	/** When the last poll began. */
	#polled = 0;
	/** Wakes the poll. */
	#wake = () => {};
	/** The next poll. */
	#next = Promise.withResolvers();
	constructor(settings, versions) {
		this.#settings = settings;
		this.#versions = versions;
		this.#next.promise.catch(() => {});
		this.#running = this.#run();
	}
	/** Resolves when the versions are those of after the call. Rejects when they cannot be read. */
	refresh() {
		const { promise } = this.#next;
		this.#wake();
		return promise;
	}
	/** Announces a change to other nodes, outside of its transaction: a pending notification holds up all other commits. */
	announce() {
		this.#announcing ??= setTimeout(() => {
			this.#announcing = void 0;
			this.#session?.query({
				sql: "select pg_notify($1, $2)",
				parameters: [CHANNEL, this.#id]
			}).catch(() => {});
		}, DEBOUNCE_MS).unref();
	}
	async close() {
		clearTimeout(this.#announcing);
		clearTimeout(this.#waking);
		this.#closing.abort();
		this.#wake();
		await this.#running;
	}
	async #run() {
		const { signal } = this.#closing;
		while (!signal.aborted) try {
			const { client, session } = await connectAlone(this.#settings, this.#settings.versions.leaseMs);
			try {
				await this.#watch(client, session);
			} finally {
				this.#session = void 0;
				session.release();
			}
		} catch (error) {
			this.#finish((next) => next.reject(error));
			await setTimeout$1(PAUSE_MS, void 0, { signal }).catch(() => {});
		}
		this.#finish((next) => next.reject(/* @__PURE__ */ new Error("the database is closed")));
	}
	/** Until the connection fails. */
	async #watch(client, session) {
		const lost = Promise.withResolvers();
		lost.promise.catch(() => {});
		client.on("end", () => lost.reject(/* @__PURE__ */ new Error("the connection was lost")));
		client.on("notification", ({ payload }) => {
			if (payload !== this.#id) this.#wakeSoon();
		});
		await session.exec(`listen ${CHANNEL}`);
		this.#session = session;
		while (!this.#closing.signal.aborted) {
			const woken = Promise.withResolvers();
			this.#wake = woken.resolve;
			const timer = setTimeout(woken.resolve, this.#settings.versions.pollMs);
			try {
				await this.#poll(session);
				await Promise.race([woken.promise, lost.promise]);
			} finally {
				clearTimeout(timer);
			}
		}
	}
	async #poll(session) {
		const next = this.#next;
		this.#next = Promise.withResolvers();
		this.#next.promise.catch(() => {});
		const learn = this.#versions.ask();
		this.#polled = performance.now();
		try {
			const { rows } = await session.query({
				sql: READ$1,
				parameters: []
			});
			const byTable = /* @__PURE__ */ new Map();
			let epoch = "";
			let unmoved = 0;
			for (const [table, count, added, timeline] of rows) {
				unmoved += Number(added);
				if (table === "") epoch = `${Number(count).toString(36)}-${timeline}`;
				else byTable.set(String(table), Number(count));
			}
			if (learn({
				epoch,
				byTable
			})) await session.query(newerEpoch());
			next.resolve();
			if (unmoved > MOST_ROWS) await session.exec(MOVE);
		} catch (error) {
			next.reject(error);
			throw error;
		}
	}
	/** Busy nodes announce often: their changes are read together. */
	#wakeSoon() {
		const wait = this.#polled + SPACING_MS - performance.now();
		if (wait <= 0) this.#wake();
		else this.#waking ??= setTimeout(() => {
			this.#waking = void 0;
			this.#wake();
		}, wait).unref();
	}
	#finish(end) {
		end(this.#next);
		this.#next = Promise.withResolvers();
		this.#next.promise.catch(() => {});
	}
};
/** So that other nodes forget as well what they know of data that a restore has undone. */
function newerEpoch() {
	return {
		sql: `update ${VERSIONS} set count = $1 where table_name = ''`,
		parameters: [newEpoch()]
	};
}
// plugins/store/postgres/index.ts
/** PostgreSQL through `pg`: any number of nodes on one database. */
/** Runs of a write that conflicts with transactions. */
const ATTEMPTS = 5;
/** The attempt that locks its tables: those before it meet at most some that are on their first one, or on other nodes. */
const LOCKING_ATTEMPT = 3;
/** Opens the database. Throws when its server cannot be reached or does not suit. */
async function openPostgres(settings, options) {
	await prepareDatabase(settings, options.signal, options.prepare);
	const database = new PostgresDatabase(settings, options.log);
	await database.start();
	return database;
}
var PostgresDatabase = class {
	system = "postgresql";
	#log;
	#isExact;
	#sql = sqlOn();
	#reads;
	/** Apart from reads, which do not wait for locks. */
	#writes;
	#indexes;
	#versions;
	#watcher;
	#turns = new Turns();
	#open = /* @__PURE__ */ new Set();
	#isClosed = false;
	/** Why data cannot be read or written. */
	#failure;
	constructor(settings, log) {
		this.#log = log;
		this.#isExact = settings.versions.mode === "exact";
		const statements = new Statements();
		const writers = Math.max(1, Math.floor(settings.max / 2));
		const readers = Math.max(1, settings.max - writers);
		this.#reads = new Sessions(settings, readers, statements, "set default_transaction_read_only = on");
		this.#writes = new Sessions(settings, writers, statements, "set default_transaction_isolation = serializable; set enable_seqscan = off");
		this.#indexes = new UniqueIndexes((query) => this.read(query));
		this.#versions = new Versions(settings.versions.leaseMs);
		this.#watcher = new Watcher(settings, this.#versions);
	}
	async start() {
		try {
			await Promise.all([this.#indexes.load(), this.#watcher.refresh()]);
		} catch (error) {
			await this.close();
			throw error;
		}
	}
	sql() {
		return Promise.resolve(this.#sql);
	}
	async read(query) {
		try {
			const { rows } = await this.#reads.use((session) => session.query(query));
			this.#succeed();
			return rows;
		} catch (error) {
			throw this.#explain(error);
		}
	}
	async write(table, queries) {
		if (queries.length === 0) return 0;
		for (let attempt = 1;; attempt++) try {
			const [only] = queries;
			return queries.length === 1 && attempt === 1 && only !== void 0 ? await this.#writeOne(table, only) : await this.#writeAll(table, queries, attempt);
		} catch (error) {
			if (!isConflict(error)) throw error;
			if (attempt >= ATTEMPTS) {
				const message = `a write conflicted with others ${attempt} times: ${messageOf(error)}`;
				throw new Unavailable(message, { cause: error });
			}
		}
	}
	async begin({ attempt = 1, after = [] } = {}) {
		const tables = [...after];
		const release = attempt > 1 ? await this.#turns.take(tables) : () => {};
		try {
			const session = await this.#writes.take();
			const isLocking = attempt >= LOCKING_ATTEMPT && tables.length > 0;
			if (isLocking) await beginLocked(session, tables.map(quoted));
			const transaction = new OpenTransaction(session, isLocking, {
				explain: (error, table) => this.#explainWrite(error, table),
				onCommit: () => this.#beginCommit(),
				onEnd: () => {
					this.#open.delete(transaction);
					release();
				}
			});
			this.#open.add(transaction);
			if (this.#isClosed) transaction.abandon(this.#closed());
			return transaction;
		} catch (error) {
			release();
			throw this.#explain(error);
		}
	}
	isSerializationFailure(error) {
		return isConflict(error);
	}
	version(tables) {
		return this.#versions.of(tables);
	}
	async changes(tables) {
		try {
			await this.#watcher.refresh();
		} catch (error) {
			if (this.#isExact) this.#versions.advanceAll();
			throw this.#explain(error);
		}
		return this.#versions.countOf(tables);
	}
	async check() {
		const [[isReplica] = []] = await this.read({
			sql: "select pg_is_in_recovery()::int",
			parameters: []
		});
		if (isReplica === 1) throw new Unavailable("the server is a replica now, which cannot be written");
		if (this.version([]) === void 0) return {
			status: "degraded",
			detail: "Changes by other nodes are unknown: nothing is kept."
		};
	}
	figures() {
		const pools = {
			reads: this.#reads,
			writes: this.#writes
		};
		return {
			connections: Object.entries(pools).flatMap(([pool, { states }]) => Object.entries(states).map(([state, value]) => ({
				labels: {
					pool,
					state
				},
				value
			}))),
			versionsKnownAt: this.#versions.knownAt
		};
	}
	async close() {
		this.#isClosed = true;
		for (const transaction of this.#open) transaction.abandon(this.#closed());
		await Promise.all([
			this.#watcher.close(),
			this.#reads.close(),
			this.#writes.close()
		]);
	}
	async #writeOne(table, { sql, parameters }) {
		const query = {
			sql: noted(table, sql),
			parameters
		};
		const commit = this.#beginCommit();
		try {
			const { rows } = await this.#writes.use((session) => session.query(query));
			const changed = Number(rows[0]?.[0]);
			commit.end(new Map(changed > 0 ? [[table, 1]] : []));
			return changed;
		} catch (error) {
			if (isBroken(error)) commit.end(void 0);
			throw await this.#explainWrite(error, table);
		}
	}
	async #writeAll(table, queries, attempt) {
		const transaction = await this.begin({
			attempt,
			after: [table]
		});
		try {
			const changed = await transaction.write(table, queries);
			await transaction.commit();
			return changed;
		} catch (error) {
			await transaction.rollback();
			throw error;
		}
	}
	#beginCommit() {
		const commit = this.#versions.begin();
		return { end: (changes) => {
			commit.end(changes);
			if (changes !== void 0) this.#succeed();
			if (changes === void 0 || changes.size > 0) this.#watcher.announce();
		} };
	}
	async #explainWrite(error, table = "") {
		const constraint = brokenConstraint(error);
		if (constraint === void 0) return this.#explain(error);
		return new UniqueViolation(table, await this.#indexes.fieldsOf(constraint), { cause: error });
	}
	/** Returns the error of a query, or the failure of the server that it comes from. */
	#explain(error) {
		if (isConflict(error) || !isFailure(error)) return error;
		if (isBroken(error)) this.#fail(error);
		return unavailable(error);
	}
	#fail(error) {
		const reason = messageOf(error);
		if (this.#failure === void 0 && !this.#isClosed) this.#log.error("data cannot be read or written", { reason });
		this.#failure = reason;
	}
	#succeed() {
		if (this.#failure !== void 0) this.#log.info("data can be read and written again");
		this.#failure = void 0;
	}
	#closed() {
		return new Unavailable("the database is closed");
	}
};
export { openPostgres };

//# sourceMappingURL=index.js.map