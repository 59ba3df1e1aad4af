import { z } from "zod";

const Count = z.int().min(0);
const Milliseconds = z.number().min(0);

const Labelled = z
  .object({ labels: z.record(z.string(), z.string()), value: z.number() })
  .meta({ id: "LabelledValue" });

/** Measurements of the server. Counts start at zero with the process. */
export const Metrics = z.object({
  revision: z
    .string()
    .describe("Equal on all instances with the same plugins and config.")
    .meta({ examples: ["4f1c9a3be07d"] }),
  uptimeSeconds: z.number().min(0),
  requests: z
    .object({
      total: Count.describe("Answered requests of any method, including refused ones."),
      inFlight: Count.describe("Requests that are not answered yet, including this one."),
      byStatusClass: z
        .object({ "2xx": Count, "3xx": Count, "4xx": Count, "5xx": Count })
        .meta({ id: "RequestsByStatusClass" }),
    })
    .meta({ id: "RequestMetrics" }),
  latencyMs: z
    .object({ p50: Milliseconds, p95: Milliseconds, p99: Milliseconds })
    .meta({ id: "LatencyMetrics" })
    .describe(
      "Percentiles of the time to the first byte, of the latest answers; 0 before the first answer.",
    ),
  process: z
    .object({
      rssBytes: Count.describe("Resident memory of the process."),
      heapUsedBytes: Count,
      eventLoopDelayMs: Milliseconds.describe("Mean delay of timers in the latest seconds."),
    })
    .meta({ id: "ProcessMetrics" }),
  plugins: z
    .record(z.string(), z.record(z.string(), z.union([z.number(), z.array(Labelled)])))
    .optional()
    .describe("Metrics of plugins, by plugin and name; absent while there are none."),
});

/** Features that help to observe the server, in addition to the linked resources. */
export const Observability = z.object({
  traceContext: z.boolean().describe("Whether answers continue the trace of their request."),
  serverTiming: z.boolean().describe("Whether answers report their processing time."),
});

/** The answers that report their processing time (W3C Server Timing). */
export const TimingPolicyDiscovery = z.object({
  enabled: z.boolean(),
  headerName: z.string(),
  format: z.string(),
  endpoints: z.array(z.string()).describe("Paths whose answers have the header."),
});

/** The request, as it arrived. */
export const RequestInfo = z.object({
  method: z.string().meta({ examples: ["GET"] }),
  path: z
    .string()
    .describe("The path as received, without the query.")
    .meta({ examples: ["/api/request-info"] }),
});

/** An action that was recorded for accountability. */
export const AuditEvent = z
  .object({
    id: z.string().meta({ examples: ["001774083600000-web-1-0000000001"] }),
    timestamp: z.iso.datetime(),
    action: z.string().meta({ examples: ["api-keys.create"] }),
  })
  .meta({ id: "AuditEvent" });

/** The audit log. */
export const AuditEvents = z.object({ events: z.array(AuditEvent) });

/** A placeholder for billing: nothing is counted yet. */
export const Usage = z.object({
  period: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .describe("The month, in UTC.")
    .meta({ examples: ["2026-11"] }),
  requestsUsed: z.int().min(0),
  requestsLimit: z.int().min(0),
});
