/** Everything that the process measures, as families. */
import type { Log } from "waymark";
import { type Clock, type Measurements, Metrics, type Runtime } from "waymark/services";
import { queueFamilies, requestFamilies, serverFamilies } from "./families.ts";
import { pluginFamilies } from "./measures.ts";
import type { Operations } from "./operations.ts";
import { processFamilies, type ProcessMonitor } from "./process.ts";
import type { Recorder } from "./recorder.ts";

interface Sources {
  readonly recorder: Recorder;
  readonly operations: Pick<Operations, "families">;
  readonly process: ProcessMonitor;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly log: Log;
}

export function createMeasurements(sources: Sources): Measurements {
  const { recorder, operations, process, runtime, clock, log } = sources;
  return {
    since: clock.now(),
    families: () => [
      ...requestFamilies(recorder),
      ...operations.families(),
      ...serverFamilies(runtime),
      ...queueFamilies(runtime),
      ...processFamilies(process.read()),
      ...pluginFamilies(runtime.of(Metrics), log),
    ],
    addExemplars: (tracer) => recorder.addExemplars(tracer, clock),
  };
}
