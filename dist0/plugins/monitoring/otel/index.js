import { t as definePlugin } from "../../../chunks/plugin.js";
import { t as definePolicy } from "../../../chunks/policy.js";
import "../../../chunks/kernel.js";
import { _ as service, g as optional } from "../../../chunks/explain-issues.js";
import { C as strictObject, O as url, S as record, l as boolean, p as int, s as _enum, w as string, y as number } from "../../../chunks/zod2.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { a as Measurements, o as Tracer } from "../../../chunks/services2.js";
import { n as Ids, r as Runtime } from "../../../chunks/services.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { hostname } from "node:os";
// plugins/monitoring/otel/options.ts
const Interval = Duration.refine((time) => toMilliseconds(time) >= 100, "it is at least 100ms");
const Options = strictObject({
	url: url({ protocol: /^https?$/ }).default("http://localhost:4318").describe("Where a collector takes OTLP over HTTP. Its paths `v1/traces`, `v1/metrics` and `v1/logs` come after it."),
	headers: record(string().regex(/^[\w!#$%&'*+.^`|~-]+$/), string()).default({}).meta({ writeOnly: true }).describe("Headers for the collector, such as its credential."),
	sample: number().min(0).max(1).default(1).describe("Share of the traces that are recorded, of those that start here and those whose `sampled` flag is not trusted."),
	trust: _enum(["proxies", "everyone"]).default("proxies").describe("Whose `sampled` flag in `traceparent` decides: that of requests through `trustedProxies`, or everyone's, so that any client can have its requests recorded. Ids are continued either way."),
	traces: boolean().default(true).describe("Whether to send traces."),
	logs: boolean().default(true).describe("Whether to send the lines of the log."),
	metrics: boolean().default(true).describe("Whether to send metrics, where they are on."),
	metricsInterval: Interval.default("60s").describe("How often to send metrics."),
	queue: int().min(1).max(1e6).default(4096).describe("Maximum number of spans, and of log records, that wait. Further ones are lost, and counted."),
	interval: Interval.default("5s").describe("How often to send what waits."),
	timeout: Interval.default("10s").describe("How long the collector may take.")
});
// plugins/monitoring/otel/index.ts
/** Sends traces, metrics and logs to a collector, by OTLP over HTTP. */
const Telemetry = service("telemetry");
const NO_TRACER = { active: () => void 0 };
/** How long sending the rest may hold up a stop, in milliseconds. */
const FLUSH_MS = 2e3;
/** Waits for work, at most {@link FLUSH_MS}, and for nothing that fails. */
async function briefly(work) {
	const { promise, resolve } = Promise.withResolvers();
	const timer = setTimeout(resolve, FLUSH_MS);
	await Promise.race([work.catch(() => {}), promise]);
	clearTimeout(timer);
}
function countersOf(name, things, counts) {
	return {
		[`${name}_sent_total`]: {
			help: `${things} that the collector took.`,
			type: "counter",
			read: () => counts()?.sent ?? 0
		},
		[`${name}_lost_total`]: {
			help: `${things} that never reached the collector, by reason.`,
			type: "counter",
			read: () => Object.entries(counts()?.lost ?? {}).map(([reason, value]) => ({
				labels: { reason },
				value
			}))
		}
	};
}
var otel_default = definePlugin({
	id: "otel",
	summary: "Sends traces, metrics and logs to a collector of OpenTelemetry.",
	translations: { es: {
		"Sends traces, metrics and logs to a collector of OpenTelemetry.": "Envía trazas, métricas y registros a un recolector de OpenTelemetry.",
		"The span of the server, in the form of traceparent.": "El tramo (span) del servidor, con la forma de traceparent."
	} },
	options: Options,
	env: { url: "OTEL_EXPORTER_OTLP_ENDPOINT" },
	testOptions: false,
	needs: {
		ids: Ids,
		runtime: Runtime,
		measurements: optional(Measurements)
	},
	provides: {
		tracer: Tracer,
		telemetry: Telemetry
	},
	async setup({ ids, runtime, measurements }, { options, log, defer }) {
		const [{ Collector }, packages] = await Promise.all([import("./collector.js"), import("./packages.js")]);
		const { name, version } = runtime.registry.app;
		const environment = {
			collector: new Collector(options, log),
			options,
			resource: {
				"service.name": name,
				"service.version": version,
				"service.instance.id": runtime.instance.id,
				"host.name": hostname(),
				"process.pid": process.pid
			}
		};
		const senders = [];
		defer(() => briefly(Promise.all(senders.map((sender) => sender.close()))));
		if (options.metrics && measurements !== void 0) {
			const { Measuring } = await import("./measuring.js");
			const loaded = await packages.metricPackages();
			senders.push(new Measuring({
				...environment,
				measurements,
				packages: loaded
			}));
		}
		let tracing;
		if (options.traces) {
			const { Tracing: Recording } = await import("./tracing.js");
			const loaded = await packages.tracePackages();
			const revision = () => runtime.registry.revision;
			tracing = new Recording({
				...environment,
				ids,
				revision,
				packages: loaded
			});
			senders.push(tracing);
			if (measurements !== void 0) defer(measurements.addExemplars(tracing));
		}
		const tracer = tracing ?? NO_TRACER;
		let logging;
		if (options.logs) {
			const { Logging: Sending } = await import("./logging.js");
			logging = new Sending({
				...environment,
				tracer,
				packages: await packages.logPackages()
			});
			senders.push(logging);
		}
		return {
			tracer,
			telemetry: {
				tracing,
				logging
			}
		};
	},
	policies: [definePolicy({
		id: "otel",
		writes: { traceresponse: "The span of the server, in the form of traceparent." },
		compile: () => ({ fields: () => ({ traceresponse: (call) => call.trace?.headers["traceparent"] }) }),
		conformance: () => import("./conformance.js")
	})],
	alerts: { SpansLost: {
		expr: "sum by (job, instance) (increase(otel_spans_lost_total{$job}[10m])) > 0",
		for: "5m",
		severity: "ticket",
		summary: "{{ $labels.instance }} loses spans, {{ $value | humanize }} in ten minutes.",
		action: "Look at the collector, and at the reason among the labels of otel_spans_lost_total."
	} },
	metrics: ({ telemetry: { tracing, logging } }) => ({
		...countersOf("spans", "Spans", () => tracing?.counts),
		...countersOf("logs", "Log lines", () => logging?.counts)
	})
});
export { otel_default as default };

//# sourceMappingURL=index.js.map