/** Sources of events that must be polled, which happens only while a client listens. */
import type { Log } from "waymark";
import type { Clock, EventBus, Health, PeriodicTask, Scheduler } from "waymark/services";
import type { DataVersions } from "./data-versions.ts";

interface Polling {
  readonly bus: EventBus;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly everyMs: number;
}

/** Polls at once and then every `everyMs`, while there are subscribers. */
function poll(
  { bus, scheduler, log, everyMs }: Polling,
  task: Pick<PeriodicTask, "name" | "task" | "run">,
): () => void {
  return bus.source(() => {
    const polling = scheduler.start({ ...task, log, everyMs });
    void polling.run();
    return () => void polling.stop();
  });
}

/**
 * Publishes `health.changed`. The last state is kept while no client listens, so that the next one receives a change
 * that happened in between.
 */
export function healthSource(health: Health, polling: Polling): () => void {
  let last: string | undefined;
  return poll(polling, {
    name: "events-health",
    task: ["the health", "watched for events"],
    async run() {
      const { status, at } = await health.report();
      const changed = last !== undefined && last !== status;
      last = status;
      const data = { status, timestamp: new Date(at).toISOString() };
      if (changed) polling.bus.publish("health.changed", data);
    },
  });
}

/** Publishes `data.changed` when the store's version differs from the version that was published last. */
export function dataSource(versions: DataVersions, clock: Clock, polling: Polling): () => void {
  return poll(polling, {
    name: "events-data",
    task: ["the data", "watched for events"],
    async run() {
      const version = await versions.next();
      if (version === undefined) return;
      const data = { version, timestamp: new Date(clock.now()).toISOString() };
      const place = { of: "data", at: version, ifNew: true };
      polling.bus.publish("data.changed", data, undefined, { place });
    },
  });
}
