import "./kernel.js";
import { t as Tracepoint } from "./tracepoint.js";
import { r as messageOf, t as ContributionError } from "./finding.js";
import { n as Unavailable } from "./refusal.js";
import { a as tableModel, n as openRows } from "./rows.js";
import { AsyncLocalStorage } from "node:async_hooks";
// plugins/store/table.ts
/** Writes throw on rows and changes that do not match the fields of the table's schema. */
function openTable(database, model) {
	const rowsOf = openRows(database, model);
	return model.owner === void 0 ? sharedTable(model, rowsOf) : ownedTable(model, rowsOf);
}
/** No principal owns a row of it, so that binding it to one must not return them all. */
function sharedTable({ name }, rowsOf) {
	const all = rowsOf(void 0);
	return {
		...all,
		of() {
			throw new Error(`the table "${name}" declares no owner, so that no row of it belongs to a principal: declare owner: "…", or use the table as it is`);
		},
		acrossOwners: () => all
	};
}
/** It takes a caller, or the statement that there is none: who forgets both gets an error and no rows. */
function ownedTable(model, rowsOf) {
	const { name } = model;
	const all = rowsOf(void 0);
	const none = rowsOfNone(model, all);
	const unbound = () => Promise.reject(/* @__PURE__ */ new Error(`the rows of the table "${name}" belong to principals: use table("${name}").of(principal) with the caller of the handler, or .acrossOwners() in work for no caller`));
	return {
		list: unbound,
		find: unbound,
		insert: unbound,
		upsert: unbound,
		update: unbound,
		updateAll: unbound,
		remove: unbound,
		removeAll: unbound,
		of: (principal) => typeof principal?.id === "string" && principal.id !== "" ? rowsOf(principal.id) : none,
		acrossOwners: () => all
	};
}
/** The rows of an anonymous caller: none, though queries are checked as everybody's are. */
function rowsOfNone({ name, key }, all) {
	const refuse = () => Promise.reject(/* @__PURE__ */ new Error(`an anonymous caller owns no rows, so that none can be added to the table "${name}"`));
	const never = {
		field: key.name,
		operator: "in",
		value: []
	};
	return {
		list: (query = {}) => all.list({
			...query,
			filters: [never, ...query.filters ?? []]
		}),
		find: () => Promise.resolve(void 0),
		insert: refuse,
		upsert: refuse,
		update: () => Promise.resolve(false),
		updateAll: () => Promise.resolve(0),
		remove: () => Promise.resolve(false),
		removeAll: () => Promise.resolve(0)
	};
}
// plugins/store/scope.ts
/** Work that is still under way when its transaction has ended. */
const LATE = "a table was used in a transaction that has ended: await all work within the transaction, or begin it in store.afterCommit()";
var Scope = class Scope {
	#begin;
	#parent;
	#begun;
	/** While it is ending, uses are refused, and those under way end. */
	#state = "open";
	/** Why it has ended. */
	#reason;
	/** Resolves when the uses so far have ended. */
	#last = Promise.resolve();
	#listeners = [];
	constructor(begin, parent) {
		this.#begin = begin;
		this.#parent = parent;
	}
	get isOpen() {
		return this.#state === "open" && this.#parent?.isOpen !== false;
	}
	/** One use at a time: those of the scope wait while a part of it is open, since that may yet be undone. */
	async use(work) {
		const { transaction, release } = await this.#enter();
		try {
			return await work(transaction);
		} finally {
			release();
		}
	}
	/** Returns a part that can be undone alone. */
	part() {
		return new Scope(async () => {
			const { transaction, release } = await this.#enter();
			try {
				const savepoint = await transaction.savepoint();
				return {
					transaction,
					keep: () => savepoint.release().then(release),
					undo: async () => {
						if (!this.#isUndone()) await savepoint.rollback();
						release();
					}
				};
			} catch (error) {
				release();
				throw error;
			}
		}, this);
	}
	/** Keeps the changes once the uses under way have ended. When it throws, they are yet to be undone. */
	async keep() {
		this.#requireOpen();
		this.#state = "ending";
		(await this.#turn())();
		if (this.#state !== "ending" || this.#parent?.isOpen === false) throw this.#over();
		await this.#begun?.keep();
		this.#state = "kept";
		for (const listener of this.#listeners.splice(0)) this.afterCommit(listener);
	}
	/** Undoes the changes, now. Rejects when changes of others that it saw are not known to be durable. */
	async undo(reason) {
		if (this.#state === "undone" || this.#state === "kept") return;
		this.#state = "undone";
		this.#reason = reason;
		this.#listeners = [];
		await this.#begun?.undo();
	}
	/** The listener runs when the outermost scope is kept; at once when it has been. */
	afterCommit(listener) {
		if (this.#state === "open" || this.#state === "ending") this.#listeners.push(listener);
		else if (this.#state === "kept" && this.#parent !== void 0) this.#parent.afterCommit(listener);
		else if (this.#state === "kept") listener();
	}
	/** Waits for the turn of a use, and begins before the first one. */
	async #enter() {
		this.#requireOpen();
		const release = await this.#turn();
		try {
			this.#requireOpen();
			this.#begun ??= await this.#open();
			return {
				transaction: this.#begun.transaction,
				release
			};
		} catch (error) {
			release();
			throw error;
		}
	}
	/** It may end while it waits to begin. */
	async #open() {
		const begun = await this.#begin();
		if (this.isOpen) return begun;
		await begun.undo();
		throw this.#over();
	}
	async #turn() {
		const before = this.#last;
		const turn = Promise.withResolvers();
		this.#last = turn.promise;
		await before;
		return turn.resolve;
	}
	#requireOpen() {
		if (!this.isOpen) throw this.#over();
	}
	/** Its changes, and those of its parts, are gone. */
	#isUndone() {
		return this.#state === "undone" || this.#parent !== void 0 && this.#parent.#isUndone();
	}
	#over() {
		if (this.#reason !== void 0) return this.#reason;
		const parent = this.#parent;
		return parent === void 0 || parent.isOpen ? /* @__PURE__ */ new Error(LATE) : parent.#over();
	}
};
// plugins/store/transactions.ts
/** The transactions of a store, on any database. A call belongs to the one in whose work it began. */
const ATTEMPTS = 5;
const TIMEOUT_MS = 3e4;
function note(changed, table, owners) {
	const all = changed.get(table) ?? /* @__PURE__ */ new Set();
	for (const owner of owners) all.add(owner);
	changed.set(table, all);
}
function openTransactions(database, log) {
	/** Made by the first transaction: without one there is nothing to look into. */
	let contexts;
	let hidden = 0;
	const noteFailure = ({ attempt }, error) => {
		if (database.isSerializationFailure(error)) attempt.conflict ??= error;
	};
	async function use(context, table, work) {
		context.used.add(table);
		try {
			return await context.scope.use(work);
		} catch (error) {
			noteFailure(context, error);
			throw error;
		}
	}
	async function run(storage, context, work, over) {
		const { scope, attempt } = context;
		const finish = async () => {
			const result = await storage.run(context, async () => work());
			if (attempt.conflict !== void 0) throw attempt.conflict;
			await scope.keep();
			return result;
		};
		try {
			return await (over === void 0 ? finish() : Promise.race([finish(), over]));
		} catch (error) {
			noteFailure(context, error);
			await scope.undo();
			throw error;
		}
	}
	/** The outermost scope of a transaction. `over` rejects when it has taken too long. */
	function outermost(timeoutMs, begin) {
		const expiry = Promise.withResolvers();
		const scope = new Scope(async () => {
			const transaction = await database.begin(begin);
			const timer = setTimeout(() => {
				const reason = new Unavailable(`a transaction was undone, because it was still open after ${timeoutMs / 1e3} s: end it sooner, or set its timeoutMs`);
				scope.undo(reason).catch(() => {});
				expiry.reject(reason);
			}, timeoutMs).unref();
			return {
				transaction,
				keep() {
					clearTimeout(timer);
					return transaction.commit();
				},
				undo() {
					clearTimeout(timer);
					return transaction.rollback();
				}
			};
		});
		return {
			scope,
			over: expiry.promise
		};
	}
	return {
		queries: {
			sql: () => database.sql(),
			read(table, query) {
				const context = contexts?.getStore();
				return context === void 0 ? database.read(query) : use(context, table, (transaction) => transaction.read(query));
			},
			get isWithin() {
				return contexts?.getStore() !== void 0;
			},
			write(table, queries, owners = []) {
				const context = contexts?.getStore();
				return context === void 0 ? database.write(table, queries) : use(context, table, async (transaction) => {
					context.written.add(table);
					const rows = await transaction.write(table, queries);
					if (rows > 0) note(context.changed, table, owners);
					return rows;
				});
			}
		},
		version(tables) {
			return contexts?.getStore()?.scope.isOpen === true ? -++hidden : database.version(tables);
		},
		async transaction(work, { attempts = ATTEMPTS, timeoutMs = TIMEOUT_MS } = {}) {
			const storage = contexts ??= new AsyncLocalStorage();
			const outer = storage.getStore();
			if (outer !== void 0) {
				const changed = /* @__PURE__ */ new Map();
				const part = {
					...outer,
					scope: outer.scope.part(),
					changed
				};
				try {
					return await run(storage, part, work);
				} finally {
					for (const [table, owners] of changed) note(outer.changed, table, owners);
				}
			}
			const used = /* @__PURE__ */ new Set();
			const written = /* @__PURE__ */ new Set();
			for (let count = 1;; count++) {
				const after = /* @__PURE__ */ new Set([...written, ...used]);
				const { scope, over } = outermost(timeoutMs, {
					attempt: count,
					after
				});
				const context = {
					scope,
					attempt: {},
					used,
					written,
					changed: /* @__PURE__ */ new Map()
				};
				try {
					return await run(storage, context, work, over);
				} catch (error) {
					const { conflict } = context.attempt;
					if (conflict === void 0) throw error;
					if (count >= attempts) throw new Unavailable(`a transaction conflicted with others ${count} times: ${messageOf(conflict)}`, { cause: conflict });
				}
			}
		},
		changed: () => contexts?.getStore()?.changed,
		afterCommit(work) {
			const listener = () => {
				try {
					if (contexts === void 0) work();
					else contexts.run(void 0, work);
				} catch (error) {
					log.error("work after a commit failed", { reason: messageOf(error) });
				}
			};
			const context = contexts?.getStore();
			if (context === void 0) listener();
			else context.scope.afterCommit(listener);
		}
	};
}
// plugins/store/watched-queries.ts
/** Shows queries and transactions to those who watch, such as a tracer. */
const statements = new Tracepoint("statement");
const transactions = new Tracepoint("transaction");
/** The span of queries of one table. Their text has no values: those are parameters. */
var Statement = class {
	kind = "client";
	isPending = false;
	error = void 0;
	#system;
	#table;
	#queries;
	constructor(system, table, queries) {
		this.#system = system;
		this.#table = table;
		this.#queries = queries;
	}
	get name() {
		return `${this.#operation} ${this.#table}`.trim();
	}
	get attributes() {
		return {
			"db.system.name": this.#system,
			"db.collection.name": this.#table,
			"db.operation.name": this.#operation,
			"db.query.text": this.#text,
			...this.#queries.length > 1 && { "db.operation.batch.size": this.#queries.length }
		};
	}
	get #text() {
		return this.#queries[0]?.sql ?? "";
	}
	get #operation() {
		return /^\w+/.exec(this.#text)?.[0].toUpperCase() ?? "";
	}
};
function watchable(system, unwatched) {
	const { queries, transaction } = unwatched;
	const watched = {
		sql: () => queries.sql(),
		get isWithin() {
			return queries.isWithin;
		},
		read: (table, query) => statements.isWatched ? statements.run(new Statement(system, table, [query]), async () => queries.read(table, query)) : queries.read(table, query),
		write: (table, several, owners) => statements.isWatched ? statements.run(new Statement(system, table, several), async () => queries.write(table, several, owners)) : queries.write(table, several, owners)
	};
	return {
		...unwatched,
		queries: watched,
		transaction: (work, options) => transactions.isWatched ? transactions.run({
			name: "transaction",
			attributes: { "db.system.name": system }
		}, async () => transaction(work, options)) : transaction(work, options)
	};
}
// plugins/store/store.ts
/** The store on any database. */
/** Throws when names of registered tables do not suit a database. */
function tableModels({ tables }) {
	const models = tables.map(tableModel);
	const owners = /* @__PURE__ */ new Map();
	for (const { name, plugin } of models) {
		const other = owners.get(name.toLowerCase());
		if (other !== void 0) throw new ContributionError(plugin, `the plugins "${other}" and "${plugin}" both declare the table "${name}" (case does not count): rename one`);
		owners.set(name.toLowerCase(), plugin);
	}
	return models;
}
function openStore(database, models, log) {
	const { queries, ...transactions } = watchable(database.system, openTransactions(database, log));
	const tables = new Map(models.map((model) => [model.name, openTable(queries, model)]));
	const announced = models.filter(({ internal, owner }) => !internal && owner === void 0).map(({ name }) => name);
	return {
		...transactions,
		table(name) {
			const table = tables.get(name);
			if (table === void 0) throw new Error(`no enabled plugin declares the table "${name}"`);
			return table;
		},
		version: (names = announced) => transactions.version(names),
		changes: (names = announced) => database.changes(names)
	};
}
export { tableModels as n, openStore as t };

//# sourceMappingURL=store2.js.map