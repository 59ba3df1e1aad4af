import { z } from "zod";

const Count = z.int().min(0);
const Milliseconds = z.number().min(0);

const Labelled = z
  .object({ labels: z.record(z.string(), z.string()), value: z.number() })
  .meta({ id: "LabelledValue" });

/** What the service measures about itself. Counts are those of this process since it started. */
export const Metrics = z.object({
  uptimeSeconds: z.number().min(0),
  requests: z
    .object({
      total: Count.describe("Answered requests of any method, refused ones included."),
      inFlight: Count.describe("Requests that wait for their answer, this one included."),
      byStatusClass: z
        .object({ "2xx": Count, "3xx": Count, "4xx": Count, "5xx": Count })
        .meta({ id: "RequestsByStatusClass" }),
    })
    .meta({ id: "RequestMetrics" }),
  latencyMs: z
    .object({ p50: Milliseconds, p95: Milliseconds, p99: Milliseconds })
    .meta({ id: "LatencyMetrics" })
    .describe("Percentiles of the latest answers' time to their first byte; 0 before the first."),
  process: z
    .object({
      rssBytes: Count.describe("Memory that the process occupies."),
      heapUsedBytes: Count,
      eventLoopDelayMs: Milliseconds.describe("Mean delay of timers, measured lately."),
    })
    .meta({ id: "ProcessMetrics" }),
  plugins: z
    .record(z.string(), z.record(z.string(), z.union([z.number(), z.array(Labelled)])))
    .optional()
    .describe("What plugins measure, by plugin and metric. Absent while none does."),
});
