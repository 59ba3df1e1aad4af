/** Memory and event loop delay of the process. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Family } from "waymark/services";
import { numbers } from "./families.ts";

/** Milliseconds between two timers of the monitor; any time beyond it is delay. */
const RESOLUTION_MS = 20;
/** Milliseconds after which a reading begins a new measurement. */
const MEASUREMENT_MS = 10_000;

export type ProcessMonitor = ReturnType<typeof monitorProcess>;
export type ProcessReading = ReturnType<ProcessMonitor["read"]>;

export function monitorProcess() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let since = performance.now();
  let eventLoopDelayMs = 0;
  return {
    read() {
      const { rss, heapUsed } = process.memoryUsage();
      if (delay.count > 0) eventLoopDelayMs = Math.max(0, delay.mean / 1e6 - RESOLUTION_MS);
      if (performance.now() - since > MEASUREMENT_MS) {
        delay.reset();
        since = performance.now();
      }
      return { rssBytes: rss, heapUsedBytes: heapUsed, eventLoopDelayMs };
    },
    close: () => void delay.disable(),
  };
}

export function processFamilies({
  rssBytes,
  heapUsedBytes,
  eventLoopDelayMs,
}: ProcessReading): readonly Family[] {
  const gauge = (name: string, help: string, value: number) => numbers("gauge", name, help, value);
  return [
    gauge(
      "process_start_time_seconds",
      "When the process started, as Unix time.",
      performance.timeOrigin / 1000,
    ),
    gauge("process_resident_memory_bytes", "Resident memory of the process.", rssBytes),
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsedBytes),
    gauge(
      "nodejs_eventloop_lag_mean_seconds",
      "Mean delay of timers in the latest seconds.",
      eventLoopDelayMs / 1000,
    ),
  ];
}
