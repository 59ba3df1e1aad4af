/** Sends traces to a collector, by OTLP over HTTP. */
import { hostname } from "node:os";
import { definePlugin, definePolicy, service } from "waymark";
import { Ids, Runtime, Tracer } from "waymark/services";
import { Options } from "./options.ts";
import type { Tracing } from "./tracing.ts";

const Telemetry = service<{ readonly tracing: Tracing | undefined }>("telemetry");
const NO_TRACER: Tracer = { active: () => undefined };

export default definePlugin({
  id: "otel",
  summary: "Records traces of requests, and sends them to a collector of OpenTelemetry.",
  options: Options,
  env: { url: "OTEL_EXPORTER_OTLP_ENDPOINT" },
  testOptions: false,
  needs: { ids: Ids, runtime: Runtime },
  provides: { tracer: Tracer, telemetry: Telemetry },

  async setup({ ids, runtime }, { options, defer }) {
    if (!options.traces) return { tracer: NO_TRACER, telemetry: { tracing: undefined } };
    const [{ tracePackages }, { Tracing: Recording }] = await Promise.all([
      import("./packages.ts"),
      import("./tracing.ts"),
    ]);
    const { name, version } = runtime.registry.app;
    const resource = {
      "service.name": name,
      "service.version": version,
      "service.instance.id": runtime.instance.id,
      "host.name": hostname(),
      "process.pid": process.pid,
    };
    const packages = await tracePackages();
    const revision = () => runtime.registry.revision;
    const tracing = new Recording({ packages, ids, revision, resource, options });
    defer(() => tracing.close());
    return { tracer: tracing, telemetry: { tracing } };
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

  metrics: ({ telemetry: { tracing } }) => ({
    spans_sent_total: {
      help: "Spans that the collector took.",
      type: "counter",
      read: () => tracing?.counts.sent ?? 0,
    },
    spans_lost_total: {
      help: "Spans that never reached the collector, by reason.",
      type: "counter",
      read: () =>
        Object.entries(tracing?.counts.lost ?? {}).map(([reason, value]) => ({
          labels: { reason },
          value,
        })),
    },
  }),
});
