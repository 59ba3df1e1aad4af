import "../../chunks/kernel.js";
import { a as show, n as didYouMean, r as messageOf } from "../../chunks/finding.js";
import { r as sqliteFile, t as inspectDatabase } from "../../chunks/engine.js";
import { a as planMigration, o as METADATA_TABLE } from "../../chunks/plan.js";
import { c as isDamage, i as retryWhileLocked, l as isFailure, n as createFolder, r as openToCheck, s as isBusy } from "../../chunks/file.js";
import { n as tableModels } from "../../chunks/store2.js";
import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
// plugins/store/sqlite/backup.ts
/** Copies of a database file: made while it is used, verified, and put in its place. Each appears whole or not at all. */
const LOGS = [
	"-wal",
	"-shm",
	"-journal"
];
/** Reads all of a file, and changes nothing. Throws unless it is an intact database of a service. */
async function verifyFile(path) {
	const bytes = statSync(path, { throwIfNoEntry: false })?.size;
	if (bytes === void 0) throw new Error(`the file ${path} does not exist`);
	const fault = (reason, cause) => new Error(`${path} cannot be used: ${reason}`, { cause });
	let database;
	try {
		const open = database = openToCheck(path);
		return await retryWhileLocked(path, () => {
			const check = open.prepare("pragma integrity_check(1)").get()?.["integrity_check"];
			if (check !== "ok") throw fault(`it is damaged: ${String(check)}`);
			const names = open.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'").all().map(({ name }) => String(name));
			if (!names.includes("waymark_tables")) throw fault(`it has no table ${METADATA_TABLE}, so that no service made it`);
			const tables = names.filter((name) => name !== METADATA_TABLE);
			const counts = tables.map((name) => Number(open.prepare(`select count(*) as n from "${name}"`).get()?.["n"]));
			return {
				bytes,
				tables: tables.length,
				rows: counts.reduce((sum, n) => sum + n, 0)
			};
		});
	} catch (error) {
		throw isFailure(error) ? fault(messageOf(error), error) : error;
	} finally {
		database?.close();
	}
}
/** Writes the state of one moment to `to`, while others go on writing to `from`. */
async function backUp(from, to, force) {
	if (!existsSync(from)) throw new Error(`the file ${from} does not exist`);
	if (isSameFile(from, to)) throw new Error(`${to} is the file of the service`);
	if (!existsSync(dirname(to))) throw new Error(`the folder ${dirname(to)} does not exist`);
	const exists = () => /* @__PURE__ */ new Error(`${to} exists already\n  hint: write --force to replace it, or another name`);
	if (!force && existsSync(to)) throw exists();
	const open = () => new DatabaseSync(from, { timeout: 0 });
	return withCopy(from, to, open, (copy) => {
		if (force) return renameSync(copy, to);
		try {
			linkSync(copy, to);
		} catch {
			if (existsSync(to)) throw exists();
			renameSync(copy, to);
		}
	});
}
/**
* Puts a backup in the place of the file at `to`, which stays beside it. Throws while another process has that open.
*
* @returns the backup, and where the former file is, if there was one.
*/
async function restore(from, to) {
	if (isSameFile(from, to)) throw new Error(`${from} is the file of the service`);
	await verifyFile(from);
	createFolder(dirname(to));
	const former = join(dirname(to), `${basename(to)}.${(/* @__PURE__ */ new Date()).toISOString().replaceAll(/[:.]/g, "-")}`);
	const present = existsSync(to);
	const open = () => openToCheck(from);
	return {
		...await withCopy(from, to, open, async (copy) => {
			const unlock = present ? await lockAlone(to) : void 0;
			try {
				for (const suffix of LOGS) if (existsSync(to + suffix)) renameSync(to + suffix, former + suffix);
				if (present) keepAs(to, former);
				renameSync(copy, to);
			} finally {
				unlock?.();
			}
		}),
		former: present ? former : void 0
	};
}
/** Verifies a copy of `from` in the folder of `to` before it is put in its place, and leaves no copy behind. */
async function withCopy(from, to, open, place) {
	removeLeftovers(to);
	const copy = `${to}.${process.pid}.part`;
	rmSync(copy, { force: true });
	try {
		const source = open();
		try {
			await retryWhileLocked(from, () => source.prepare("vacuum into ?").run(copy));
		} finally {
			source.close();
		}
		chmodSync(copy, statSync(from).mode);
		const verified = await verifyFile(copy);
		flush(copy);
		await place(copy);
		flush(dirname(to));
		return verified;
	} finally {
		rmSync(copy, { force: true });
	}
}
/** Copies of processes that were killed. */
function removeLeftovers(to) {
	for (const name of readdirSync(dirname(to))) {
		if (!name.startsWith(`${basename(to)}.`)) continue;
		const [, pid] = /^\.(\d+)\.part(?:-journal)?$/.exec(name.slice(basename(to).length)) ?? [];
		if (pid !== void 0 && !isRunning(Number(pid))) rmSync(join(dirname(to), name), { force: true });
	}
}
function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error.code !== "ESRCH";
	}
}
/** Locks out all other processes, until the returned function is called. A damaged file cannot be in use. */
async function lockAlone(path) {
	const database = new DatabaseSync(path, { timeout: 0 });
	try {
		database.exec("pragma journal_mode = delete; begin exclusive");
		const mode = database.prepare("pragma journal_mode").get()?.["journal_mode"];
		if (mode !== "delete") throw new Error(`it stays in the mode ${String(mode)}`);
		return () => database.close();
	} catch (cause) {
		if (isDamage(cause)) return () => database.close();
		database.close();
		throw new Error(isBusy(cause) ? `${path} is in use by another process\n  hint: stop the service, restore, and start it again` : `${path} cannot be locked: ${messageOf(cause)}`, { cause });
	}
}
/** The file stays at its path, too, so that there is one at every moment. */
function keepAs(path, name) {
	try {
		linkSync(path, name);
	} catch {
		copyFileSync(path, name);
		flush(name);
	}
}
function flush(path) {
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
function isSameFile(one, other) {
	if (!existsSync(one) || !existsSync(other)) return one === other;
	return realpathSync(one) === realpathSync(other);
}
// plugins/store/backup-command.ts
/** `waymark store`: backs up, restores and verifies the file of the service. */
const LACKING = "It lacks what the plugins declare: waymark migrate creates that.";
const ACTIONS = {
	backup: runBackup,
	restore: runRestore,
	verify: runVerify
};
async function runStore(ctx) {
	const { action: name = "" } = ctx.args;
	const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : void 0;
	if (action === void 0) throw new Error(`the action ${show(name)} is unknown\n  hint: ${didYouMean(name, Object.keys(ACTIONS))}`);
	if (ctx.flags["force"] === true && action !== runBackup) throw new Error(`store ${name} has no flag --force\n  hint: only backup replaces a file`);
	await action(sqliteFile(ctx.options), ctx);
}
async function runBackup(file, ctx) {
	const to = namedFile(ctx);
	const copied = await backUp(file, to, ctx.flags["force"] === true);
	ctx.print(`${to}: ${sizeOf(copied)}, intact`);
}
async function runRestore(file, ctx) {
	const from = namedFile(ctx);
	await verifyFile(from);
	const steps = await stepsOf(from, ctx);
	const { former, ...copied } = await restore(from, file);
	ctx.print(`${file}: ${sizeOf(copied)}, restored from ${from}`);
	if (former !== void 0) ctx.note(`The data before it is in ${former}.`);
	if (steps > 0) ctx.note(LACKING);
}
async function runVerify(file, ctx) {
	const path = ctx.args["file"] === void 0 ? file : namedFile(ctx);
	ctx.print(`${path}: ${sizeOf(await verifyFile(path))}, intact`);
	if (await stepsOf(path, ctx) > 0) ctx.note(LACKING);
}
/** Returns the number of steps that a file lacks. Throws when the plugins cannot use it. */
async function stepsOf(file, { options, registry, signal }) {
	const models = tableModels(registry);
	const { steps, refusals } = await inspectDatabase({
		...options,
		url: void 0,
		file
	}, signal, (opened) => planMigration(opened, models));
	const [refusal] = refusals;
	if (refusal !== void 0) throw refusal;
	return steps.length;
}
function namedFile({ args: { action = "", file } }) {
	if (file === void 0) throw new Error(`store ${action} needs a file\n  hint: write waymark store ${action} <file of the backup>`);
	return resolve(file);
}
function sizeOf({ bytes, tables, rows }) {
	return [
		counted(bytes, "byte"),
		counted(tables, "table"),
		counted(rows, "row")
	].join(", ");
}
function counted(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
export { runStore };

//# sourceMappingURL=backup-command.js.map