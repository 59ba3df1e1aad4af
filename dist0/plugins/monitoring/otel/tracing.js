import "../../../chunks/kernel.js";
import { n as watchTracepoints } from "../../../chunks/tracepoint.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { t as parseTraceparent } from "../../../chunks/traceparent.js";
import { t as countingMeters } from "../../../chunks/lost.js";
import { t as RecordedSpan } from "../../../chunks/recorded-span.js";
import { AsyncLocalStorage } from "node:async_hooks";
// plugins/monitoring/otel/tracing.ts
/** Records what tracepoints publish as spans, and sends them. */
/** A flag of those that begin a trace: its id is random (W3C Trace Context Level 2, section 3.2.2.5). */
const RANDOM = 2;
/** Spans that are sent at once. */
const BATCH = 512;
const NEW_TRACE = `00-${"x".repeat(32)}-${"x".repeat(16)}-`;
const NEW = {
	unrecorded: `${NEW_TRACE}02`,
	recorded: `${NEW_TRACE}03`
};
/** A span that is not recorded, and stands for all within it. */
var Unrecorded = class {
	traceparent;
	isSampled = false;
	constructor(traceparent) {
		this.traceparent = traceparent;
	}
	get traceId() {
		return this.traceparent.slice(3, 35);
	}
	get spanId() {
		return this.traceparent.slice(36, 52);
	}
};
var Tracing = class {
	counts = {
		sent: 0,
		lost: {
			queue_full: 0,
			export_failed: 0
		}
	};
	#spans = new AsyncLocalStorage();
	#queue;
	#ids;
	#share;
	#trustsAll;
	#origin;
	#stop;
	constructor(environment) {
		const { ids, options } = environment;
		this.#ids = ids;
		this.#share = options.sample;
		this.#trustsAll = options.trust === "everyone";
		this.#origin = originOf(environment);
		this.#queue = createQueue(environment, this.counts);
		this.#stop = watchTracepoints(this.#spans, {
			enter: (span) => this.#enter(span),
			leave: (span, entered) => this.#leave(span, entered)
		});
	}
	active() {
		return this.#spans.getStore();
	}
	/** Sends what waits. */
	async close() {
		this.#stop();
		await this.#queue.shutdown();
	}
	#enter(span) {
		const header = span.incoming?.("traceparent");
		const remote = header === void 0 ? void 0 : parseTraceparent(header);
		const within = this.#spans.getStore();
		const entered = remote !== void 0 ? this.#continue(remote, this.#trustsAll || span.isForeign !== true) : within === void 0 ? this.#begin() : within.isSampled ? this.#nest(within) : within;
		span.outgoing?.set("traceparent", entered.traceparent);
		return entered;
	}
	#begin() {
		return this.#draw() ? new RecordedSpan(this.#ids.like(NEW.recorded), this.#origin()) : new Unrecorded(this.#ids.like(NEW.unrecorded));
	}
	/** Not by the id of the trace, although that would need no luck: a client may choose it. */
	#draw() {
		return Math.random() < this.#share;
	}
	#nest(parent) {
		const { traceparent } = parent;
		const own = traceparent.slice(0, 36) + this.#ids.hex(16) + traceparent.slice(52);
		return new RecordedSpan(own, parent.origin, parent);
	}
	/** Continues the trace of a client. @param isTrusted whether its word on recording counts. */
	#continue({ traceId, parentId: spanId, flags }, isTrusted) {
		const isSampled = isTrusted ? (Number(flags) & 1) !== 0 : this.#draw();
		const known = Number(flags) & RANDOM | Number(isSampled);
		const own = `00-${traceId}-${this.#ids.hex(16)}-0${known}`;
		if (!isSampled) return new Unrecorded(own);
		const parent = {
			traceId,
			spanId,
			traceFlags: Number(flags),
			isRemote: true
		};
		return new RecordedSpan(own, this.#origin(), parent);
	}
	#leave(span, entered) {
		if (!entered.isSampled) return;
		entered.end(span);
		this.#queue.onEnd(entered);
	}
};
/** Returns what the spans of now come from: of another revision they are another resource's. */
function originOf({ packages, resource, revision }) {
	const instrumentationScope = { name: "waymark" };
	let latest;
	return () => {
		const now = revision();
		if (latest?.revision !== now) {
			const attributes = {
				...resource,
				"waymark.revision": now
			};
			latest = {
				revision: now,
				origin: {
					resource: packages.resourceFromAttributes(attributes),
					instrumentationScope
				}
			};
		}
		return latest.origin;
	};
}
/** Bounded: further spans are lost while it is full. */
function createQueue({ packages, collector, options }, counts) {
	const { sdk, OTLPTraceExporter } = packages;
	const { queue, interval, timeout } = options;
	return new sdk.BatchSpanProcessor({
		exporter: collector.watch(new OTLPTraceExporter(collector.settings("v1/traces"))),
		maxQueueSize: queue,
		maxExportBatchSize: Math.min(queue, BATCH),
		scheduledDelayMillis: toMilliseconds(interval),
		exportTimeoutMillis: toMilliseconds(timeout),
		selfObsMeterProvider: countingMeters(packages, counts)
	});
}
export { Tracing };

//# sourceMappingURL=tracing.js.map