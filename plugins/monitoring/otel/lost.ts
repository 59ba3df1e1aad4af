/** Counts what the queues of OpenTelemetry's SDK sent and lost, which they measure themselves. */
import type { Counter, MeterProvider } from "@opentelemetry/api";
import type { TracePackages } from "./packages.ts";

export interface Sent {
  sent: number;
  /** Lost items: the queue was full when they came, or the collector did not accept them. */
  readonly lost: { queue_full: number; export_failed: number };
}

/** Counters whose name ends like this say what became of each item. */
const PROCESSED = /^otel\.sdk\.processor\.\w+\.processed$/;

export function countingMeters({ api }: Pick<TracePackages, "api">, counts: Sent): MeterProvider {
  const counter: Counter = {
    add(count, attributes) {
      const reason = attributes?.["error.type"];
      if (reason === undefined) counts.sent += count;
      else counts.lost[reason === "queue_full" ? reason : "export_failed"] += count;
    },
  };
  return {
    getMeter() {
      const meter = api.createNoopMeter();
      const unused = meter.createCounter.bind(meter);
      meter.createCounter = (name, options) =>
        PROCESSED.test(name) ? counter : unused(name, options);
      return meter;
    },
  };
}
