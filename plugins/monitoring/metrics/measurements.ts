/** Everything that the process measures, as families. */
import type { Log } from "waymark";
import { type Clock, type Measurements, Metrics, type Runtime } from "waymark/services";
import type { Operations } from "./operations.ts";
import type { ProcessMonitor } from "./process.ts";
import type { Recorder } from "./recorder.ts";

interface Sources {
  readonly recorder: Recorder;
  readonly operations: Pick<Operations, "all">;
  readonly process: ProcessMonitor;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly log: Log;
}

export function createMeasurements(sources: Sources): Measurements {
  const { recorder, operations, process, runtime, clock, log } = sources;
  return {
    since: clock.now(),
    async families() {
      const [families, { processFamilies }, { pluginFamilies }] = await Promise.all([
        import("./families.ts"),
        import("./process-families.ts"),
        import("./measures.ts"),
      ]);
      return [
        ...families.requestFamilies(recorder),
        ...families.operationFamilies(operations),
        ...families.serverFamilies(runtime),
        ...families.queueFamilies(runtime),
        ...processFamilies(process.read()),
        ...pluginFamilies(runtime.of(Metrics), log),
      ];
    },
    addExemplars: (tracer) => recorder.addExemplars(tracer, clock),
  };
}
