import "./kernel.js";
import { l as isRecipient } from "./view.js";
// plugins/shared/event-ring.ts
/** The latest events, which each subscriber reads at its own pace: the part that all event buses share. */
/** How long a subscriber waits for the event that it has seen elsewhere, in milliseconds. */
const ARRIVAL_MS = 2e3;
var EventRing = class {
	#capacity;
	#viewOf;
	#ring = [];
	#waiting = /* @__PURE__ */ new Set();
	#sources = /* @__PURE__ */ new Set();
	#end = new AbortController();
	#latest = 0;
	#subscribers = 0;
	constructor(capacity, viewOf) {
		this.#capacity = capacity;
		this.#viewOf = viewOf;
	}
	/** Number of the latest event; the first has number 1. */
	get latest() {
		return this.#latest;
	}
	/** Number of the oldest event that is kept, or the one to come. */
	get oldest() {
		return Math.max(1, this.#latest - this.#capacity + 1);
	}
	/** The event with this number; undefined for one that is not kept. */
	at(number) {
		return number < this.oldest || number > this.#latest ? void 0 : this.#ring[(number - 1) % this.#capacity];
	}
	add(entry) {
		this.#ring[this.#latest % this.#capacity] = entry;
		this.#latest++;
	}
	/** Has subscribers read the events that were added. */
	wake() {
		for (const wake of this.#waiting) wake();
	}
	/** Forgets all events. Subscribers look for their marks among the events to come. */
	clear() {
		this.#ring.length = 0;
		this.#latest += this.#capacity + 1;
	}
	subscribe(subscription) {
		const { after } = subscription;
		const view = this.#viewOf(subscription);
		const start = {
			at: this.#latest,
			mark: view.now()
		};
		const from = after === void 0 ? start : placeOf(view.markOf(after), view);
		return this.#read(view, from, start, subscription);
	}
	source(start) {
		const source = { start };
		this.#sources.add(source);
		if (this.#subscribers > 0) source.stop = start();
		return () => {
			this.#sources.delete(source);
			stopSource(source);
		};
	}
	close() {
		this.#end.abort();
		for (const source of this.#sources) stopSource(source);
		this.#sources.clear();
		this.wake();
	}
	/** `known` is undefined when it is unknown which events the subscriber has seen. */
	async *#read(view, known, start, { after, signal, idleMs }) {
		this.#subscribers++;
		if (this.#subscribers === 1) for (const source of this.#sources) source.stop = source.start();
		try {
			const from = known ?? await this.#arrival(view, after, signal);
			let { at, mark } = from ?? start;
			let sentIdle = false;
			if (from === void 0) yield {
				kind: "missed",
				id: view.idOf(mark)
			};
			let quietSince = performance.now();
			while (!signal.aborted && !this.#end.signal.aborted) {
				if (at < this.oldest - 1) {
					const place = placeOf(mark, view);
					({at, mark} = place ?? {
						at: this.#latest,
						mark: view.now()
					});
					if (place !== void 0) continue;
					yield {
						kind: "missed",
						id: view.idOf(mark)
					};
				} else if (at < this.#latest) {
					at++;
					const entry = this.at(at);
					if (entry === void 0 || !view.shows(entry)) continue;
					mark = view.after(mark, entry);
					const { event, data } = entry;
					yield {
						kind: "event",
						id: view.idOf(mark),
						event,
						data
					};
				} else {
					const left = idleMs - (performance.now() - quietSince);
					if (sentIdle && await this.#wokenWithin(left, signal)) continue;
					sentIdle = true;
					yield {
						kind: "idle",
						id: view.idOf(mark)
					};
				}
				quietSince = performance.now();
			}
		} finally {
			this.#subscribers--;
			if (this.#subscribers === 0) for (const source of this.#sources) stopSource(source);
		}
	}
	/** Resolves to the place after an event that is yet to come; undefined when it does not. */
	async #arrival(view, id, signal) {
		const until = performance.now() + ARRIVAL_MS;
		if (id === void 0) return void 0;
		while (view.isToCome?.(id) === true && !this.#end.signal.aborted) {
			const left = until - performance.now();
			if (signal.aborted || left <= 0 || !await this.#wokenWithin(left, signal)) return void 0;
			const place = placeOf(view.markOf(id), view);
			if (place !== void 0) return place;
		}
	}
	/** Resolves to true after an event or at the end of the subscription or the bus; to false after `ms` without any. */
	#wokenWithin(ms, signal) {
		return new Promise((resolve) => {
			const settle = (woken) => {
				clearTimeout(timer);
				this.#waiting.delete(wake);
				signal.removeEventListener("abort", wake);
				resolve(woken);
			};
			const wake = () => settle(true);
			const timer = setTimeout(settle, ms, false);
			this.#waiting.add(wake);
			signal.addEventListener("abort", wake, { once: true });
		});
	}
};
function placeOf(mark, view) {
	const at = mark === void 0 ? void 0 : view.find(mark);
	return at === void 0 || mark === void 0 ? void 0 : {
		at,
		mark
	};
}
function stopSource(source) {
	source.stop?.();
	source.stop = void 0;
}
function isShown({ event, recipients }, hidden, caller) {
	return !hidden.has(event) && (recipients === void 0 || isRecipient(caller, recipients));
}
export { isShown as n, EventRing as t };

//# sourceMappingURL=event-ring.js.map