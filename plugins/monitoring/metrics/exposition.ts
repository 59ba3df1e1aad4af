/** Metrics as text for scrapers, written by prom-client, which is loaded with the first scrape. */
import type { Counter, RegistryContentType } from "prom-client";
import type { Measure } from "./measures.ts";
import type { ProcessReading } from "./process.ts";
import { BUCKETS, type Recorder, type RouteSeries } from "./recorder.ts";

/** Everything there is to expose. */
export interface Snapshot {
  readonly recorder: Recorder;
  readonly process: ProcessReading;
  readonly measures: readonly Measure[];
  /** Seconds since 1970-01-01T00:00Z. */
  readonly startedAt: number;
}

export type Format = "prometheus" | "openmetrics";

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly values: readonly Value[];
}

/** A sample; `metricName` where it is another than the family's. */
interface Value {
  readonly value: number;
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Prometheus text, whose versions 0.0.4 and 1.0.0 write names like ours alike, or OpenMetrics 1.0. */
export async function expose(snapshot: Snapshot, format: Format): Promise<string> {
  const { Registry } = await import("prom-client");
  const registry = new Registry<RegistryContentType>();
  if (format === "openmetrics") registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const family of familiesOf(snapshot)) {
    // All that prom-client asks of a metric is what its own classes keep: name, help, type and values.
    const metric = {
      ...family,
      get() {
        return this;
      },
    };
    registry.registerMetric(metric as unknown as Counter);
  }
  return registry.metrics();
}

function familiesOf({ recorder, process, measures, startedAt }: Snapshot): readonly Family[] {
  const routes = [...recorder.routes];
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    help,
    type: "gauge",
    values: [{ value, labels: {} }],
  });
  return [
    {
      name: "http_requests_total",
      help: "Answered requests by route and class of status.",
      type: "counter",
      values: routes.flatMap(answersOf),
    },
    {
      name: "http_request_duration_seconds",
      help: "Time from taking up a request to deciding its answer, by route.",
      type: "histogram",
      values: routes.flatMap((series) => durationsOf("http_request_duration_seconds", series)),
    },
    gauge("http_requests_in_flight", "Requests that wait for their answer.", recorder.inFlight),
    gauge("process_start_time_seconds", "When the process started, as Unix time.", startedAt),
    gauge("process_resident_memory_bytes", "Memory that the process occupies.", process.rssBytes),
    gauge(
      "nodejs_heap_size_used_bytes",
      "Memory that JavaScript's objects occupy.",
      process.heapUsedBytes,
    ),
    gauge(
      "nodejs_eventloop_lag_mean_seconds",
      "Mean delay of timers, measured lately.",
      process.eventLoopDelayMs / 1000,
    ),
    ...measures.map(familyOf),
  ];
}

function familyOf({ plugin, name, help, type, value }: Measure): Family {
  const values = typeof value === "number" ? [{ labels: {}, value }] : value;
  return { name: `${plugin.replaceAll("-", "_")}_${name}`, help, type, values };
}

function answersOf({ route, answers }: RouteSeries): readonly Value[] {
  return answers.flatMap((value, statusClass) =>
    value === 0 ? [] : [{ value, labels: { route, status: `${statusClass}xx` } }],
  );
}

/** Floats keep their point in OpenMetrics, and a series has one name in all formats (OpenMetrics 1.0, "Canonical Numbers"). */
function boundOf(bucket: number): string {
  const bound = BUCKETS[bucket];
  if (bound === undefined) return "+Inf";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

/** Buckets of a histogram hold what is at most their bound, so each counts those before it too. */
function durationsOf(name: string, { route, buckets, sumSeconds }: RouteSeries): readonly Value[] {
  let count = 0;
  const cumulated = buckets.map((answers, index): Value => {
    count += answers;
    return {
      metricName: `${name}_bucket`,
      value: count,
      labels: { route, le: boundOf(index) },
    };
  });
  return [
    ...cumulated,
    { metricName: `${name}_sum`, value: sumSeconds, labels: { route } },
    { metricName: `${name}_count`, value: count, labels: { route } },
  ];
}
