import "../../../chunks/kernel.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
// plugins/monitoring/otel/collector.ts
/** The collector: where it is, and its state in the log, each change once. */
const SUCCESS = 0;
var Collector = class {
	#options;
	#log;
	#isAway = false;
	constructor(options, log) {
		this.#options = options;
		this.#log = log;
	}
	/** Returns what an exporter has to know. @param path of the signal, such as `v1/traces`. */
	settings(path) {
		const { url, headers, timeout } = this.#options;
		return {
			url: `${url.replace(/\/$/, "")}/${path}`,
			headers,
			timeoutMillis: toMilliseconds(timeout)
		};
	}
	/** Returns the exporter, which reports from now on what became of its items. */
	watch(exporter) {
		const send = exporter.export.bind(exporter);
		exporter.export = (items, done) => send(items, (result) => {
			this.#note(result.code !== SUCCESS, result.error);
			done(result);
		});
		return exporter;
	}
	#note(isAway, error) {
		if (isAway === this.#isAway) return;
		this.#isAway = isAway;
		if (isAway) this.#log.warn("the collector takes no telemetry: it is lost until the collector does", { reason: error?.message });
		else this.#log.info("the collector takes telemetry again");
	}
};
export { Collector };

//# sourceMappingURL=collector.js.map