/** The packages of OpenTelemetry, which are installed by those who use the plugin. */
import { messageOf } from "waymark";

const NAMES = ["api", "exporter-trace-otlp-proto", "resources", "sdk-trace"] as const;

/** Imports what traces need. Throws with the command that installs it. */
export async function tracePackages() {
  try {
    const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-trace-otlp-proto"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
    return { api, sdk, OTLPTraceExporter, resourceFromAttributes };
  } catch (cause) {
    const names = NAMES.map((name) => `@opentelemetry/${name}`).join(" ");
    throw new Error(
      `the packages of OpenTelemetry cannot be loaded: ${messageOf(cause)}\n  hint: npm install ${names}`,
      { cause },
    );
  }
}
export type TracePackages = Awaited<ReturnType<typeof tracePackages>>;
