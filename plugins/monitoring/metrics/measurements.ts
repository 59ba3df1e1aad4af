/** Everything that the process measures, as families. */
import type { Log } from "waymark";
import type { Clock, Family, Measurements, Runtime } from "waymark/services";
import { requestFamilies, serverFamilies, unitOf } from "./families.ts";
import { readMeasures, type Measure } from "./measures.ts";
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
      ...readMeasures(runtime.metrics, log).map(familyOf),
    ],
    addExemplars: (tracer) => recorder.addExemplars(tracer, clock),
  };
}

/** A metric of a plugin, behind its id. */
function familyOf({ plugin, name: own, help, type, value }: Measure): Family {
  const name = `${plugin.replaceAll("-", "_")}_${own}`;
  const samples = typeof value === "number" ? [{ labels: {}, value }] : value;
  return { name, help, type, unit: unitOf(name), plugin, samples };
}
