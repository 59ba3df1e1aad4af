/** Everything that the process measures, as families. */
import type { Log } from "waymark";
import type { Clock, Measurements, Runtime } from "waymark/services";
import { requestFamilies, serverFamilies } from "./families.ts";
import { pluginFamilies } from "./measures.ts";
import { processFamilies, type ProcessMonitor } from "./process.ts";
import type { Recorder } from "./recorder.ts";

interface Sources {
  readonly recorder: Recorder;
  readonly process: ProcessMonitor;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly log: Log;
}

export function createMeasurements(sources: Sources): Measurements {
  const { recorder, process, runtime, clock, log } = sources;
  return {
    since: clock.now(),
    families: () => [
      ...requestFamilies(recorder),
      ...serverFamilies(runtime),
      ...processFamilies(process.read()),
      ...pluginFamilies(runtime.metrics, log),
    ],
    addExemplars: (tracer) => recorder.addExemplars(tracer, clock),
  };
}
