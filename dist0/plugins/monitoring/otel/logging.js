import "../../../chunks/kernel.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { r as watchLog } from "../../../chunks/log.js";
import { t as countingMeters } from "../../../chunks/lost.js";
// plugins/monitoring/otel/logging.ts
/** As the data model of OpenTelemetry's logs numbers them. */
const SEVERITIES = {
	debug: 5,
	info: 9,
	warn: 13,
	error: 17
};
/** Lines that are sent at once. */
const BATCH = 512;
var Logging = class {
	counts = {
		sent: 0,
		lost: {
			queue_full: 0,
			export_failed: 0
		}
	};
	#api;
	#tracer;
	#provider;
	#logger;
	#stop;
	constructor({ packages, collector, tracer, resource, options }) {
		const { api, sdk, OTLPLogExporter, resourceFromAttributes } = packages;
		this.#api = api;
		this.#tracer = tracer;
		const processor = new sdk.BatchLogRecordProcessor({
			exporter: collector.watch(new OTLPLogExporter(collector.settings("v1/logs"))),
			maxQueueSize: options.queue,
			maxExportBatchSize: Math.min(options.queue, BATCH),
			scheduledDelayMillis: toMilliseconds(options.interval),
			exportTimeoutMillis: toMilliseconds(options.timeout),
			selfObsMeterProvider: countingMeters(packages, this.counts)
		});
		this.#provider = new sdk.LoggerProvider({
			resource: resourceFromAttributes(resource),
			processors: [processor]
		});
		this.#logger = this.#provider.getLogger("waymark");
		this.#stop = watchLog((line) => this.#send(line));
	}
	/** Sends what waits. */
	async close() {
		this.#stop();
		await this.#provider.shutdown();
	}
	#send({ level, message, fields }) {
		const { traceId, spanId, ...others } = fields;
		const attributes = Object.fromEntries(Object.entries(others).flatMap(([name, value]) => value === void 0 ? [] : [[name, isPlain(value) ? value : JSON.stringify(value)]]));
		this.#logger.emit({
			severityNumber: SEVERITIES[level],
			severityText: level,
			body: message,
			attributes,
			context: this.#contextOf(traceId, spanId)
		});
	}
	/** Of the span that the line names, else of the one that it was written in. */
	#contextOf(traceId, spanId) {
		const { ROOT_CONTEXT, trace, TraceFlags } = this.#api;
		const active = this.#tracer.active();
		const ids = typeof traceId === "string" && typeof spanId === "string" ? {
			traceId,
			spanId
		} : active;
		if (ids === void 0) return ROOT_CONTEXT;
		const traceFlags = active?.isSampled === false ? TraceFlags.NONE : TraceFlags.SAMPLED;
		const span = {
			traceId: ids.traceId,
			spanId: ids.spanId,
			traceFlags
		};
		return trace.setSpanContext(ROOT_CONTEXT, span);
	}
};
function isPlain(value) {
	return [
		"string",
		"number",
		"boolean"
	].includes(typeof value);
}
export { Logging };

//# sourceMappingURL=logging.js.map