import { t as defineCommand } from "./citty.js";
import { n as refuse, t as BootError } from "./boot-errors.js";
import { a as processLog, i as standardOutput, t as createLog } from "./log.js";
import { d as run, l as printError, n as bootHere, o as listenFlags, r as configFlag, s as listenOverrides, t as UsageError } from "./command.js";
import { a as locateModule, f as findConfigFile, i as isWaymark, p as hashOf$1 } from "./boot.js";
import { r as messageOf } from "./finding.js";
import { n as uncaughtException, t as outliveOutput } from "./uncaught.js";
import { watch } from "node:fs";
import { inspect, isDeepStrictEqual } from "node:util";
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hash } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { dirname, extname, relative } from "node:path";
// kernel/boot/loaded-code.ts
/** Notices edits of code that is loaded: Node evaluates a module once, so a reload of the config cannot take them up. */
/** More files than the code of plugins has; a bound for a package of another kind. */
const MOST_FILES = 2e3;
/** Specifiers of static and dynamic imports by a relative path. One in a comment does no harm. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
var LoadedCode = class {
	/** Hash of each file's text when it was loaded; undefined where there was none. */
	#files = /* @__PURE__ */ new Map();
	/**
	* Notes the code that a config brings: the modules of its plugins and its preset, with all that they import by a
	* relative path. A file that is noted already keeps its hash. A config module may change, but not its imports.
	*/
	async note({ config, file, folder, installed }) {
		const names = [config.preset, ...installed.map(({ source }) => source)].filter((name) => name !== "preset" && !isWaymark(name));
		for (const name of new Set(names)) {
			const url = await locateModule(name, folder);
			if (url?.startsWith("file:") === true) await this.#follow(fileURLToPath(url));
		}
		if (file !== void 0 && /^\.m?[jt]s$/.test(extname(file))) for (const imported of importsOf(file, await textOf(file))) await this.#follow(imported);
	}
	/** The files whose text is another now, in alphabetical order. */
	async changed() {
		const changed = [];
		for (const [file, loaded] of this.#files) if (hashOf(await textOf(file)) !== loaded) changed.push(file);
		return changed.toSorted();
	}
	async #follow(first) {
		const waiting = [first];
		for (let file = waiting.pop(); file !== void 0; file = waiting.pop()) {
			if (this.#files.has(file) || this.#files.size >= MOST_FILES) continue;
			const text = await textOf(file);
			this.#files.set(file, hashOf(text));
			waiting.push(...importsOf(file, text));
		}
	}
};
async function textOf(file) {
	return readFile(file, "utf8").catch(() => void 0);
}
function hashOf(text) {
	return text === void 0 ? void 0 : hash("sha256", text, "hex");
}
function importsOf(file, text = "") {
	return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => /%2f|%5c/i.test(specifier) ? [] : fileURLToPath(new URL(specifier, pathToFileURL(file))));
}
// kernel/config/watch.ts
/** Notices that the text of the config file has changed. */
/** How long a text must stay the same to count, in milliseconds: editors write in several steps. */
const SETTLE_MS = 100;
/**
* Calls `changed` whenever the file's text differs from before. Watches the folder instead of the file, because most
* editors and deployments replace the file. Writes to other files in the folder do not delay the check. A file that is
* gone has not changed. Returns a function that ends this.
*
* @param file undefined: any config file that appears in the working directory.
* @param loaded hash of the text that was read.
* @param failed receives the reason when changes can no longer be noticed.
*/
function watchConfig(file, loaded, changed, failed) {
	let latest = loaded;
	/** The hash at the last look, when it was new. */
	let seen;
	let settling;
	const look = () => {
		settling = void 0;
		const present = file ?? findConfigFile(process.cwd(), {}).file;
		const content = present && hashOf$1(present);
		if (content === void 0 || content === latest) seen = void 0;
		else if (content === seen) {
			latest = content;
			changed();
		} else {
			seen = content;
			lookSoon();
		}
	};
	const lookSoon = () => {
		settling ??= setTimeout(look, SETTLE_MS);
	};
	try {
		const folder = file === void 0 ? process.cwd() : dirname(file);
		const watcher = watch(folder, { persistent: false }, lookSoon);
		lookSoon();
		watcher.on("error", (error) => failed(error.message));
		return () => {
			clearTimeout(settling);
			watcher.close();
		};
	} catch (error) {
		failed(messageOf(error));
		return () => {};
	}
}
/** Resolves when a file's text has stayed the same for a moment, after two seconds at the latest. */
async function settled(file) {
	let before = hashOf$1(file);
	for (let looks = 0; looks < 2e3 / SETTLE_MS; looks++) {
		await setTimeout$1(SETTLE_MS);
		const content = hashOf$1(file);
		if (content === before) return;
		before = content;
	}
}
// kernel/cli/reload.ts
/** Applies changes of the config while the server runs. */
/**
* Listens for SIGHUP for as long as the process lives, because the default would end it. A signal that comes before
* `listen` is delivered then; a signal after `close` is ignored.
*/
var SighupListener = class {
	#listener;
	#missed = false;
	#onSignal = () => {
		if (this.#listener === void 0) this.#missed = true;
		else this.#listener();
	};
	constructor() {
		process.on("SIGHUP", this.#onSignal);
	}
	listen(listener) {
		this.#listener = listener;
		if (this.#missed) listener();
	}
	close() {
		this.#listener = () => {};
	}
};
/** Keys that are read once. */
const AT_START = [
	"host",
	"port",
	"socket",
	"socketMode",
	"tls",
	"proxyProtocol",
	"admin",
	"preset"
];
/** Time for a file that is being written and that is empty, cut off or gone at the moment, in milliseconds. */
const REWRITE_MS = 300;
/**
* Reloads when the config file changes and at SIGHUP, one reload at a time. All requests during a reload cause one more,
* so the config that was written last counts. A config that cannot be used is logged, and the server keeps the previous
* one. Returns a function that ends this.
*/
function reloadOnChange(server, first, { boot, began: onBegin, applied, ended, sighup, log }) {
	const state = {
		requested: false,
		reloading: false,
		ended: false
	};
	const code = new LoadedCode();
	let noted = code.note(first);
	let served = first;
	const bootUsable = async () => {
		const next = await boot();
		refuse(mistakesOf(next, first, served));
		return next;
	};
	const bootWritten = async () => {
		const next = await bootUsable().catch(async (error) => {
			if (!(error instanceof BootError && error.code === "CONFIG_UNREADABLE")) throw error;
			await setTimeout$1(REWRITE_MS);
			return bootUsable();
		});
		for (const key of AT_START) {
			const [current, configured] = [first.config[key], next.config[key]];
			if (!isDeepStrictEqual(current, configured) && !state.ended) log.warn(`the new ${key} takes effect at the next start`, {
				current,
				configured
			});
		}
		return next;
	};
	const reload = async () => {
		const began = performance.now();
		onBegin?.();
		try {
			if (first.file !== void 0) await settled(first.file);
			let next = served;
			const { carriedOver, ...reloaded } = await server.reload(async () => next = await bootWritten());
			served = next;
			applied?.(next);
			secrets.watch(next.secretFiles);
			const needsRestart = await changedCode();
			const milliseconds = Math.round(performance.now() - began);
			log.info("reloaded", {
				...reloaded,
				carriedOver: carriedOver.length,
				...needsRestart.length === 0 ? {} : { needsRestart },
				milliseconds
			});
			ended?.();
		} catch (error) {
			if (state.ended) return;
			ended?.(error);
			log.error("the config cannot be used; the server keeps the previous one", { reason: error instanceof BootError ? error.message : inspect(error) });
		}
	};
	const changedCode = async () => {
		await noted;
		noted = code.note(served);
		const files = (await code.changed()).map((file) => relative(first.folder, file));
		if (files.length > 0) log.warn("code that changed is not reloaded; restart the server to run it", { files });
		return files;
	};
	const requestReload = async () => {
		state.requested = true;
		if (state.reloading) return;
		state.reloading = true;
		while (state.requested && !state.ended) {
			state.requested = false;
			await reload();
		}
		state.reloading = false;
	};
	const begin = () => void requestReload();
	const failed = (file) => (reason) => log.warn("the config file cannot be watched; send SIGHUP to reload", {
		file,
		reason
	});
	sighup.listen(begin);
	const endWatch = watchConfig(first.file, first.content, begin, failed(first.file));
	const secrets = watchSecrets(begin, failed);
	secrets.watch(first.secretFiles);
	return () => {
		state.ended = true;
		sighup.close();
		endWatch();
		secrets.watch(/* @__PURE__ */ new Map());
	};
}
/** Watches the files of secrets that count; those of another config may be others. */
function watchSecrets(changed, failed) {
	const watches = /* @__PURE__ */ new Map();
	return { watch(files) {
		for (const [file, end] of watches) if (!files.has(file)) {
			end();
			watches.delete(file);
		}
		for (const [file, content] of files) if (!watches.has(file)) watches.set(file, watchConfig(file, content, changed, failed(file)));
	} };
}
/** Why a config that can be read is not what an operator means. */
function mistakesOf(next, first, served) {
	const finding = (message, hint) => [{
		code: "CONFIG_UNREADABLE",
		where: first.file ?? "config file",
		message,
		hint
	}];
	if (first.file !== void 0 && next.file === void 0) return finding("the config file is gone", "write it again; a restart would use all defaults");
	if (next.isEmpty && !served.isEmpty) return finding("the config file is empty", "write {} to use all defaults");
	return [];
}
// kernel/cli/start.ts
const start = defineCommand({
	meta: {
		name: "start",
		description: "Start the server"
	},
	args: {
		...configFlag,
		...listenFlags
	},
	run: (context) => run(context, () => serve(context.args), logError)
});
/** Milliseconds for a slow reader of the last lines, and of the last messages to systemd. */
const LAST_LINES_MS = 1e3;
const LAST_MESSAGES_MS = 5e3;
async function serve({ config, host, port }) {
	const sighup = new SighupListener();
	const overrides = listenOverrides({
		host,
		port
	});
	const booted = await bootHere(config, {
		overrides,
		validateLater: true
	});
	let instance = booted.config.instance;
	const applied = ({ config: { log: next }, registry: { app, revision } }) => {
		processLog.level = next.level;
		processLog.describe({
			service: app.name,
			instance,
			revision
		});
	};
	applied(booted);
	const log = await createLog();
	outliveOutput();
	const uncaught = uncaughtException(log, booted.installed);
	const { startServer } = await import("../kernel/server.js");
	for (const { message, fields } of booted.notices) log.warn(message, fields);
	const stopped = Promise.race([stopSignal(), uncaught]);
	const server = await Promise.race([startServer(booted, { log }), uncaught.then(() => end(1))]);
	instance = server.instance.name;
	applied(booted);
	const { registry, installed } = booted;
	const on = installed.filter(({ enabled }) => enabled).length;
	log.info(`listening on ${server.url}`, {
		plugins: on,
		off: installed.length - on,
		routes: registry.routes.length,
		revision: registry.revision,
		...booted.config.socket === void 0 ? {} : { socket: booted.config.socket },
		...server.adminUrl === void 0 ? {} : { admin: booted.config.admin?.socket ?? server.adminUrl }
	});
	const timings = Object.entries(server.timings).map(([phase, ms]) => [phase, Number(ms.toFixed(1))]);
	log.info(`ready after ${Math.round(performance.now())} ms`, Object.fromEntries(timings));
	const systemd = await notified(log);
	const ready = (error) => systemd?.ready(`listening on ${server.url}, revision ${server.registry.revision}${error === void 0 ? "" : "; the new config cannot be used"}`);
	ready();
	systemd?.startWatchdog();
	const boot = () => bootHere(config, { overrides });
	const endReloads = reloadOnChange(server, booted, {
		boot,
		began: () => systemd?.reloading(),
		applied,
		ended: ready,
		sighup,
		log
	});
	const signal = await stopped;
	log.info("stopping", { signal });
	systemd?.stopping();
	endReloads();
	await server.close({ announced: signal === "SIGTERM" });
	await systemd?.drain(LAST_MESSAGES_MS);
	log.info("stopped");
	return end(signal === void 0 ? 1 : 0);
}
/** Returns the messenger to systemd where the process is a service of it with `Type=notify`. */
async function notified(log) {
	if (!process.env["NOTIFY_SOCKET"]) return void 0;
	const { Systemd } = await import("../kernel/cli/systemd.js");
	return new Systemd(log);
}
/** Ends the process once the last lines are written: handles that a plugin left open must not keep it. */
async function end(code) {
	await standardOutput.drain(LAST_LINES_MS);
	process.exit(code);
}
/** Logs why the server did not start where the log is for machines, in one line; people read the text. */
async function logError(error) {
	if (process.stdout.isTTY) return printError(error);
	const log = await createLog();
	if (error instanceof UsageError) log.error(error.message);
	else log.error("the server did not start", error instanceof BootError ? { findings: error.findings } : { error });
	if (process.stderr.isTTY) printError(error);
}
/** Waits for SIGTERM or SIGINT. From then on a second signal ends the process at once. */
function stopSignal() {
	return new Promise((resolve) => {
		let first = true;
		const onSignal = (signal) => {
			if (!first) process.exit(1);
			first = false;
			resolve(signal);
		};
		process.on("SIGTERM", onSignal);
		process.on("SIGINT", onSignal);
	});
}
export { start as n, stopSignal as r, end as t };

//# sourceMappingURL=start2.js.map