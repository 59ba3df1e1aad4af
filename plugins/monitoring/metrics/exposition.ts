/** Metrics as text for scrapers. */
import type { Runtime } from "waymark/services";
import type { Measure } from "./measures.ts";
import type { ProcessReading } from "./process.ts";
import { BUCKETS, type Recorder, type RouteSeries } from "./recorder.ts";

interface Snapshot {
  readonly recorder: Recorder;
  readonly process: ProcessReading;
  readonly measures: readonly Measure[];
  readonly reloads: Runtime["reloads"];
  readonly lostLogLines: number;
  /** Seconds since 1970-01-01T00:00Z. */
  readonly startedAt: number;
  readonly revision: string;
}

export type Format = "prometheus" | "openmetrics";

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly value: number;
  /** Appended to the family's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Prometheus text, whose versions 0.0.4 and 1.0.0 are the same for our names, or OpenMetrics 1.0. */
export function expose(snapshot: Snapshot, format: Format): string {
  const families = familiesOf(snapshot);
  return format === "prometheus"
    ? `${families.map(familyText).join("\n\n")}\n`
    : `${families.map((family) => familyText(asOpenMetrics(family))).join("\n")}\n# EOF\n`;
}

/** A counter is declared without the suffix that its samples have (OpenMetrics 1.0, "Counter"). */
function asOpenMetrics(family: Family): Family {
  if (family.type !== "counter") return family;
  const samples = family.samples.map((sample) => ({ ...sample, suffix: "_total" }));
  return { ...family, name: family.name.replace(/_total$/, ""), samples };
}

function familyText({ name, help, type, samples }: Family): string {
  return [
    `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = "", labels = {}, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
      return `${name}${suffix}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
    }),
  ].join("\n");
}

function escaped(label: string): string {
  return label.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function familiesOf({
  recorder,
  process,
  measures,
  reloads,
  lostLogLines,
  startedAt,
  revision,
}: Snapshot): readonly Family[] {
  const routes = [...recorder.routes];
  const gauge = (name: string, help: string, value: number): Family => ({
    name,
    help,
    type: "gauge",
    samples: [{ value }],
  });
  return [
    {
      name: "http_requests_total",
      help: "Answered requests by route and class of status.",
      type: "counter",
      samples: routes.flatMap(answersOf),
    },
    {
      name: "http_request_duration_seconds",
      help: "Time from the arrival of a request to the decision on its answer, by route.",
      type: "histogram",
      samples: routes.flatMap(durationsOf),
    },
    {
      name: "http_requests_abandoned_total",
      help: "Requests whose clients left before they were complete.",
      type: "counter",
      samples: [{ value: recorder.abandoned }],
    },
    gauge("http_requests_in_flight", "Requests that are not answered yet.", recorder.inFlight),
    {
      name: "registry_info",
      help: "Always 1; the label names what is served, equal on all instances with the same plugins and config.",
      type: "gauge",
      samples: [{ labels: { revision }, value: 1 }],
    },
    gauge("process_start_time_seconds", "When the process started, as Unix time.", startedAt),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", process.rssBytes),
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", process.heapUsedBytes),
    gauge(
      "nodejs_eventloop_lag_mean_seconds",
      "Mean delay of timers in the latest seconds.",
      process.eventLoopDelayMs / 1000,
    ),
    {
      name: "config_reloads_failed_total",
      help: "Changes of the config that were not applied.",
      type: "counter",
      samples: [{ value: reloads.failed }],
    },
    gauge(
      "config_last_reload_successful",
      "1 while the latest change of the config is applied, 0 after one that was not.",
      reloads.lastFailed ? 0 : 1,
    ),
    {
      name: "log_lines_lost_total",
      help: "Lines that standard output did not take: its reader left or was slow, or its disk was full.",
      type: "counter",
      samples: [{ value: lostLogLines }],
    },
    ...measures.map(familyOf),
  ];
}

function familyOf({ plugin, name, help, type, value }: Measure): Family {
  const samples = typeof value === "number" ? [{ value }] : value;
  return { name: `${plugin.replaceAll("-", "_")}_${name}`, help, type, samples };
}

function answersOf({ route, answers }: Readonly<RouteSeries>): readonly Sample[] {
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

/** Cumulates: a bucket of the format counts all answers up to its bound. */
function durationsOf({ route, buckets, sumSeconds }: Readonly<RouteSeries>): readonly Sample[] {
  let count = 0;
  const cumulated = buckets.map((answers, index): Sample => {
    count += answers;
    return { suffix: "_bucket", value: count, labels: { route, le: boundOf(index) } };
  });
  return [
    ...cumulated,
    { suffix: "_sum", value: sumSeconds, labels: { route } },
    { suffix: "_count", value: count, labels: { route } },
  ];
}
