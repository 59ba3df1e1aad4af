/** Measurements of the process, by Node and by the operating system. */
import { readdirSync } from "node:fs";
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { Histogram } from "waymark";
import type { Family, NumberFamily } from "waymark/services";
import { info, numbers, sampleOf } from "./families.ts";
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

export function processFamilies(reading: ProcessReading): readonly Family[] {
  const { rssBytes, heapUsedBytes, externalBytes, lagMs, collections } = reading;
  const gauge = (name: string, help: string, value: number) => numbers("gauge", name, help, value);
  const lag = (which: keyof typeof lagMs, help: string, when = "in the latest seconds") =>
    gauge(
      `nodejs_eventloop_lag_${which}_seconds`,
      `${help} delay of timers ${when}.`,
      lagMs[which] / 1000,
    );
  return [
    gauge(
      "process_start_time_seconds",
      "When the process started, as Unix time.",
      performance.timeOrigin / 1000,
    ),
    ...cpuFamilies(),
    ...openFiles(),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", rssBytes),
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsedBytes),
    gauge(
      "nodejs_heap_size_limit_bytes",
      "JavaScript heap at which the process ends.",
      getHeapStatistics().heap_size_limit,
    ),
    gauge(
      "nodejs_external_memory_bytes",
      "Memory of objects outside of the JavaScript heap, such as buffers.",
      externalBytes,
    ),
    lag("mean", "Mean"),
    lag("p50", "Median"),
    lag("p99", "99th percentile of the"),
    lag("max", "Longest", "in the last minute or two"),
    {
      name: "nodejs_gc_duration_seconds",
      help: "Pauses of garbage collection, by kind.",
      type: "histogram",
      unit: "seconds",
      plugin: "metrics",
      bounds: collections.bounds,
      samples: collections.allSeries.map((series) => sampleOf(series)),
    },
    info("nodejs_version_info", "Always 1; the label says which Node runs.", {
      version: process.version,
    }),
  ];
}

function cpuFamilies(): readonly NumberFamily[] {
  const { user, system } = process.cpuUsage(); // microseconds
  const cpu = (name: string, help: string, used: number) =>
    numbers("counter", `process_cpu_${name}`, help, used / 1e6);
  return [
    cpu("seconds_total", "Processor time of the process.", user + system),
    cpu("user_seconds_total", "Processor time in the process's own code.", user),
    cpu("system_seconds_total", "Processor time in the operating system.", system),
  ];
}

/** Returns the open files; none if the operating system does not list them. */
function openFiles(): readonly NumberFamily[] {
  try {
    const open = readdirSync("/proc/self/fd").length - 1; // the listing opens one itself
    return [numbers("gauge", "process_open_fds", "Open file descriptors.", open)];
  } catch {
    return [];
  }
}
