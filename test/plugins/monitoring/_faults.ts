/** An hour of a service as series for `promtool test rules`: what it showed to scrapers, again and again, and faults. */

export interface Scraped {
  readonly name: string;
  /** As in the exposition. */
  readonly labels: string;
  /** In promtool's notation, by the minute. */
  readonly values: string;
}

const MINUTES = 60;
const SERVICE = 'job="waymark",instance="one"';

/** By the minute, and each once more at the end: `1x60` is 61 values. */
const constant = (value: number) => `${value}x${MINUTES}`;
const growing = (each: number, start = 0) => `${start}+${each}x${MINUTES}`;

/** Values that depend on the machine, in a calm hour; other gauges stay as they were, and counters grow by 60 each minute. */
const CALM: Readonly<Record<string, string>> = {
  nodejs_eventloop_lag_mean_seconds: constant(0.001),
  process_start_time_seconds: constant(1),
};

/** The latest answers took less than this, in seconds. */
const CALM_LATENCY = 0.05;

/** Series of plugins that need other servers. */
const ELSEWHERE: readonly Scraped[] = [
  { name: "up", labels: SERVICE, values: constant(1) },
  { name: "redis_limiter_mode", labels: `${SERVICE},mode="cluster"`, values: constant(1) },
  { name: "otel_spans_lost_total", labels: `${SERVICE},reason="queue_full"`, values: constant(0) },
  // Evaluated from the time 0 on.
  { name: "store_version_verified_timestamp_seconds", labels: SERVICE, values: growing(60) },
  // Probes that fail while the service starts or stops.
  {
    name: "http_requests_total",
    labels: `${SERVICE},route="ready.getReady",method="GET",status="5xx",code="503"`,
    values: growing(600),
  },
  {
    name: "http_requests_total",
    labels: `${SERVICE},route="offices.listOffices",method="GET",status="5xx",code="500"`,
    values: constant(0),
  },
];

/** The series of a scrape, as those of a calm hour. */
export function inputSeries(text: string): readonly Scraped[] {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name, type]) => [name, type]),
  );
  const own = text.split("\n").flatMap((line): readonly Scraped[] => {
    const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === "") return [];
    const all = labels === "" ? SERVICE : `${SERVICE},${labels}`;
    const bound = Number(/le="(.+?)"/.exec(labels)?.[1]?.replace("+Inf", "Infinity"));
    const isCounted = types.get(name) !== "gauge";
    const values =
      CALM[name] ??
      (!isCounted
        ? constant(Number(value))
        : growing(Number.isNaN(bound) || bound >= CALM_LATENCY ? 60 : 0));
    // Counters of what goes wrong do not grow.
    const isTrouble = /lost|dead|failed|cut|exhausted/.test(`${name} ${labels}`);
    return [{ name, labels: all, values: isCounted && isTrouble ? constant(0) : values }];
  });
  return [...own, ...ELSEWHERE];
}

interface Fault {
  /** Names of all alerts that fire at the end of the hour. */
  readonly firing: readonly string[];
  change(series: Scraped): readonly Scraped[];
}

/** Puts other values into the series of a family. */
function set(name: string, values: string, label = ""): Fault["change"] {
  return (series) => [
    series.name === name && series.labels.includes(label) ? { ...series, values } : series,
  ];
}

/** 5xx each minute, beside 60 good answers of each route: two are asked in the scraped service. */
const errors = (values: string) => set("http_requests_total", values, 'code="500"');

/** Names in the order of the alphabet, as promtool compares them. */
const ALL_BURNS = [
  "ErrorBudgetBurn1d",
  "ErrorBudgetBurn1h",
  "ErrorBudgetBurn3d",
  "ErrorBudgetBurn6h",
];

export const FAULTS: Readonly<Record<string, Fault>> = {
  "a node that is gone": { firing: ["Down"], change: set("up", constant(0)) },
  "a node that restarts": {
    firing: ["Restarting"],
    change: set("process_start_time_seconds", "1x50 100x2 200x2 300x4"),
  },
  "a blocked event loop": {
    firing: ["EventLoopBlocked"],
    change: set("nodejs_eventloop_lag_mean_seconds", constant(0.2)),
  },
  "a config that was refused": {
    firing: ["ConfigNotReloaded"],
    change: set("config_last_reload_successful", constant(0)),
  },
  "two revisions": {
    firing: ["RevisionsDiffer"],
    change: (series) =>
      series.name === "registry_info"
        ? [series, { ...series, labels: 'job="waymark",instance="two",revision="f00d"' }]
        : [series],
  },
  "many streams": {
    firing: ["StreamsNearlyFull"],
    change: set("events_open_streams", constant(900)),
  },
  "a limiter on its own": {
    firing: ["LimiterAlone"],
    change: (series) => [
      { ...series, labels: series.labels.replace('mode="cluster"', 'mode="local-share"') },
    ],
  },
  "dead webhooks": {
    firing: ["WebhooksDead"],
    change: set("webhooks_attempts_total", "0x30 1x29", 'outcome="dead"'),
  },
  "lost spans": { firing: ["SpansLost"], change: set("otel_spans_lost_total", growing(10)) },
  "a lost record": {
    firing: ["AuditRecordsLost"],
    change: set("audit_records_lost_total", "0x30 1x29"),
  },
  "a data version that is not confirmed": {
    firing: ["VersionLeaseLost"],
    change: set("store_version_verified_timestamp_seconds", constant(0)),
  },
  "slow answers": {
    firing: ["Slow"],
    change: (series) =>
      series.name === "http_request_duration_seconds_bucket" &&
      /le="0\.|le="1\.0"/.test(series.labels)
        ? [{ ...series, values: constant(0) }]
        : [series],
  },
  "one error of fifty": { firing: ALL_BURNS, change: errors(growing(2)) },
  "errors that have ended": {
    firing: ALL_BURNS.filter((name) => name !== "ErrorBudgetBurn1h"),
    change: errors("0x29 2+2x19 40x9"),
  },
  "five errors of a thousand": {
    firing: ["ErrorBudgetBurn1d", "ErrorBudgetBurn3d"],
    change: errors(growing(0.3)),
  },
  "two errors of a thousand": { firing: ["ErrorBudgetBurn3d"], change: errors(growing(0.1)) },
};
