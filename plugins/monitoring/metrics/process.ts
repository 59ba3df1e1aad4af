/** Measures the process. */
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { Histogram } from "waymark";
import { Peak } from "./peak.ts";

/** Milliseconds between two timers of the monitor; any time beyond it is delay. */
const RESOLUTION_MS = 20;
/** Milliseconds after which a reading begins a new measurement. */
const MEASUREMENT_MS = 10_000;
/** Bounds of the pauses of garbage collection in seconds. */
const GC_BUCKETS = [0.001, 0.01, 0.1, 1];
/** Kinds of garbage collection, as Node numbers them. */
const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
};

export type ProcessMonitor = ReturnType<typeof monitorProcess>;
export type ProcessReading = ReturnType<ProcessMonitor["read"]>;

export function monitorProcess() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const collections = new Histogram(GC_BUCKETS);
  for (const kind of Object.values(GC_KINDS)) collections.series({ kind }); // from the start, for rates
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = Object(Object(entry).detail); // the types lack it
      collections.observe(entry.duration / 1000, { kind: GC_KINDS[kind] ?? "other" });
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  let since = performance.now();
  const lag = { mean: 0, p50: 0, p99: 0, max: 0 };
  const longest = new Peak();
  /** Milliseconds. */
  const delayOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  return {
    read() {
      const { rss, heapUsed, external } = process.memoryUsage();
      if (delay.count > 0)
        Object.assign(lag, {
          mean: delayOf(delay.mean),
          p50: delayOf(delay.percentile(50)),
          p99: delayOf(delay.percentile(99)),
        });
      longest.note(delayOf(delay.max));
      lag.max = longest.read(0);
      if (performance.now() - since > MEASUREMENT_MS) {
        delay.reset();
        since = performance.now();
      }
      return {
        rssBytes: rss,
        heapUsedBytes: heapUsed,
        externalBytes: external,
        lagMs: { ...lag },
        collections,
      };
    },
    close() {
      delay.disable();
      observer.disconnect();
    },
  };
}
