/** Measurements of the server: JSON for people and programs, text for scrapers. */
import { definePlugin, type Route } from "waymark";
import { Alerts, Clock, Measurements, Metrics as MetricsPoint, Runtime } from "waymark/services";
import { z } from "zod";
import { Metrics } from "../../../schemas/monitoring.ts";
import { alerts } from "./alerts.ts";
import type { Format } from "./exposition.ts";
import { createMeasurements } from "./measurements.ts";
import { timeOperations } from "./operations.ts";
import { policy } from "./policy.ts";
import { monitorProcess } from "./process.ts";
import { Recorder } from "./recorder.ts";

/** Media types of Prometheus' scrape protocols. A plain `text/plain` chooses the first. */
const PROMETHEUS_0 = "text/plain; version=0.0.4";
const PROMETHEUS_1 = "text/plain; version=1.0.0";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

function asText(format: Format) {
  return async (_body: unknown, { measurements }: { readonly measurements: Measurements }) => {
    const { expose } = await import("./exposition.ts");
    return expose(await measurements.families(), format);
  };
}

const Options = z.strictObject({
  public: z
    .boolean()
    .default(true)
    .describe("Whether clients may read them. Otherwise only the admin listener has them."),
  alias: z
    .boolean()
    .default(false)
    .describe("Whether /metrics, where scrapers look by default, leads to the measurements."),
  job: z
    .string()
    .min(1)
    .default("waymark")
    .describe(
      "The job as which Prometheus scrapes the service, for the exported alerts and dashboard.",
    ),
});

/** Prometheus and the agents that do as it does follow redirects, with the same Accept. */
const ALIAS: Route = {
  method: "GET",
  path: "/metrics",
  summary: "Lead scrapers to the server's measurements.",
  redirect: { to: "getMetrics", status: 308 },
  cache: { scope: "public", maxAge: "1h" },
};

/** Returns an object of no known key, as there may be none: nothing handles a redirect. */
function aliasRoutes(alias: boolean): object {
  return alias ? { alias: ALIAS } : {};
}

const RENDERERS = {
  [PROMETHEUS_0]: asText("prometheus"),
  [PROMETHEUS_1]: asText("prometheus"),
  [OPENMETRICS]: asText("openmetrics"),
};

/** Rounds to thousandths, as the rest is noise. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export default definePlugin({
  id: "metrics",
  summary: "Counts and times requests, as JSON and as text for Prometheus.",
  section: "monitoring",
  icon: "M2 14.25h12M4 11.25V8.5M8 11.25v-8.5M12 11.25v-5",
  options: Options,
  schemas: { Metrics },
  points: [Alerts, MetricsPoint],
  alerts,
  deployment: { scrapes: { needs: "prometheus", option: "job", rules: "alerts" } },
  exports: {
    alerts: {
      internal: true,
      derive: async (registry, { job }) =>
        (await import("./exports/alert-rules.ts")).alertRules(registry, job),
    },
    grafana: {
      internal: true,
      derive: async (registry, { job }) =>
        (await import("./exports/dashboard.ts")).dashboard(registry, job),
    },
  },
  needs: { runtime: Runtime, clock: Clock },
  provides: { measurements: Measurements },

  setup({ runtime, clock }, { log, defer }) {
    const process = monitorProcess();
    defer(() => process.close());
    const operations = timeOperations();
    defer(() => operations.close());
    const recorder = new Recorder();
    return {
      state: { recorder, process },
      measurements: createMeasurements({ recorder, operations, process, runtime, clock, log }),
    };
  },

  policies: [policy],

  routes: ({ public: isPublic, alias }) => ({
    ...aliasRoutes(alias && isPublic),
    scrapeMetrics: {
      method: "GET",
      path: "/metrics",
      listener: "admin",
      summary: "Read the server's measurements, as text for scrapers.",
      returns: Metrics,
      produces: [PROMETHEUS_0, PROMETHEUS_1, OPENMETRICS, "application/json"],
      cache: "no-store",
    },
    getMetrics: {
      method: "GET",
      path: "/api/metrics",
      summary: "Read the server's measurements.",
      description:
        "JSON, or text for scrapers: Prometheus 0.0.4 and 1.0.0, and OpenMetrics 1.0. Counts start at zero with the process.",
      returns: Metrics,
      produces: ["application/json", PROMETHEUS_0, PROMETHEUS_1, OPENMETRICS],
      ...(isPublic ? {} : { listener: "admin" as const }),
      publish: { rootLink: "metrics", capability: "metrics" },
      cache: "no-store",
      serverTiming: true,
      relations: { observability: "observability.showObservability", health: "health.getHealth" },
    },
  }),

  handlers: ({ runtime }, { log, state: { recorder, process: monitor } }) => {
    const read = async () => {
      const { pluginNumbers } = await import("./measures.ts");
      const { rssBytes, heapUsedBytes, lagMs } = monitor.read();
      const plugins = pluginNumbers(runtime.of(MetricsPoint), log);
      const [p50, p95, p99] = recorder.percentiles([0.5, 0.95, 0.99]);
      return {
        revision: runtime.registry.revision,
        uptimeSeconds: rounded(process.uptime()),
        requests: {
          total: recorder.total,
          inFlight: recorder.inFlight,
          byStatusClass: {
            "2xx": recorder.answered(2),
            "3xx": recorder.answered(3),
            "4xx": recorder.answered(4),
            "5xx": recorder.answered(5),
          },
        },
        latencyMs: { p50: rounded(p50), p95: rounded(p95), p99: rounded(p99) },
        process: { rssBytes, heapUsedBytes, eventLoopDelayMs: rounded(lagMs.mean) },
        ...(plugins && { plugins }),
      };
    };
    return { getMetrics: read, scrapeMetrics: read };
  },

  renderers: { getMetrics: RENDERERS, scrapeMetrics: RENDERERS },
});
