/** Queries of the dashboard, each for the nodes that are chosen in it. */
import type { MetricInfo } from "waymark/services";
import { FAILURES } from "../../../shared/traffic.ts";

export interface Panel {
  readonly title: string;
  readonly description: string;
  /** Unit as Grafana names it. */
  readonly unit: string;
  readonly queries: readonly Query[];
}

interface Query {
  readonly expr: string;
  /** Default: Grafana's own choice, from the labels. */
  readonly legend?: string;
}

const NODES = 'job="$job", instance=~"$instance"';
const PERCENTILES = [0.5, 0.95, 0.99];

/**
 * The server itself.
 * @param traffic matches the routes that clients ask.
 */
export function serverPanels(traffic: string): readonly (readonly [string, readonly Panel[]])[] {
  const requests = `http_requests_total{${NODES}, ${traffic}}`;
  const failures = `http_requests_total{${NODES}, ${traffic}, ${FAILURES}}`;
  const durations = `http_request_duration_seconds_bucket{${NODES}, ${traffic}}`;
  const all = `sum(${rate(requests)})`;
  const gauge = (name: string, by = "instance") => `sum by (${by}) (${name}{${NODES}})`;
  return [
    [
      "Requests",
      [
        panel("Requests by route", "Answered requests of clients.", "reqps", [
          { expr: `sum by (route) (${rate(requests)})`, legend: "{{route}}" },
        ]),
        panel("Requests by status", "Answered requests of clients.", "reqps", [
          { expr: `sum by (code) (${rate(requests)})`, legend: "{{code}}" },
        ]),
        panel(
          "Share of errors",
          "Requests of clients that the service failed to answer.",
          "percentunit",
          [{ expr: `(sum(${rate(failures)}) or 0 * ${all}) / ${all}`, legend: "failed" }],
        ),
        panel(
          "Errors by route",
          "Requests of clients that the service failed to answer.",
          "reqps",
          [{ expr: `sum by (route, code) (${rate(failures)})`, legend: "{{route}} {{code}}" }],
        ),
        panel(
          "Latency",
          "Time to the decision on an answer, of all routes together.",
          "s",
          percentiles(durations),
        ),
        panel("Latency by route", "Time within which 99 of 100 answers were decided.", "s", [
          {
            expr: quantile(0.99, `sum by (route, le) (${rate(durations)})`),
            legend: "{{route}}",
          },
        ]),
      ],
    ],
    [
      "Saturation",
      [
        panel("Requests in flight", "Requests that are not answered yet.", "short", [
          { expr: gauge("http_requests_in_flight"), legend: "{{instance}}" },
          { expr: gauge("http_requests_in_flight_max"), legend: "most {{instance}}" },
        ]),
        panel("Delay of the event loop", "How late timers are.", "s", [
          { expr: gauge("nodejs_eventloop_lag_mean_seconds"), legend: "mean {{instance}}" },
          { expr: gauge("nodejs_eventloop_lag_p99_seconds"), legend: "p99 {{instance}}" },
        ]),
        panel("Processor time", "Share of one processor.", "percentunit", [
          {
            expr: `sum by (instance) (${rate(`process_cpu_seconds_total{${NODES}}`)})`,
            legend: "{{instance}}",
          },
        ]),
        panel("Memory", "Memory of the process, and of its JavaScript heap.", "bytes", [
          { expr: gauge("process_resident_memory_bytes"), legend: "resident {{instance}}" },
          { expr: gauge("nodejs_heap_size_used_bytes"), legend: "heap {{instance}}" },
        ]),
      ],
    ],
    [
      "Engines and others",
      [
        panel("Statements", "Time within which 99 of 100 were done.", "s", [
          {
            expr: quantile(
              0.99,
              `sum by (table, kind, le) (${rate(`store_statement_seconds_bucket{${NODES}}`)})`,
            ),
            legend: "{{kind}} {{table}}",
          },
        ]),
        panel("Transactions", "Time of transactions, with all attempts.", "s", [
          ...percentiles(`store_transaction_seconds_bucket{${NODES}}`),
        ]),
        panel("Requests to others", "Time within which 99 of 100 were answered.", "s", [
          {
            expr: quantile(
              0.99,
              `sum by (host, le) (${rate(`http_client_seconds_bucket{${NODES}}`)})`,
            ),
            legend: "{{host}}",
          },
        ]),
      ],
    ],
    [
      "Nodes",
      [
        panel("Nodes by revision", "Nodes that answer scrapes, by what they serve.", "short", [
          {
            expr: `count by (version, revision) (waymark_build_info{job="$job"})`,
            legend: "{{version}} {{revision}}",
          },
          { expr: `count(up{job="$job"} == 0)`, legend: "down" },
        ]),
        panel("State", "Alerts that fire.", "short", [
          { expr: `count by (alertname) (ALERTS{job="$job", alertstate="firing"})` },
        ]),
        panel("Config", "1 while the latest change of the config is applied.", "short", [
          { expr: gauge("config_last_reload_successful"), legend: "{{instance}}" },
        ]),
        panel("Time since the start", "Time since each process started.", "s", [
          { expr: `time() - process_start_time_seconds{${NODES}}`, legend: "{{instance}}" },
        ]),
      ],
    ],
  ];
}

/** Returns the panels of a plugin's family: a counter by second, a histogram by its percentiles. */
export function familyPanels({ plugin, name, type, help }: MetricInfo): readonly Panel[] {
  const family = `${plugin.replaceAll("-", "_")}_${name}`;
  const unit = /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1];
  const queries: readonly Query[] =
    type === "histogram"
      ? percentiles(`${family}_bucket{${NODES}}`)
      : [
          {
            expr: type === "counter" ? rate(`${family}{${NODES}}`) : timeOr(`${family}{${NODES}}`),
          },
        ];
  const [plain, perSecond] = UNITS[unit ?? ""] ?? ["short", "cps"];
  return [panel(family, help, type === "counter" ? perSecond : plain, queries)];
}

/** Units of Grafana by unit of a name: of its value, and of what is added each second. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  seconds: ["s", "percentunit"],
  bytes: ["bytes", "Bps"],
};

/** Shows a point in time as the time since. */
function timeOr(series: string): string {
  return series.includes("_timestamp_seconds{") ? `time() - ${series}` : series;
}

function panel(title: string, description: string, unit: string, queries: readonly Query[]): Panel {
  return { title, description, unit, queries };
}

/** Returns the rate per second, over as long as Grafana finds right for the time that is shown. */
function rate(series: string): string {
  return `rate(${series}[$__rate_interval])`;
}

function percentiles(buckets: string): readonly Query[] {
  return PERCENTILES.map((share) => ({
    expr: quantile(share, `sum by (le) (${rate(buckets)})`),
    legend: `p${share * 100}`,
  }));
}

function quantile(share: number, buckets: string): string {
  return `histogram_quantile(${share}, ${buckets})`;
}
