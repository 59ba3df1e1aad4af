import { a as readIssues, n as valueAt, o as NOUNS } from "./explain-issues.js";
import { a as show } from "./finding.js";
import { channel, tracingChannel } from "node:diagnostics_channel";
// registry/contract/histogram.ts
/** Numbers counted by size. */
/** Series of one histogram, unless it says otherwise. Labels that come after them are counted together. */
const MAX_SERIES = 500;
/** The value of every label in the series that takes the rest. */
const REST = "other";
/** The counts of one set of labels. */
var HistogramSeries = class {
	labels;
	#bounds;
	#counts;
	sum = 0;
	constructor(bounds, labels) {
		this.labels = labels;
		this.#bounds = bounds;
		this.#counts = new Float64Array(bounds.length + 1);
	}
	/** Counts a finite number. Returns its bucket. */
	observe(value) {
		let bucket = 0;
		while (value > (this.#bounds[bucket] ?? Infinity)) bucket++;
		this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
		this.sum += value;
		return bucket;
	}
	/** By bucket, not cumulated; one more than there are bounds. */
	get counts() {
		return [...this.#counts];
	}
};
/**
* Counts numbers, such as durations in seconds, by size. Made in `setup`, so that it goes on counting when the server
* reloads, and named under `metrics`.
*/
var Histogram = class {
	/** Upper bounds of the buckets, which they include; a last bucket takes the rest. */
	bounds;
	#maxSeries;
	#series = /* @__PURE__ */ new Map();
	#plain;
	/** @param bounds in ascending order. Each is a series for scrapers, times the sets of labels. */
	constructor(bounds, { maxSeries = MAX_SERIES } = {}) {
		this.bounds = bounds;
		this.#maxSeries = maxSeries;
	}
	/** Counts a number. One that is not finite is ignored. */
	observe(value, labels) {
		if (!Number.isFinite(value)) return;
		(labels === void 0 ? this.#plain ??= this.series() : this.series(labels)).observe(value);
	}
	/** Returns the series of these labels, for those that count often. Labels have few values. */
	series(labels = {}) {
		const key = JSON.stringify(labels);
		const known = this.#series.get(key);
		if (known !== void 0) return known;
		const isFull = this.#series.size >= this.#maxSeries;
		const rest = Object.fromEntries(Object.keys(labels).map((name) => [name, REST]));
		if (isFull && key !== JSON.stringify(rest)) return this.series(rest);
		const series = new HistogramSeries(this.bounds, labels);
		this.#series.set(key, series);
		return series;
	}
	/** Those that were asked for. */
	get allSeries() {
		return [...this.#series.values()];
	}
};
// registry/contract/field-errors.ts
/** Errors in one answer at most. A body may have thousands of wrong values. */
const MAX_ERRORS = 50;
/**
* Returns an error for each place, 50 at most. Errors name what was received of parameters, but no values of headers and
* bodies: they may be secrets, and answers are logged and kept.
*
* @param at keys that lead to the input in the body.
*/
function fieldErrors(issues, input, part, at = []) {
	return readIssues(issues.slice(0, MAX_ERRORS)).slice(0, MAX_ERRORS).map((problem) => {
		const keys = [...at, ...problem.path].map(String);
		const detail = `${problem.message}${received(problem, valueAt(input, problem.path), part)}`;
		if (part === "body") return {
			detail,
			pointer: pointerOf(keys)
		};
		return {
			detail,
			[part === "header" ? "header" : "parameter"]: keys.join(".")
		};
	});
}
/** Returns the JSON Pointer (RFC 6901) of these members. */
function pointerOf(keys) {
	return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
function received({ kind }, value, part) {
	if (kind === "own" || kind === "unknown key") return "";
	if (value === void 0) return "; received nothing";
	if (part === "path" || part === "query") return `; received ${show(value)}`;
	return kind === "type" && part === "body" ? `; received ${nounOf(value)}` : "";
}
function nounOf(value) {
	if (value === null) return NOUNS.null;
	if (Array.isArray(value)) return NOUNS.array;
	const type = typeof value;
	return type === "number" || type === "string" || type === "boolean" || type === "object" ? NOUNS[type] : type;
}
// kernel/support/tracepoint.ts
/** All that there are, and where those that come later are announced. */
const points = /* @__PURE__ */ new Set();
const created = channel("waymark.tracepoint");
/** Where listeners learn that an operation starts and ends. */
var Tracepoint = class {
	#channel;
	constructor(name) {
		this.#channel = tracingChannel(`waymark.${name}`);
		points.add(this);
		created.publish(this);
	}
	/** Listens until the returned function is called. */
	watch(storage, { enter, leave }) {
		const { start, end, asyncEnd } = this.#channel;
		const finish = (message) => {
			const span = message;
			if (span.isPending === true) return;
			const store = storage.getStore();
			if (store !== void 0) leave(span, store);
		};
		start.bindStore(storage, enter);
		end.subscribe(finish);
		asyncEnd.subscribe(finish);
		return () => {
			start.unbindStore(storage);
			end.unsubscribe(finish);
			asyncEnd.unsubscribe(finish);
		};
	}
	/** Whether somebody listens. Ask before a span is put together. */
	get isWatched() {
		return this.#channel.start.hasSubscribers;
	}
	run(span, work) {
		return this.#channel.start.runStores(span, this.#run, this, span, work);
	}
	#run(span, work) {
		const { end } = this.#channel;
		let result;
		try {
			result = work(span);
		} catch (error) {
			this.#fail(span, error);
			end.publish(span);
			throw error;
		}
		if (result instanceof Promise) return this.#settle(span, result);
		end.publish(span);
		return result;
	}
	#settle(span, running) {
		const { end, asyncStart, asyncEnd } = this.#channel;
		span.isPending = true;
		end.publish(span);
		span.isPending = false;
		return running.then((value) => {
			asyncStart.publish(span);
			asyncEnd.publish(span);
			return value;
		}, (error) => {
			this.#fail(span, error);
			asyncStart.publish(span);
			asyncEnd.publish(span);
			throw error;
		});
	}
	#fail(span, error) {
		span.error = error;
		this.#channel.error.publish(span);
	}
};
/** Watches all tracepoints, those of modules that are loaded later too, until the returned function is called. */
function watchTracepoints(storage, watcher) {
	const stops = [...points].map((point) => point.watch(storage, watcher));
	const add = (point) => void stops.push(point.watch(storage, watcher));
	created.subscribe(add);
	return () => {
		created.unsubscribe(add);
		for (const stop of stops) stop();
	};
}
export { Histogram as a, pointerOf as i, watchTracepoints as n, fieldErrors as r, Tracepoint as t };

//# sourceMappingURL=tracepoint.js.map