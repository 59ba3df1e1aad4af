import "../../../chunks/kernel.js";
import { r as messageOf } from "../../../chunks/finding.js";
import { n as Unavailable } from "../../../chunks/refusal.js";
import { a as writeQueue, i as retryWhileLocked, l as isFailure, n as createFolder, o as FlushFailure, s as isBusy, t as checkFile, u as uniqueViolation } from "../../../chunks/file.js";
import { t as I } from "../../../chunks/lru-cache.js";
import { n as tablesOf } from "../../../chunks/inspect.js";
import { closeSync, fdatasync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
// plugins/store/sqlite/handle.ts
/** An open database file with its prepared statements. */
/** Preparing costs about as much as a short query, and queries repeat. */
const MAX_STATEMENTS = 200;
var Handle = class {
	database;
	#statements;
	constructor(path, { readOnly = false } = {}) {
		const database = this.database = new DatabaseSync(path, {
			timeout: 0,
			readOnly
		});
		this.#statements = new I({
			max: MAX_STATEMENTS,
			memoMethod: (text) => {
				const statement = database.prepare(text);
				statement.setReturnArrays(true);
				return statement;
			}
		});
	}
	exec(sql) {
		this.database.exec(sql);
	}
	rows(sql, parameters = []) {
		return this.#statements.memo(sql).all(...parameters);
	}
	/** Returns the number of changed rows. */
	run(queries) {
		let changed = 0;
		for (const { sql, parameters } of queries) changed += Number(this.#statements.memo(sql).run(...parameters).changes);
		return changed;
	}
	/** Sets what holds for a connection, not for the file. */
	configure() {
		this.exec("pragma cache_size = -16384; pragma trusted_schema = off");
	}
	rollback() {
		if (this.database.isOpen && this.database.isTransaction) this.exec("rollback");
	}
	/** May be called twice. */
	close() {
		if (this.database.isOpen) this.database.close();
	}
};
// plugins/store/sqlite/log.ts
/**
* The write-ahead log on disk. SQLite would flush it within each commit, and block the event loop for as long as the disk
* takes; here one flush beside the event loop makes all commits durable that came before it. On a disk that takes 2 ms,
* 16 clients write 1,100 rows a second over HTTP, and not 330; and lists are read while the disk is at work.
*/
var Log = class {
	#path;
	#rescue;
	#file;
	/** The flush under way. */
	#running;
	/** The flush that begins after it, for later commits. */
	#next;
	/** After a failure the system may take lost pages for written ones. */
	#isTrusted = true;
	#isClosed = false;
	/** @param rescue brings all commits into the data file, or throws. */
	constructor(path, rescue) {
		this.#path = path;
		this.#rescue = rescue;
	}
	/** Settles when the commits so far are durable; undefined when they are. */
	get pending() {
		return (this.#next ?? this.#running)?.promise;
	}
	/** A transaction has been committed. */
	flush() {
		if (this.#next !== void 0) return;
		this.#next = Promise.withResolvers();
		this.#next.promise.catch(() => {});
		if (this.#running === void 0) setImmediate(() => this.#start());
		try {
			this.#open();
		} catch {}
	}
	/** Closes it after the flushes that are due. May be called twice. */
	close() {
		this.#isClosed = true;
		if (this.pending !== void 0 || this.#file === void 0) return;
		closeSync(this.#file);
		this.#file = void 0;
	}
	/** SQLite's locks are on other files, so that closing this one releases none of them. */
	#open() {
		return this.#file ??= openSync(this.#path, "r+");
	}
	#start() {
		this.#running = this.#next;
		this.#next = void 0;
		try {
			fdatasync(this.#open(), (error) => this.#end(error));
		} catch (error) {
			this.#end(error);
		}
	}
	#end(error) {
		const flush = this.#running;
		this.#running = void 0;
		try {
			if (error !== null) this.#isTrusted = false;
			if (!this.#isTrusted) this.#rescue();
			this.#isTrusted = true;
			flush?.resolve();
		} catch (failure) {
			flush?.reject(new FlushFailure(failure));
		}
		if (this.#next !== void 0) this.#start();
		else if (this.#isClosed) this.close();
	}
};
// plugins/store/sqlite/transaction.ts
/** The transaction that is open on a handle. */
var OpenTransaction = class {
	changed = /* @__PURE__ */ new Set();
	#handle;
	#onEnd;
	#savepoints = 0;
	#isOpen = true;
	/** @param onEnd lets others write. */
	constructor(handle, onEnd) {
		this.#handle = handle;
		this.#onEnd = onEnd;
	}
	read({ sql, parameters }) {
		return this.#use(() => this.#handle.rows(sql, parameters));
	}
	write(table, queries) {
		return this.#use(() => {
			try {
				const changed = queries.length <= 1 ? this.#handle.run(queries) : this.#runAll(queries);
				if (changed > 0) this.changed.add(table);
				return changed;
			} catch (error) {
				throw uniqueViolation(error, table) ?? error;
			}
		});
	}
	/** Returns the savepoint's name. */
	savepoint() {
		const name = `part_${++this.#savepoints}`;
		this.#use(() => this.#handle.exec(`savepoint ${name}`));
		return name;
	}
	release(savepoint) {
		this.#use(() => this.#handle.exec(`release ${savepoint}`));
	}
	rollbackTo(savepoint) {
		if (this.#isOpen) this.#use(() => this.#handle.exec(`rollback to ${savepoint}; release ${savepoint}`));
	}
	commit() {
		this.#use(() => this.#handle.exec("commit"));
		this.#end();
	}
	/** May be called when it has ended. */
	rollback() {
		if (!this.#isOpen) return;
		try {
			this.#handle.rollback();
		} finally {
			this.#end();
		}
	}
	#runAll(queries) {
		const savepoint = this.savepoint();
		try {
			const changed = this.#handle.run(queries);
			this.#handle.exec(`release ${savepoint}`);
			return changed;
		} catch (error) {
			if (!isFailure(error)) this.rollbackTo(savepoint);
			throw error;
		}
	}
	#use(work) {
		if (!this.#isOpen) throw new Unavailable("the database has undone the transaction");
		try {
			return work();
		} catch (error) {
			if (isFailure(error) || !this.#handle.database.isTransaction) this.rollback();
			throw error;
		}
	}
	#end() {
		this.#isOpen = false;
		this.#onEnd();
	}
};
/** The interface of a transaction. Each call acts at once, so that they act in their order. */
function transactionOn(open, { use, requireFile, onCommit, durable }) {
	const undo = async (work) => {
		try {
			await use(work);
		} catch {}
	};
	return {
		read: (query) => use(() => open.read(query)),
		write: (table, queries) => use(() => open.write(table, queries)),
		async savepoint() {
			const name = await use(() => open.savepoint());
			return {
				release: () => use(() => open.release(name)),
				rollback: () => undo(() => open.rollbackTo(name))
			};
		},
		async commit() {
			await requireFile();
			await use(() => {
				open.commit();
				if (open.changed.size > 0) onCommit(open.changed);
			});
			await durable();
		},
		async rollback() {
			await undo(() => open.rollback());
			await durable();
		}
	};
}
// plugins/store/sqlite/connection.ts
const MEMORY = ":memory:";
var Connection = class {
	/** Writes, and reads while no transaction is open. Its data version therefore changes with writes of others only. */
	#main;
	/** Reads while a transaction is open. There is none in memory, where another handle would see other data. */
	#reader;
	#transaction;
	#path;
	#signal;
	#queue;
	/** Undefined in memory. */
	#log;
	/** The data version at the last transaction. */
	#seen;
	#sql;
	/** @param signal ends waiting for the lock while the plugin starts. */
	constructor(path, signal) {
		this.#path = path;
		this.#signal = signal;
		this.#main = new Handle(path);
		this.#queue = writeQueue(path);
		if (path !== ":memory:") this.#log = new Log(`${path}-wal`, () => this.#rescue());
	}
	sql() {
		return this.#sql ??= import("./sql.js").then(({ sqlOf }) => sqlOf(this.#main.database));
	}
	/** Makes the commits so far durable. */
	flush() {
		this.#log?.flush();
	}
	/** Settles when all commits that were seen so far are durable; undefined when they are. */
	get pending() {
		return this.#log?.pending;
	}
	/** Sees no change of a transaction that is open, and returns none that a failure of power may take back. */
	async read({ sql, parameters }) {
		if (this.#transaction !== void 0 && this.#path === ":memory:") return this.#queue(() => this.#main.rows(sql, parameters));
		const rows = await retryWhileLocked(this.#path, () => {
			return ((this.#transaction === void 0 ? void 0 : this.#reader) ?? this.#main).rows(sql, parameters);
		});
		await this.pending;
		return rows;
	}
	tables() {
		return tablesOf((query) => this.read(query));
	}
	write(table, queries) {
		return this.#queue(() => {
			try {
				this.#main.exec("begin immediate");
				this.#flushOthers();
				const changed = this.#main.run(queries);
				this.#main.exec("commit");
				return changed;
			} catch (error) {
				this.#main.rollback();
				throw uniqueViolation(error, table) ?? error;
			}
		});
	}
	/** Begins a transaction in its turn, which lasts until the transaction ends. */
	begin() {
		const begun = Promise.withResolvers();
		this.#queue(() => {
			this.#main.exec("begin immediate");
			try {
				this.#reader ??= this.#openReader();
			} catch (error) {
				this.#main.rollback();
				throw error;
			}
			this.#flushOthers();
			const ended = Promise.withResolvers();
			const transaction = new OpenTransaction(this.#main, () => {
				this.#transaction = void 0;
				ended.resolve();
			});
			this.#transaction = transaction;
			begun.resolve(transaction);
			return ended.promise;
		}).catch(begun.reject);
		return begun.promise;
	}
	async exclusively(work) {
		const loaded = await this.sql();
		const begin = () => this.#main.exec("begin immediate");
		await retryWhileLocked(this.#path, begin, this.#signal);
		try {
			await work(loaded);
			this.#main.exec("commit");
			this.flush();
		} catch (error) {
			this.#main.rollback();
			throw error;
		}
		await this.pending;
	}
	async configure() {
		await retryWhileLocked(this.#path, () => this.#main.configure(), this.#signal);
	}
	/** With it, readers and the writer do not wait for each other, in this and other processes. */
	async useWriteAheadLog() {
		const enter = () => this.#main.rows("pragma journal_mode = wal")[0]?.[0];
		if (await retryWhileLocked(this.#path, enter, this.#signal) === "wal") {
			this.#main.exec("pragma synchronous = normal");
			return;
		}
		throw new Error(`the file system of ${this.#path} does not support SQLite's write-ahead log: keep the database on a local disk`);
	}
	/** Changes with every write of other processes. */
	dataVersion() {
		return this.#main.rows("pragma data_version")[0]?.[0];
	}
	/** Throws unless a byte can be written. Changes nothing. */
	async tryToWrite() {
		const [[version] = []] = await this.read({
			sql: "pragma user_version",
			parameters: []
		});
		await this.#queue(() => this.#main.exec(`pragma user_version = ${Number(version)}`));
		this.flush();
		await this.pending;
	}
	/** Writes all committed data to a new file, also when this connection's own file was deleted. */
	copyTo(path) {
		this.#main.database.prepare("vacuum into ?").run(path);
	}
	/** Brings the write-ahead log into the file, as far as other connections permit. */
	checkpoint() {
		this.#main.rows("pragma wal_checkpoint(truncate)");
	}
	/** Undoes the open transaction, and leaves only one handle on the file. */
	abandon() {
		this.#transaction?.rollback();
		this.#reader?.close();
		this.#reader = void 0;
	}
	/** May be called twice. The last connection of a file writes the log back into it and removes the log. */
	close() {
		this.abandon();
		this.#main.close();
		this.#log?.close();
	}
	/** Commits of other processes may not be durable yet. */
	#flushOthers() {
		const version = this.dataVersion();
		if (version !== this.#seen) this.flush();
		this.#seen = version;
	}
	/** Brings all commits into the file, and flushes that. */
	#rescue() {
		const [[isBusy] = []] = this.#main.rows("pragma wal_checkpoint(truncate)");
		if (isBusy !== 0) throw new Error("other processes keep the log in use");
	}
	#openReader() {
		if (this.#path === ":memory:") return void 0;
		const reader = new Handle(this.#path, { readOnly: true });
		try {
			reader.configure();
			return reader;
		} catch (error) {
			reader.close();
			throw error;
		}
	}
};
// plugins/store/sqlite/recovery.ts
/** Leaves a data file that was deleted or replaced while it was open, so that the one at its path can be opened. */
/** Free bytes below which a write may fail: some pages of the write-ahead log. */
const LEAST_SPACE_BYTES = 65536;
function identityOf(path) {
	return {
		file: inodeOf(path),
		log: inodeOf(`${path}-wal`)
	};
}
function isSame(one, other) {
	return one.file === other.file && one.log === other.log;
}
function inodeOf(path) {
	const file = statSync(path, { throwIfNoEntry: false });
	return file && `${file.dev}:${file.ino}`;
}
/** Writes the data of a deleted file to its path again, and closes the connection. When that fails, it stays open. */
function restoreDeleted(connection, path, was) {
	createFolder(dirname(path));
	const copy = `${path}.${process.pid}.restored`;
	rmSync(copy, { force: true });
	try {
		connection.copyTo(copy);
		closeWithLog(connection, path, was);
	} catch (error) {
		rmSync(copy, { force: true });
		throw error;
	}
	try {
		linkSync(copy, path);
		rmSync(copy);
	} catch {
		if (inodeOf(path) !== void 0) rmSync(copy, { force: true });
		else renameSync(copy, path);
	}
}
/** Brings what is left in the log into the file that was open, wherever it is now, and closes the connection. */
function leaveReplaced(connection, path, was) {
	try {
		connection.checkpoint();
	} finally {
		closeWithLog(connection, path, was);
	}
}
/** SQLite leaves the log of a file that has moved, and would then take it for the log of the file at this path. */
function closeWithLog(connection, path, { log }) {
	connection.close();
	if (log === void 0 || inodeOf(`${path}-wal`) !== log) return;
	for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
}
/** Throws when the disk is full, before a write does. */
async function requireSpace(path) {
	const { bavail, bsize } = await statfs(dirname(path));
	if (bavail * bsize < LEAST_SPACE_BYTES) throw new Error(`the disk of ${path} is full`);
}
// plugins/store/sqlite/versions.ts
/** Versions of tables: own writes are counted by table, those of other processes for all tables together. */
var Versions = class {
	#readOthers;
	#own = /* @__PURE__ */ new Map();
	#others = 0;
	#seen;
	#fresh = false;
	/** @param readOthers returns something else after every write of another process. */
	constructor(readOthers) {
		this.#readOthers = readOthers;
		this.#seen = readOthers();
	}
	/** Grows with each change of these tables, and with each table added to them. */
	of(tables) {
		this.#look();
		let version = this.#others;
		for (const table of tables) version += this.#own.get(table) ?? 1;
		return version;
	}
	/** This process has changed a table. */
	advance(table) {
		this.#own.set(table, (this.#own.get(table) ?? 1) + 1);
	}
	/** Anything may have changed. */
	advanceAll() {
		this.#others++;
	}
	/**
	* Remembers the answer until the current callback ends, and no longer: a request that the next callback reads may
	* have been sent after a write of another process.
	*/
	#look() {
		if (this.#fresh) return;
		const current = this.#readOthers();
		if (current !== this.#seen) this.#others++;
		this.#seen = current;
		this.#fresh = true;
		queueMicrotask(() => this.#fresh = false);
	}
};
// plugins/store/sqlite/index.ts
/** SQLite through `node:sqlite`, in a file or in memory. A file that fails, disappears or is replaced is recovered from. */
/** How often to look whether the file is still the one that was opened, in milliseconds. */
const LOOK_MS = 1e3;
/** How long health mentions a file that was deleted or replaced, in milliseconds. */
const MENTION_MS = 6e4;
/**
* Opens the database, or creates it. Throws on a file that is damaged, cannot be written, or stays
* locked by another process; the message names the file.
*
* @param file path relative to the working directory, or `:memory:`.
*/
async function openSqlite(file, options) {
	const path = file === ":memory:" ? MEMORY : resolve(file);
	return new SqliteDatabase(path, await connect(path, options), options);
}
async function connect(path, { signal, prepare }) {
	if (path !== ":memory:") await checkFile(path, signal);
	const connection = new Connection(path, signal);
	try {
		await connection.configure();
		if (path !== ":memory:") await connection.useWriteAheadLog();
		await prepare(connection);
		return connection;
	} catch (error) {
		connection.close();
		throw error;
	}
}
var SqliteDatabase = class {
	system = "sqlite";
	#path;
	#options;
	#versions;
	#looking;
	/** Undefined while the file that replaced another one cannot be opened. */
	#connection;
	#identity;
	#recovering;
	#isClosed = false;
	/** Why data cannot be read or written. */
	#failure;
	#recovered;
	constructor(path, connection, options) {
		this.#path = path;
		this.#options = options;
		this.#connection = connection;
		this.#identity = identityOf(path);
		this.#versions = new Versions(() => this.#dataVersion());
		this.#looking = setInterval(() => {
			if (!this.#isPresent()) this.#recover();
		}, LOOK_MS).unref();
	}
	sql() {
		return this.#use((connection) => connection.sql());
	}
	read(query) {
		return this.#use((connection) => connection.read(query));
	}
	async write(table, queries) {
		await this.#requireFile();
		return this.#use(async (connection) => {
			const changed = await connection.write(table, queries);
			if (changed > 0) this.#noteChange([table], connection);
			await connection.pending;
			return changed;
		});
	}
	async begin() {
		await this.#requireFile();
		const { connection, open } = await this.#use(async (used) => ({
			connection: used,
			open: await used.begin()
		}));
		const use = async (work) => {
			try {
				return await work();
			} catch (error) {
				throw this.#explain(error, connection);
			}
		};
		return transactionOn(open, {
			use,
			requireFile: async () => {
				if (this.#isPresent()) return;
				open.rollback();
				await this.#recover();
				throw new Unavailable(`the data file ${this.#path} was deleted or replaced during a transaction`);
			},
			onCommit: (changed) => this.#noteChange(changed, connection),
			durable: () => use(() => connection.pending)
		});
	}
	/** Others wait for the lock from the beginning, so that no transaction conflicts with them. */
	isSerializationFailure() {
		return false;
	}
	version(tables) {
		return this.#versions.of(tables);
	}
	changes(tables) {
		return this.version(tables);
	}
	async check() {
		if (!this.#isPresent()) await this.#recover();
		if (!this.#isPresent()) throw this.#unavailable();
		await this.read({
			sql: "select name from sqlite_schema limit 1",
			parameters: []
		});
		if (this.#failure !== void 0) {
			await this.#use((connection) => connection.tryToWrite());
			this.#succeed();
		}
		if (this.#path !== ":memory:") await requireSpace(this.#path);
		if (this.#recovered !== void 0 && performance.now() < this.#recovered.until) return {
			status: "degraded",
			detail: `${this.#recovered.what}; it was recovered from.`
		};
	}
	/** Writes a deleted file again, or what it had would be lost. */
	async close() {
		clearInterval(this.#looking);
		if (!this.#isClosed && (this.#recovering !== void 0 || !this.#isPresent())) await this.#recover();
		this.#isClosed = true;
		this.#connection?.close();
	}
	/** Whether the open files are those at the path. No other file can have their inodes while they are open. */
	#isPresent() {
		if (this.#path === ":memory:") return true;
		return this.#connection !== void 0 && isSame(this.#identity, identityOf(this.#path));
	}
	/** A write to a deleted file would be lost. While recovering fails, the timer tries again. */
	async #requireFile() {
		if (!this.#isPresent() && this.#failure === void 0) await this.#recover();
		if (!this.#isPresent()) throw this.#unavailable();
	}
	#noteChange(tables, connection) {
		for (const table of tables) this.#versions.advance(table);
		connection.flush();
		if (this.#failure !== void 0) connection.pending?.then(() => this.#succeed(), () => {});
	}
	async #use(work) {
		if (this.#recovering !== void 0) await this.#recovering;
		const connection = this.#connection;
		if (connection === void 0) throw this.#unavailable();
		try {
			return await work(connection);
		} catch (error) {
			throw this.#explain(error, connection);
		}
	}
	/** Returns the error of a query, or the failure of the file that it comes from. */
	#explain(error, connection) {
		const isClosed = connection !== this.#connection;
		if (!isFailure(error) && !isClosed) return error;
		if (!isClosed) this.#fail(error);
		return this.#unavailable(error);
	}
	#dataVersion() {
		try {
			return this.#connection?.dataVersion();
		} catch (error) {
			if (isBusy(error)) return Symbol("unknown");
			throw this.#unavailable(error);
		}
	}
	/** Opens the file at the path again, one attempt at a time. Never rejects. */
	#recover() {
		return this.#recovering ??= this.#reopen().catch((error) => this.#fail(error)).finally(() => this.#recovering = void 0);
	}
	async #reopen() {
		const { file } = identityOf(this.#path);
		const leave = file === void 0 ? restoreDeleted : leaveReplaced;
		const part = file === this.#identity.file ? "The log of the data file" : "The data file";
		this.#connection?.abandon();
		if (this.#connection !== void 0) leave(this.#connection, this.#path, this.#identity);
		this.#connection = void 0;
		this.#connection = await connect(this.#path, this.#options);
		this.#identity = identityOf(this.#path);
		this.#versions.advanceAll();
		const what = `${part} was ${file === void 0 ? "deleted" : "replaced"}`;
		this.#recovered = {
			what,
			until: performance.now() + MENTION_MS
		};
		this.#options.log.warn(`${what.toLowerCase()}; it was recovered from`, { file: this.#path });
		this.#succeed();
	}
	#fail(error) {
		const reason = messageOf(error);
		if (this.#failure === void 0) this.#options.log.error("data cannot be read or written", {
			file: this.#path,
			reason
		});
		this.#failure = reason;
	}
	#succeed() {
		if (this.#failure !== void 0) this.#options.log.info("data can be read and written again", { file: this.#path });
		this.#failure = void 0;
	}
	#unavailable(cause) {
		const reason = cause === void 0 ? this.#failure : messageOf(cause);
		return new Unavailable(`the database ${this.#path} cannot be used: ${reason}`, { cause });
	}
};
export { openSqlite };

//# sourceMappingURL=index.js.map