/** Measurements of the process, by Node and by the operating system. */
import { readdirSync } from "node:fs";
import { getHeapStatistics } from "node:v8";
import type { Family, NumberFamily } from "waymark/services";
import { info, numbers, sampleOf } from "./families.ts";
import type { ProcessReading } from "./process.ts";

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
