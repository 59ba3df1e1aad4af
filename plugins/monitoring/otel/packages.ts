/** The packages of OpenTelemetry, which users of the plugin install. */
import { messageOf } from "waymark";

const NAMES = [
  "api",
  "exporter-logs-otlp-proto",
  "exporter-metrics-otlp-proto",
  "exporter-trace-otlp-proto",
  "resources",
  "sdk-logs",
  "sdk-metrics",
  "sdk-trace",
] as const;

/** Throws with the command that installs all of them. */
async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const names = NAMES.map((name) => `@opentelemetry/${name}`).join(" ");
    throw new Error(
      `the packages of OpenTelemetry cannot be loaded: ${messageOf(cause)}\n  hint: npm install ${names}`,
      { cause },
    );
  }
}

/** Imports the packages of traces. */
export const tracePackages = () =>
  loaded(async () => {
    const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-trace-otlp-proto"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
    return { api, sdk, OTLPTraceExporter, resourceFromAttributes };
  });
export type TracePackages = Awaited<ReturnType<typeof tracePackages>>;

/** Imports the packages of metrics. */
export const metricPackages = () =>
  loaded(async () => {
    const [api, { OTLPMetricExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-metrics-otlp-proto"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-metrics"),
    ]);
    return { api, sdk, OTLPMetricExporter, resourceFromAttributes };
  });
export type MetricPackages = Awaited<ReturnType<typeof metricPackages>>;

/** Imports the packages of logs. */
export const logPackages = () =>
  loaded(async () => {
    const [api, { OTLPLogExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-logs-otlp-proto"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-logs"),
    ]);
    return { api, sdk, OTLPLogExporter, resourceFromAttributes };
  });
export type LogPackages = Awaited<ReturnType<typeof logPackages>>;
