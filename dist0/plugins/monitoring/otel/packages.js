import "../../../chunks/kernel.js";
import { r as messageOf } from "../../../chunks/finding.js";
// plugins/monitoring/otel/packages.ts
/** The packages of OpenTelemetry, which are installed by those who use the plugin. */
const NAMES = [
	"api",
	"exporter-logs-otlp-proto",
	"exporter-metrics-otlp-proto",
	"exporter-trace-otlp-proto",
	"resources",
	"sdk-logs",
	"sdk-metrics",
	"sdk-trace"
];
/** Throws with the command that installs all of them. */
async function loaded(load) {
	try {
		return await load();
	} catch (cause) {
		const names = NAMES.map((name) => `@opentelemetry/${name}`).join(" ");
		throw new Error(`the packages of OpenTelemetry cannot be loaded: ${messageOf(cause)}\n  hint: npm install ${names}`, { cause });
	}
}
/** Imports those of traces. */
const tracePackages = () => loaded(async () => {
	const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
		import("@opentelemetry/api"),
		import("@opentelemetry/exporter-trace-otlp-proto"),
		import("@opentelemetry/resources"),
		import("@opentelemetry/sdk-trace")
	]);
	return {
		api,
		sdk,
		OTLPTraceExporter,
		resourceFromAttributes
	};
});
/** Imports those of metrics. */
const metricPackages = () => loaded(async () => {
	const [api, { OTLPMetricExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
		import("@opentelemetry/api"),
		import("@opentelemetry/exporter-metrics-otlp-proto"),
		import("@opentelemetry/resources"),
		import("@opentelemetry/sdk-metrics")
	]);
	return {
		api,
		sdk,
		OTLPMetricExporter,
		resourceFromAttributes
	};
});
/** Imports those of logs. */
const logPackages = () => loaded(async () => {
	const [api, { OTLPLogExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
		import("@opentelemetry/api"),
		import("@opentelemetry/exporter-logs-otlp-proto"),
		import("@opentelemetry/resources"),
		import("@opentelemetry/sdk-logs")
	]);
	return {
		api,
		sdk,
		OTLPLogExporter,
		resourceFromAttributes
	};
});
export { logPackages, metricPackages, tracePackages };

//# sourceMappingURL=packages.js.map