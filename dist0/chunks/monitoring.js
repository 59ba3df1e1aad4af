import { E as union, S as record, b as object, c as array, l as boolean, p as int, w as string, y as number } from "./zod2.js";
import { n as datetime } from "./zod3.js";
// schemas/monitoring.ts
const Count = int().min(0);
const Milliseconds = number().min(0);
const Labelled = object({
	labels: record(string(), string()),
	value: number()
}).meta({ id: "LabelledValue" });
/** Measurements of the server. Counts start at zero with the process. */
const Metrics = object({
	revision: string().describe("Of what is served: equal on all instances with the same plugins and config."),
	uptimeSeconds: number().min(0),
	requests: object({
		total: Count.describe("Answered requests of any method, including refused ones."),
		inFlight: Count.describe("Requests that are not answered yet, including this one."),
		byStatusClass: object({
			"2xx": Count,
			"3xx": Count,
			"4xx": Count,
			"5xx": Count
		}).meta({ id: "RequestsByStatusClass" })
	}).meta({ id: "RequestMetrics" }),
	latencyMs: object({
		p50: Milliseconds,
		p95: Milliseconds,
		p99: Milliseconds
	}).meta({ id: "LatencyMetrics" }).describe("Percentiles of the time to the first byte, of the latest answers; 0 before the first answer."),
	process: object({
		rssBytes: Count.describe("Resident memory of the process."),
		heapUsedBytes: Count,
		eventLoopDelayMs: Milliseconds.describe("Mean delay of timers in the latest seconds.")
	}).meta({ id: "ProcessMetrics" }),
	plugins: record(string(), record(string(), union([number(), array(Labelled)]))).optional().describe("Metrics of plugins, by plugin and name; absent while there are none.")
});
/** Features that help to observe the server, in addition to the linked resources. */
const Observability = object({
	traceContext: boolean().describe("Whether answers continue the trace of their request."),
	serverTiming: boolean().describe("Whether answers report their processing time.")
});
/** The answers that report their processing time (W3C Server Timing). */
const TimingPolicyDiscovery = object({
	enabled: boolean(),
	headerName: string(),
	format: string(),
	endpoints: array(string()).describe("Paths whose answers have the header.")
});
/** The request, as it arrived. */
const RequestInfo = object({
	method: string(),
	path: string().describe("The path as received, without the query.")
});
/** An action that was recorded for accountability. */
const AuditEvent = object({
	id: string(),
	timestamp: datetime(),
	action: string()
}).meta({ id: "AuditEvent" });
/** The audit log. */
const AuditEvents = object({ events: array(AuditEvent) });
/** A placeholder for billing: nothing is counted yet. */
const Usage = object({
	period: string().regex(/^\d{4}-(0[1-9]|1[0-2])$/).describe("The month, in UTC."),
	requestsUsed: int().min(0),
	requestsLimit: int().min(0)
});
export { RequestInfo as a, Observability as i, AuditEvents as n, TimingPolicyDiscovery as o, Metrics as r, Usage as s, AuditEvent as t };

//# sourceMappingURL=monitoring.js.map