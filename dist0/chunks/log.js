import { o as traceOf } from "./finding.js";
import { h as LEVELS } from "./view.js";
import { channel } from "node:diagnostics_channel";
import { write, writeSync } from "node:fs";
// kernel/support/process-log.ts
/** The lowest level of the lines on standard output, and the members that say in each of them which process writes. */
/** The level and the members of the lines of one process. */
var ProcessLog = class {
	/** Lines below this level are dropped. */
	level = "info";
	#about = {};
	#members = "";
	/** Members of each line: `service`, `instance`, `revision`. */
	get about() {
		return this.#about;
	}
	/** The same as JSON behind other members: `,"service":"atlas"`. */
	get members() {
		return this.#members;
	}
	/** Replaces the members. They are put into words once, not for each line. */
	describe(about) {
		const text = JSON.stringify(about);
		this.#about = JSON.parse(text);
		this.#members = text === "{}" ? "" : `,${text.slice(1, -1)}`;
	}
	/** @param lowest the level of one log. Default: that of the process. */
	shows(level, lowest = this.level) {
		return LEVELS.indexOf(level) >= LEVELS.indexOf(lowest);
	}
};
/** The one of this process. */
const processLog = new ProcessLog();
// kernel/support/standard-output.ts
/**
* Standard output for logs. Lines are written without blocking; a reader that left, a full disk or a slow reader loses
* lines, which are counted, and never ends the server.
*/
/** Bytes that may wait for a slow reader or a full disk. Further lines are lost to save memory. */
const MAX_WAITING_BYTES = 16777216;
/** Bytes of one write. */
const CHUNK_BYTES = 65536;
/** Milliseconds until a full pipe is tried again, and until a failing output is. */
const FULL_PAUSE_MS = 20;
const FAILED_PAUSE_MS = 1e3;
var LineOutput = class {
	/** Called once for each recovery. */
	onRecovery;
	#fd;
	/** The first one is being written while `#busy`. */
	#waiting = [];
	#waitingBytes = 0;
	#busy = false;
	#flushes = false;
	#lost = 0;
	#lostBefore = 0;
	#reason;
	#retry;
	#idle = Promise.withResolvers();
	constructor(fd) {
		this.#fd = fd;
	}
	/** Lines that did not reach the reader, since the start. */
	get lost() {
		return this.#lost;
	}
	/** Takes whole lines, each with its line feed. */
	write(lines) {
		const bytes = Buffer.from(lines);
		if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
			this.#lost += countLines(bytes);
			return;
		}
		if (!this.#flushes) process.once("exit", this.#flushAtExit);
		this.#flushes = true;
		this.#waiting.push(bytes);
		this.#waitingBytes += bytes.length;
		if (!this.#busy && this.#retry === void 0) this.#writeNext();
	}
	/** Resolves once all lines are written, at the next failure, or after `atMostMs`. */
	async drain(atMostMs) {
		if (this.#waiting.length === 0 || this.#reason !== void 0) return;
		const { promise, resolve } = this.#idle = Promise.withResolvers();
		const timer = setTimeout(resolve, atMostMs);
		await promise;
		clearTimeout(timer);
	}
	#writeNext() {
		if (this.#waiting.length === 0) return this.#recover();
		let [count, size] = [1, this.#waiting[0]?.length ?? 0];
		while (count < this.#waiting.length && size < CHUNK_BYTES) size += this.#waiting[count++]?.length ?? 0;
		const chunk = Buffer.concat(this.#waiting.splice(0, count));
		this.#waiting.unshift(chunk);
		this.#busy = true;
		write(this.#fd, chunk, (error, written) => {
			this.#busy = false;
			if (error !== null) return this.#fail(error);
			this.#waitingBytes -= written;
			if (written < chunk.length) this.#waiting[0] = chunk.subarray(written);
			else this.#waiting.shift();
			this.#writeNext();
		});
	}
	/** All lines are written. */
	#recover() {
		this.#idle.resolve();
		const [lost, reason] = [this.#lost - this.#lostBefore, this.#reason];
		this.#lostBefore = this.#lost;
		this.#reason = void 0;
		if (lost > 0 || reason !== void 0) this.onRecovery?.({
			lost,
			reason
		});
	}
	#fail(error) {
		const isFull = error.code === "EAGAIN";
		if (!isFull) {
			this.#reason = error.message;
			this.#idle.resolve();
		}
		if (error.code === "EPIPE") this.#dropAll();
		const tryAgain = () => {
			this.#retry = void 0;
			if (this.#waiting.length > 0) this.#writeNext();
		};
		this.#retry = setTimeout(tryAgain, isFull ? FULL_PAUSE_MS : FAILED_PAUSE_MS);
		if (!isFull) this.#retry.unref();
	}
	#dropAll() {
		for (const bytes of this.#waiting) this.#lost += countLines(bytes);
		this.#waiting = [];
		this.#waitingBytes = 0;
	}
	/** The last chance: the loop does not turn any more. */
	#flushAtExit = () => {
		try {
			for (const bytes of this.#busy ? this.#waiting.slice(1) : this.#waiting) writeSync(this.#fd, bytes);
		} catch {}
	};
};
function countLines(bytes) {
	let lines = 0;
	for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
	return lines;
}
/** The output that all logs of the process share. */
const standardOutput = new LineOutput(1);
// kernel/support/log.ts
/** The kernel's log: readable lines at a terminal, JSON lines anywhere else. */
const lines = channel("waymark.log");
/** Calls a listener with each line that any log of this process writes, until the returned function is called. */
function watchLog(listener) {
	const take = (line) => listener(line);
	lines.subscribe(take);
	return () => void lines.unsubscribe(take);
}
/** Loads consola only for terminals. */
async function createLog({ level: lowest, shared = processLog, toStderr = false, terminal = (toStderr ? process.stderr : process.stdout).isTTY === true, write } = {}) {
	const output = toStderr ? process.stderr : standardOutput;
	const sink = terminal ? await readable(toStderr) : jsonLines(shared, write ?? ((line) => void output.write(line)));
	const at = (level) => (message, fields = {}) => {
		if (!shared.shows(level, lowest)) return;
		sink(level, message, fields);
		if (lines.hasSubscribers) lines.publish({
			level,
			message,
			fields: plain(fields)
		});
	};
	const log = {
		debug: at("debug"),
		info: at("info"),
		warn: at("warn"),
		error: at("error")
	};
	if (write === void 0 && !toStderr) standardOutput.onRecovery = ({ lost, reason }) => log.warn("standard output works again", {
		lostLines: lost,
		reason
	});
	return log;
}
function jsonLines(shared, write) {
	return (level, message, fields) => {
		const own = {
			time: (/* @__PURE__ */ new Date()).toISOString(),
			level,
			message,
			...plain(fields)
		};
		write(`${JSON.stringify({
			...own,
			...shared.about,
			...own
		})}\n`);
	};
}
async function readable(toStderr) {
	const { createConsola } = await import("consola");
	const consola = createConsola({
		level: 5,
		formatOptions: { date: false },
		...toStderr ? { stdout: process.stderr } : {}
	});
	return (level, message, fields) => {
		const parts = Object.entries(plain(fields)).map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
		consola[level]([message, ...parts].join("  "));
	};
}
/** With stack traces as text, because JSON.stringify drops the contents of errors. */
function plain(fields) {
	return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value instanceof Error ? traceOf(value) : value]));
}
/** A log that drops all lines. */
const silentLog = {
	debug() {},
	info() {},
	warn() {},
	error() {}
};
export { processLog as a, standardOutput as i, silentLog as n, watchLog as r, createLog as t };

//# sourceMappingURL=log.js.map