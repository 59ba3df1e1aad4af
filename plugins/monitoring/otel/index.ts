/** Sends traces, metrics and logs to a collector, by OTLP over HTTP. */
import { hostname } from "node:os";
import { definePlugin, definePolicy, optional } from "waymark";
import { Ids, Measurements, Runtime, Tracer } from "waymark/services";
import { Options } from "./options.ts";
import type { Logging } from "./logging.ts";
import type { Sent } from "./lost.ts";
import type { Tracing } from "./tracing.ts";

const NO_TRACER: Tracer = { active: () => undefined };

/** Milliseconds for which sending the rest may hold up a stop. */
const FLUSH_MS = 2000;

/** Waits for work, at most {@link FLUSH_MS}, and for nothing that fails. */
async function briefly(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, FLUSH_MS);
  await Promise.race([work.catch(() => {}), promise]);
  clearTimeout(timer);
}

function countersOf(name: string, things: string, counts: () => Sent | undefined) {
  return {
    [`${name}_sent_total`]: {
      help: `${things} that the collector took.`,
      type: "counter",
      read: () => counts()?.sent ?? 0,
    },
    [`${name}_lost_total`]: {
      help: `${things} that never reached the collector, by reason.`,
      type: "counter",
      read: () =>
        Object.entries(counts()?.lost ?? {}).map(([reason, value]) => ({
          labels: { reason },
          value,
        })),
    },
  } as const;
}

export default definePlugin({
  id: "otel",
  summary: "Sends traces, metrics and logs to a collector of OpenTelemetry.",
  translations: {
    es: {
      "Sends traces, metrics and logs to a collector of OpenTelemetry.":
        "Envía trazas, métricas y registros a un recolector de OpenTelemetry.",
      "The span of the server, in the form of traceparent.":
        "El tramo (span) del servidor, con la forma de traceparent.",
    },
  },
  options: Options,
  env: { url: "OTEL_EXPORTER_OTLP_ENDPOINT" },
  testOptions: false,
  needs: { ids: Ids, runtime: Runtime, measurements: optional(Measurements) },
  provides: { tracer: Tracer },

  async setup({ ids, runtime, measurements }, { options, log, defer }) {
    const [{ Collector }, packages] = await Promise.all([
      import("./collector.ts"),
      import("./packages.ts"),
    ]);
    const { name, version } = runtime.registry.app;
    const collector = new Collector(options, log);
    const environment = {
      collector,
      options,
      resource: {
        "service.name": name,
        "service.version": version,
        "service.instance.id": runtime.instance.id,
        "host.name": hostname(),
        "process.pid": process.pid,
      },
    };
    const senders: { close(): Promise<void> }[] = [];
    defer(() => briefly(Promise.all(senders.map((sender) => sender.close()))));
    if (options.metrics && measurements !== undefined) {
      const { Measuring } = await import("./measuring.ts");
      const loaded = await packages.metricPackages();
      senders.push(new Measuring({ ...environment, measurements, packages: loaded }));
    }
    let tracing: Tracing | undefined;
    if (options.traces) {
      const { Tracing: Recording } = await import("./tracing.ts");
      const loaded = await packages.tracePackages();
      const revision = () => runtime.registry.revision;
      tracing = new Recording({ ...environment, ids, revision, packages: loaded });
      senders.push(tracing);
      if (measurements !== undefined) defer(measurements.addExemplars(tracing));
    }
    const tracer = tracing ?? NO_TRACER;
    let logging: Logging | undefined;
    if (options.logs) {
      const { Logging: Sending } = await import("./logging.ts");
      logging = new Sending({ ...environment, tracer, packages: await packages.logPackages() });
      senders.push(logging);
    }
    return { tracer, state: { tracing, logging } };
  },

  policies: [
    definePolicy({
      id: "otel",
      writes: {
        traceresponse: "The span of the server, in the form of traceparent.",
      },
      compile: () => ({
        fields: () => ({ traceresponse: (call) => call.trace?.headers["traceparent"] }),
      }),
      conformance: () => import("./conformance.ts"),
    }),
  ],

  alerts: {
    SpansLost: {
      expr: "sum by (job, instance) (increase(otel_spans_lost_total{$job}[10m])) > 0",
      for: "5m",
      severity: "ticket",
      summary: "{{ $labels.instance }} loses spans, {{ $value | humanize }} in ten minutes.",
      action: "Look at the collector, and at the reason among the labels of otel_spans_lost_total.",
      runbook: [
        "export_failed: the collector does not answer or refuses; the log has its reason once.",
        "queue_full: raise queue of the plugin otel, or lower sample.",
      ],
    },
    LogRecordsLost: {
      expr: "sum by (job, instance) (increase(otel_logs_lost_total{$job}[10m])) > 0",
      for: "5m",
      severity: "ticket",
      summary:
        "{{ $labels.instance }} has sent {{ $value | humanize }} lines of its log in vain in ten minutes.",
      action: "Look at the collector; standard output has all lines.",
      runbook: ["The reasons are those of WaymarkSpansLost."],
    },
  },

  metrics: (_use, { state: { tracing, logging } }) => ({
    ...countersOf("spans", "Spans", () => tracing?.counts),
    ...countersOf("logs", "Log lines", () => logging?.counts),
  }),
});
