import { d as CONFIG_FILES } from "./boot.js";
import { watch } from "node:fs";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { dirname, join, relative } from "node:path";
import { once } from "node:events";
import { execFile, fork } from "node:child_process";
// kernel/cli/dev/source-watch.ts
/** Notices edits of the files that a revision was made from. */
/** How long nothing must change, in milliseconds: editors write in several steps. */
const SETTLE_MS = 60;
/**
* Modules, and data that plugins read from beside their modules. Databases and logs must not count: the server writes
* them.
*/
const SOURCE = /\.([cm]?[jt]s|md|css|svg|json|ya?ml)$/;
const TEST = /\.(test|spec)\.\w+$/;
var SourceWatch = class {
	#onChange;
	#watchers = /* @__PURE__ */ new Map();
	#changed = /* @__PURE__ */ new Set();
	/** Files that count with any ending. */
	#named = /* @__PURE__ */ new Set();
	#settling;
	constructor(onChange) {
		this.#onChange = onChange;
		this.#add(process.cwd());
	}
	/** Watches the folders of these files, as well as those of earlier calls: a fix may lie in any of them. */
	follow(files) {
		this.#named = /* @__PURE__ */ new Set([...this.#named, ...files]);
		for (const file of files) this.#add(dirname(file));
	}
	close() {
		clearTimeout(this.#settling);
		for (const watcher of this.#watchers.values()) watcher.close();
	}
	#add(folder) {
		if (this.#watchers.has(folder)) return;
		try {
			const watcher = watch(folder, (_event, name) => this.#note(folder, name));
			watcher.on("error", () => {});
			this.#watchers.set(folder, watcher);
		} catch {}
	}
	#note(folder, name) {
		if (name === null) return;
		const file = join(folder, name);
		const isBeside = () => [...this.#named].some((named) => dirname(named) === folder);
		if (!(this.#named.has(file) || CONFIG_FILES.includes(name) || SOURCE.test(name) && !TEST.test(name) && isBeside())) return;
		this.#changed.add(file);
		clearTimeout(this.#settling);
		this.#settling = setTimeout(() => {
			const changed = [...this.#changed];
			this.#changed.clear();
			this.#onChange(changed);
		}, SETTLE_MS);
	}
};
// kernel/cli/dev/revisions.ts
/** The child processes that serve: starts the next one after an edit, and stops the one before it. */
/** Set for children: the base of their absolute URLs. */
const WORKER_VARIABLE = "DEV_WORKER_ORIGIN";
/** Time for a child to stop, in milliseconds; longer than a server drains. */
const STOP_MS = 15e3;
var Revisions = class {
	/** Why the last edit cannot be served; undefined when it is. */
	mistake;
	/** Where the last good revision listens; undefined while there is none. */
	port;
	/** Scheme and authority of absolute URLs. */
	origin = "";
	#env;
	#log;
	#watch;
	#children = /* @__PURE__ */ new Set();
	#latest;
	#serving;
	#closing = false;
	constructor(env, log) {
		this.#env = env;
		this.#log = log;
		this.#watch = new SourceWatch((changed) => void this.start(changed));
	}
	/** Starts a revision. Resolves when it serves, when it has a mistake, and when a later edit has replaced it. */
	async start(changed = []) {
		if (this.#closing) return;
		const began = performance.now();
		if (this.#latest !== this.#serving) this.#latest?.kill("SIGKILL");
		const child = fork(process.argv[1] ?? "", ["dev"], {
			env: {
				...this.#env,
				[WORKER_VARIABLE]: this.origin
			},
			stdio: [
				"ignore",
				1,
				2,
				"ipc"
			]
		});
		this.#latest = child;
		this.#children.add(child);
		child.once("exit", (code) => this.#onExit(child, code));
		const report = await firstReport(child);
		if (this.#latest !== child || this.#closing) return;
		this.#watch.follow(report.sources);
		const fields = {
			changed: changed.map((file) => relative(process.cwd(), file)),
			milliseconds: Math.round(performance.now() - began)
		};
		if (report.port === void 0) {
			const reason = report.mistake ?? "the revision ended before it was ready";
			this.mistake = [reason, ...await Promise.all(changed.map(syntaxError))].join("\n").trim();
			this.#log.error("the edit has a mistake; the last good revision serves", {
				...fields,
				reason: this.mistake
			});
			return;
		}
		const before = this.#serving;
		this.#serving = child;
		this.port = report.port;
		this.mistake = void 0;
		if (before !== void 0) stop(before);
		this.#log.info("serving", fields);
	}
	async close() {
		this.#closing = true;
		this.#watch.close();
		await Promise.all([...this.#children].map(stop));
	}
	#onExit(child, code) {
		this.#children.delete(child);
		if (this.#serving !== child || this.#closing) return;
		this.#serving = void 0;
		this.port = void 0;
		this.mistake ??= `the server ended with code ${code}; the terminal has its last lines`;
		this.#log.error(this.mistake);
	}
};
function firstReport(child) {
	return new Promise((resolve) => {
		child.once("message", (report) => resolve(report));
		child.once("exit", () => resolve({ sources: [] }));
	});
}
async function stop(child) {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, "exit");
	if (child.connected) child.disconnect();
	if (await Promise.race([ended, setTimeout$1(STOP_MS, void 0, { ref: false })]) === void 0) child.kill("SIGKILL");
}
/** The place of a syntax error, which Node leaves out when JavaScript fails to import; otherwise an empty text. */
function syntaxError(file) {
	if (!/\.m?js$/.test(file)) return Promise.resolve("");
	return new Promise((resolve) => {
		execFile(process.execPath, ["--check", file], (_error, _stdout, stderr) => resolve(stderr.split("\n\n")[0] ?? ""));
	});
}
export { WORKER_VARIABLE as n, Revisions as t };

//# sourceMappingURL=revisions.js.map