/** Families of the server itself: requests, revision, config and log. */
import { standardOutput, type HistogramSeries, type QueueUse } from "waymark/advanced";
import type { Family, HistogramSample, Labels, NumberFamily, Runtime } from "waymark/services";
import type { Operations } from "./operations.ts";
import { BUCKETS, type Recorder } from "./recorder.ts";

type Samples = NumberFamily["samples"];
type Certificate = NonNullable<Runtime["certificate"]>;

/** Numbers of this plugin; a number alone is a sample without labels. */
export function numbers(
  type: NumberFamily["type"],
  name: string,
  help: string,
  samples: number | Samples,
): NumberFamily {
  return {
    name,
    help,
    type,
    unit: unitOf(name),
    plugin: "metrics",
    samples: typeof samples === "number" ? [{ labels: {}, value: samples }] : samples,
  };
}

/** Returns the unit that a name ends with. */
export function unitOf(name: string): Family["unit"] {
  const word = name
    .replace(/_total$/, "")
    .split("_")
    .at(-1);
  return word === "seconds" || word === "bytes" ? word : undefined;
}

export function sampleOf(
  { labels, counts, sum }: HistogramSeries,
  exemplars?: HistogramSample["exemplars"],
): HistogramSample {
  return { labels, counts, sum, count: counts.reduce((all, count) => all + count, 0), exemplars };
}

/** Returns a family whose value is always 1: the labels hold the information. */
export function info(name: string, help: string, labels: Labels): NumberFamily {
  return numbers("gauge", name, help, [{ labels, value: 1 }]);
}

export function operationFamilies({ all }: Pick<Operations, "all">): readonly Family[] {
  return all.map(({ name, help, times }) => ({
    name,
    help,
    type: "histogram",
    unit: "seconds",
    plugin: "metrics",
    bounds: times.bounds,
    samples: times.allSeries.map((series) => sampleOf(series)),
  }));
}

export function requestFamilies(recorder: Recorder): readonly Family[] {
  const { allSeries } = recorder;
  return [
    numbers(
      "counter",
      "http_requests_total",
      "Answered requests by route, method and status: its class, and its code.",
      allSeries.flatMap(({ route, method, answers }) =>
        answers.map(({ code, statusClass, count }) => ({
          labels: { route, method, status: `${statusClass}xx`, code },
          value: count,
        })),
      ),
    ),
    {
      name: "http_request_duration_seconds",
      help: "Time from the arrival of a request to the decision on its answer, by route and method.",
      type: "histogram",
      unit: "seconds",
      plugin: "metrics",
      bounds: BUCKETS,
      samples: allSeries.map(({ durations, exemplars }) => sampleOf(durations, exemplars)),
    },
    numbers(
      "counter",
      "http_requests_abandoned_total",
      "Requests whose clients left before they were complete.",
      recorder.abandoned,
    ),
    numbers(
      "gauge",
      "http_requests_in_flight",
      "Requests that are not answered yet.",
      recorder.inFlight,
    ),
    numbers(
      "gauge",
      "http_requests_in_flight_max",
      "Most requests that were not answered yet at once, in the last minute or two.",
      recorder.mostInFlight,
    ),
  ];
}

export function serverFamilies({
  registry,
  instance,
  ready,
  draining,
  reloads,
  counts,
  certificate,
}: Runtime): readonly Family[] {
  const { revision, app } = registry;
  return [
    info(
      "waymark_build_info",
      "Always 1; the labels say which version of the service with which revision runs at which node.",
      { version: app.version, revision, node: instance.name },
    ),
    info(
      "registry_info",
      "Always 1; the label names what is served, equal on all instances with the same plugins and config.",
      { revision },
    ),
    numbers("gauge", "waymark_ready", "1 while the server takes new work.", Number(ready)),
    numbers("gauge", "waymark_draining", "1 once the server has begun to stop.", Number(draining)),
    numbers(
      "counter",
      "waymark_requests_cut_total",
      "Requests that were not finished when the drain ended.",
      counts.requestsCut,
    ),
    numbers(
      "gauge",
      "waymark_requests_waiting",
      "Requests that wait for their caller's turn of the event loop.",
      counts.requestsWaiting,
    ),
    numbers(
      "counter",
      "waymark_kept_lists_total",
      "Requests of lists that may be kept, by whether the list was.",
      [
        { labels: { kept: "hit" }, value: counts.listHits },
        { labels: { kept: "miss" }, value: counts.listMisses },
      ],
    ),
    numbers(
      "counter",
      "config_reloads_failed_total",
      "Changes of the config that were not applied.",
      reloads.failed,
    ),
    numbers(
      "gauge",
      "config_last_reload_successful",
      "1 while the latest change of the config is applied, 0 after one that was not.",
      reloads.lastFailed ? 0 : 1,
    ),
    numbers(
      "gauge",
      "config_last_reload_success_timestamp_seconds",
      "When the config in force was applied, as Unix time.",
      reloads.appliedAt / 1000,
    ),
    numbers(
      "counter",
      "log_lines_lost_total",
      "Lines that standard output did not take: its reader left or was slow, or its disk was full.",
      standardOutput.lost,
    ),
    ...(certificate === undefined ? [] : certificateFamilies(certificate)),
  ];
}

/** States by the value of the label. */
const STATES = [
  ["in_use", "inUse"],
  ["waiting", "waiting"],
] as const;

/** Returns the families of queues for what clients share; none if nothing is shared. */
export function queueFamilies({ queues, registry }: Runtime): readonly Family[] {
  const [first] = queues;
  if (first === undefined) return [];
  return [
    numbers(
      "gauge",
      "queue_places",
      "Places that callers share, by queue: free ones, those in use, and callers that wait for one.",
      queues.flatMap((queue) => [
        { labels: { queue: queue.name, state: "free" }, value: queue.places - queue.inUse },
        ...STATES.map(([state, key]) => ({
          labels: { queue: queue.name, state },
          value: queue[key],
        })),
      ]),
    ),
    numbers(
      "gauge",
      "queue_owners",
      "Different callers that hold places, and that wait for one, by queue: one of them, or many.",
      queues.flatMap(({ name, uses }) =>
        STATES.map(([state, key]) => {
          const owners = new Set(uses.flatMap((use) => (use[key] > 0 ? [use.owner] : [])));
          return { labels: { queue: name, state }, value: owners.size };
        }),
      ),
    ),
    numbers(
      "gauge",
      "queue_route_places",
      "Places in use, and callers that wait for one, by queue and route; `other` for all work but that of routes.",
      queues.flatMap(({ name, uses }) => {
        const known = ({ route }: QueueUse) =>
          registry.route(route) === undefined ? "other" : route;
        return [...Map.groupBy(uses, known)].flatMap(([route, all]) =>
          STATES.map(([state, key]) => ({
            labels: { queue: name, route, state },
            value: all.reduce((sum, use) => sum + use[key], 0),
          })),
        );
      }),
    ),
    numbers(
      "counter",
      "queue_refused_total",
      "Callers that waited and got no place, by queue: too many waited, the wait was too long, or they left.",
      queues.map(({ name, refused }) => ({ labels: { queue: name }, value: refused })),
    ),
    {
      name: "queue_wait_seconds",
      help: "Time until a caller had its place, by queue; 0 where one was free.",
      type: "histogram",
      unit: "seconds",
      plugin: "metrics",
      bounds: first.waits.bounds,
      samples: queues.flatMap(({ waits }) => waits.allSeries.map((series) => sampleOf(series))),
    },
  ];
}

function certificateFamilies({ expires, failed, lastFailed }: Certificate) {
  return [
    numbers(
      "gauge",
      "tls_certificate_expiry_timestamp_seconds",
      "When the certificate of the public listener expires, as Unix time.",
      expires / 1000,
    ),
    numbers(
      "gauge",
      "tls_certificate_last_renewal_successful",
      "1 while the certificate in the files is in use, 0 after a renewal that cannot be used.",
      lastFailed ? 0 : 1,
    ),
    numbers(
      "counter",
      "tls_certificate_renewals_failed_total",
      "Renewed certificates that could not be used.",
      failed,
    ),
  ];
}
