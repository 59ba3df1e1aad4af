import { toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";

const Interval = Duration.refine((time) => toMilliseconds(time) >= 100, "it is at least 100ms");

export const Options = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .default("http://localhost:4318")
    .describe(
      "Where a collector takes OTLP over HTTP. Its paths `v1/traces`, `v1/metrics` and `v1/logs` come after it.",
    ),
  headers: z
    .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/), z.string())
    .default({})
    .meta({ writeOnly: true })
    .describe("Headers for the collector, such as its credential."),
  sample: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      "Share of traces to record, among traces that start here or whose `sampled` flag is not trusted.",
    ),
  trust: z
    .enum(["proxies", "everyone"])
    .default("proxies")
    .describe(
      "Whose `sampled` flag in `traceparent` decides: that of requests through `trustedProxies`, or everyone's, so that any client can have its requests recorded. Ids are continued either way.",
    ),
  traces: z.boolean().default(true).describe("Whether to send traces."),
  logs: z
    .boolean()
    .default(true)
    .describe(
      "Whether to send the lines of the log. Lines of requests are spans, and stay on standard output.",
    ),
  metrics: z.boolean().default(true).describe("Whether to send metrics, where they are on."),
  metricsInterval: Interval.default("60s").describe("How often to send metrics."),
  queue: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(4096)
    .describe(
      "Maximum number of spans, and of log records, that wait. Further ones are lost, and counted.",
    ),
  timeout: Interval.default("10s").describe("How long the collector may take."),
});
export type Options = z.output<typeof Options>;
