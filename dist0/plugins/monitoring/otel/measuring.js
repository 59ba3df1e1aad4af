import "../../../chunks/kernel.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { n as timeOf } from "../../../chunks/recorded-span.js";
// plugins/monitoring/otel/measuring.ts
const UNITS = {
	seconds: "s",
	bytes: "By"
};
var Measuring = class {
	#provider;
	constructor({ packages, measurements, collector, resource, options }) {
		const { sdk, OTLPMetricExporter, resourceFromAttributes } = packages;
		const toMetric = metricWriter(packages);
		const all = resourceFromAttributes(resource);
		const collect = async () => {
			const span = {
				startTime: timeOf(measurements.since),
				endTime: timeOf(Date.now())
			};
			const scopeMetrics = [{
				scope: { name: "waymark" },
				metrics: measurements.families().map((family) => toMetric(family, span))
			}];
			return {
				resourceMetrics: {
					resource: all,
					scopeMetrics
				},
				errors: []
			};
		};
		const reader = new sdk.PeriodicExportingMetricReader({
			exporter: collector.watch(new OTLPMetricExporter(collector.settings("v1/metrics"))),
			exportIntervalMillis: toMilliseconds(options.metricsInterval),
			exportTimeoutMillis: Math.min(toMilliseconds(options.timeout), toMilliseconds(options.metricsInterval)),
			metricProducers: [{ collect }]
		});
		this.#provider = new sdk.MeterProvider({
			resource: all,
			readers: [reader]
		});
	}
	/** Sends the last values. */
	async close() {
		await this.#provider.shutdown();
	}
};
function metricWriter({ api, sdk }) {
	const { AggregationTemporality, DataPointType } = sdk;
	return (family, stretch) => {
		const { name, help, unit, type } = family;
		const about = {
			descriptor: {
				name: type === "counter" ? name.replace(/_total$/, "") : name,
				description: help,
				unit: unit === void 0 ? "" : UNITS[unit],
				valueType: api.ValueType.DOUBLE
			},
			aggregationTemporality: AggregationTemporality.CUMULATIVE
		};
		if (family.type === "histogram") {
			const dataPoints = family.samples.map((sample) => ({
				...stretch,
				attributes: sample.labels,
				value: histogramOf(family.bounds, sample)
			}));
			return {
				...about,
				dataPointType: DataPointType.HISTOGRAM,
				dataPoints
			};
		}
		const dataPoints = family.samples.map(({ labels, value }) => ({
			...stretch,
			attributes: labels,
			value
		}));
		return family.type === "counter" ? {
			...about,
			dataPointType: DataPointType.SUM,
			isMonotonic: true,
			dataPoints
		} : {
			...about,
			dataPointType: DataPointType.GAUGE,
			dataPoints
		};
	};
}
function histogramOf(bounds, { counts, sum, count }) {
	return {
		buckets: {
			boundaries: [...bounds],
			counts: [...counts]
		},
		sum,
		count
	};
}
export { Measuring };

//# sourceMappingURL=measuring.js.map