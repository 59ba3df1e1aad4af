import { z } from "zod";

const Count = z.int().min(0);
const Milliseconds = z.number().min(0);

const Labelled = z
  .object({ labels: z.record(z.string(), z.string()), value: z.number() })
  .meta({ id: "LabelledValue" });

/** Measurements of the server. Counts start at zero with the process. */
export const Metrics = z.object({
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
