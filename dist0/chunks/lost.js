// plugins/monitoring/otel/lost.ts
/** Counters whose name ends like this say what became of each item. */
const PROCESSED = /^otel\.sdk\.processor\.\w+\.processed$/;
function countingMeters({ api }, counts) {
	const counter = { add(count, attributes) {
		const reason = attributes?.["error.type"];
		if (reason === void 0) counts.sent += count;
		else counts.lost[reason === "queue_full" ? reason : "export_failed"] += count;
	} };
	return { getMeter() {
		const meter = api.createNoopMeter();
		const unused = meter.createCounter.bind(meter);
		meter.createCounter = (name, options) => PROCESSED.test(name) ? counter : unused(name, options);
		return meter;
	} };
}
export { countingMeters as t };

//# sourceMappingURL=lost.js.map