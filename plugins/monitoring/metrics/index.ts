/** Measurements of the server: JSON for people and programs, text for scrapers. */
import { definePlugin, definePolicy, service, standardOutput, type Log } from "waymark";
import { Runtime } from "waymark/services";
import { z } from "zod";
import { Metrics } from "../../../schemas/monitoring.ts";
import { byPlugin, readMeasures } from "./measures.ts";
import { expose, type Format } from "./exposition.ts";
import { monitorProcess, type ProcessMonitor } from "./process.ts";
import { Recorder } from "./recorder.ts";

const RecorderService = service<Recorder>("metricsRecorder");
const ProcessService = service<ProcessMonitor>("processMonitor");
/** The plugin's log, for renderers, which are called without one. */
const LogService = service<Log>("metricsLog");

/** Media types of Prometheus' scrape protocols. A plain `text/plain` chooses the first. */
const PROMETHEUS_0 = "text/plain; version=0.0.4";
const PROMETHEUS_1 = "text/plain; version=1.0.0";
const OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

interface Services {
  readonly recorder: Recorder;
  readonly process: ProcessMonitor;
  readonly runtime: Runtime;
  readonly log: Log;
}

function asText(format: Format) {
  return (_body: unknown, { recorder, process, runtime, log }: Services): string => {
    const measures = readMeasures(runtime.metrics, log);
    const startedAt = performance.timeOrigin / 1000;
    const { reloads } = runtime;
    const { revision } = runtime.registry;
    const { lost: lostLogLines } = standardOutput;
    const snapshot = {
      recorder,
      process: process.read(),
      measures,
      reloads,
      lostLogLines,
      startedAt,
    };
    return expose({ ...snapshot, revision }, format);
  };
}

const RENDERERS = {
  [PROMETHEUS_0]: asText("prometheus"),
  [PROMETHEUS_1]: asText("prometheus"),
  [OPENMETRICS]: asText("openmetrics"),
};

/** To thousandths, as the rest is noise. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export default definePlugin({
  id: "metrics",
  summary: "Counts and times requests, as JSON and as text for Prometheus.",
  options: z.strictObject({
    public: z
      .boolean()
      .default(true)
      .describe("Whether clients may read them. Otherwise only the admin listener has them."),
  }),
  schemas: { Metrics },
  needs: { runtime: Runtime },
  provides: { recorder: RecorderService, process: ProcessService, log: LogService },

  setup(_use, { log, defer }) {
    const process = monitorProcess();
    defer(() => process.close());
    return { recorder: new Recorder(), process, log };
  },

  policies: [
    definePolicy({
      id: "metrics",
      needs: { recorder: RecorderService },
      // The requests of operators do not count as traffic.
      compile: ({ ref, declaration }, { use }) =>
        declaration.listener === undefined
          ? {
              begin(): boolean {
                use().recorder.begin();
                return true;
              },
              observe({ durationMs }, { status, abandoned }, begun) {
                const { recorder } = use();
                // Not begun when an earlier policy failed: the request is answered all the same.
                if (begun) recorder.end();
                if (abandoned) recorder.abandon();
                else recorder.record(ref, status, durationMs);
              },
            }
          : undefined,
    }),
  ],

  routes: ({ public: isPublic }) => ({
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

  handlers: ({ recorder, process: monitor, runtime }, { log }) => {
    const read = () => {
      const reading = monitor.read();
      const measures = readMeasures(runtime.metrics, log);
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
        process: { ...reading, eventLoopDelayMs: rounded(reading.eventLoopDelayMs) },
        ...(measures.length === 0 ? {} : { plugins: byPlugin(measures) }),
      };
    };
    return { getMetrics: read, scrapeMetrics: read };
  },

  renderers: { getMetrics: RENDERERS, scrapeMetrics: RENDERERS },
});
