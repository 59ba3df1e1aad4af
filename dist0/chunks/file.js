import "./kernel.js";
import { r as messageOf } from "./finding.js";
import { n as Unavailable } from "./refusal.js";
import { m as UniqueViolation } from "./services2.js";
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { setTimeout } from "node:timers/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
// plugins/store/sqlite/errors.ts
/** The meaning of SQLite's result codes (https://www.sqlite.org/rescode.html). The low byte of an extended code is its primary code. */
const BUSY = 5;
const LOCKED = 6;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** CORRUPT, NOTADB. */
const DAMAGES = /* @__PURE__ */ new Set([11, 26]);
/** READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const FAILURES = /* @__PURE__ */ new Set([
	8,
	10,
	11,
	13,
	14,
	15,
	26
]);
/** Changes were committed, and are not known to be durable. */
var FlushFailure = class extends Error {
	constructor(cause) {
		super(`the write-ahead log could not be written to the disk: ${messageOf(cause)}`, { cause });
	}
};
function resultCode(error) {
	const code = error instanceof Error ? Reflect.get(error, "errcode") : void 0;
	return typeof code === "number" ? code : 0;
}
/** Another process holds the lock. */
function isBusy(error) {
	const code = resultCode(error) & 255;
	return code === BUSY || code === LOCKED;
}
/** The disk, the file or its permissions fail, and not the query. */
function isFailure(error) {
	return error instanceof FlushFailure || FAILURES.has(resultCode(error) & 255);
}
/** The file is not an intact database. */
function isDamage(error) {
	return DAMAGES.has(resultCode(error) & 255);
}
/** Returns the failure that a key or another unique value exists; undefined for all else. */
function uniqueViolation(error, table) {
	const code = resultCode(error);
	if (code !== CONSTRAINT_PRIMARYKEY && code !== CONSTRAINT_UNIQUE) return void 0;
	const [, columns = ""] = String(Object(error).message).split(": ");
	const fields = columns.split(", ").map((column) => column.slice(column.indexOf(".") + 1));
	return new UniqueViolation(table, fields, { cause: error });
}
/** How long an operation waits for other processes in all, in milliseconds. */
const LONGEST_WAIT_MS = 5e3;
/** Repeats `work` while another process holds the lock of `path`. When `work` throws, it must leave nothing behind. */
function retryWhileLocked(path, work, signal) {
	const began = performance.now();
	return retry(path, work, () => began, signal);
}
/** @param since when waiting began, in milliseconds. */
async function retry(path, work, since, signal) {
	for (;;) {
		try {
			return work();
		} catch (cause) {
			if (!isBusy(cause)) throw cause;
			if (performance.now() > since() + LONGEST_WAIT_MS) throw new Unavailable(`the database ${path} has been locked by another process for more than ${LONGEST_WAIT_MS / 1e3} s: end that process, or set another "file" for the plugin "store"`, { cause });
		}
		await setTimeout(20, void 0, { signal });
	}
}
/**
* Runs writes one after the other, in the order of the calls. Only the first one tries the lock, so that many waiting
* writers cost no more than one; each waits for other processes at most as long as if it were alone. Work that returns a
* promise has its turn until that settles.
*/
function writeQueue(path) {
	let last = Promise.resolve();
	let waiting = 0;
	/** Since when other processes have held the lock, as far as writes met it; undefined after one that did not. */
	let lockedSince;
	return async (work) => {
		const called = performance.now();
		const since = () => Math.max(called, lockedSince ?? performance.now());
		const attempt = () => {
			try {
				const result = work();
				lockedSince = void 0;
				return result;
			} catch (error) {
				lockedSince = isBusy(error) ? lockedSince ?? performance.now() : void 0;
				throw error;
			}
		};
		const before = last;
		const turn = Promise.withResolvers();
		last = turn.promise;
		waiting++;
		try {
			if (waiting > 1) await before;
			return await retry(path, attempt, since);
		} finally {
			waiting--;
			if (waiting > 0) setImmediate(turn.resolve);
			else turn.resolve();
		}
	};
}
// plugins/store/sqlite/file.ts
/** Checks a database file before anything is written to it. */
/** The first bytes of every SQLite database (https://www.sqlite.org/fileformat.html section 1.3). */
const HEADER = Buffer.from("SQLite format 3\0", "latin1");
const ELSEWHERE = "set another \"file\" for the plugin \"store\"";
/**
* Creates the folder of a new database. Throws on a file that is damaged or cannot be written, and leaves it unchanged,
* byte for byte.
*/
async function checkFile(path, signal) {
	const folder = dirname(path);
	requireAccess(`the folder ${folder} of the database cannot be created and written`, () => {
		createFolder(folder);
		accessSync(folder, constants.W_OK | constants.X_OK);
	});
	const file = statSync(path, { throwIfNoEntry: false });
	if (file === void 0) return;
	if (!file.isFile()) throw new Error(`the database ${path} is not a file: ${ELSEWHERE}`);
	requireAccess(`the database file ${path} cannot be read and written`, () => accessSync(path, constants.R_OK | constants.W_OK));
	if (file.size === 0) return;
	const start = firstBytes(path);
	if (!start.equals(HEADER)) throw damagedFile(path, `it is not a SQLite database, it begins with ${JSON.stringify(start.toString("latin1"))}`);
	for (let attempt = 1;; attempt++) {
		const fault = await retryWhileLocked(path, () => findFault(path), signal);
		if (fault === void 0) return;
		if (attempt === 3) throw damagedFile(path, fault);
		await setTimeout(20);
	}
}
/** Not by mkdir's own recursion, which never ends where folders cannot be created, as under `/proc`. */
function createFolder(folder) {
	if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
	if (dirname(folder) !== folder) createFolder(dirname(folder));
	try {
		mkdirSync(folder);
	} catch (error) {
		if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
	}
}
function requireAccess(message, access) {
	try {
		access();
	} catch (cause) {
		throw new Error(`${message} (${messageOf(cause)}): give this process the permission, or ${ELSEWHERE}`, { cause });
	}
}
function damagedFile(path, fault) {
	return /* @__PURE__ */ new Error(`the database file ${path} is damaged: ${fault}. It was left as it is: restore it from a backup, move it away with its -wal and -shm files to start again, or ${ELSEWHERE}`);
}
function firstBytes(path) {
	const descriptor = openSync(path, "r");
	try {
		const bytes = Buffer.alloc(HEADER.length);
		return bytes.subarray(0, readSync(descriptor, bytes));
	} finally {
		closeSync(descriptor);
	}
}
/** Returns the first fault that SQLite finds. Reads the whole file once, and writes nothing. */
function findFault(path) {
	let database;
	try {
		database = openToCheck(path);
		const answer = database.prepare("pragma quick_check(1)").get()?.["quick_check"];
		return answer === "ok" ? void 0 : String(answer);
	} catch (error) {
		if (isBusy(error)) throw error;
		return messageOf(error);
	} finally {
		database?.close();
	}
}
/** Opens a file without changing it, or what is beside it. */
function openToCheck(path) {
	const options = { timeout: 0 };
	if (existsSync(`${path}-journal`)) return new DatabaseSync(path, options);
	if (existsSync(`${path}-wal`)) return new DatabaseSync(path, {
		...options,
		readOnly: true
	});
	const url = pathToFileURL(path);
	url.searchParams.set("immutable", "1");
	return new DatabaseSync(url, {
		...options,
		readOnly: true
	});
}
export { writeQueue as a, isDamage as c, retryWhileLocked as i, isFailure as l, createFolder as n, FlushFailure as o, openToCheck as r, isBusy as s, checkFile as t, uniqueViolation as u };

//# sourceMappingURL=file.js.map