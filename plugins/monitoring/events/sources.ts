/** Sources of events that must be polled, which happens only while a client listens. */
import type { Log } from "waymark";
import type { Clock, EventBus, Health } from "waymark/services";
import { Outage } from "../../shared/outage.ts";
import type { DataVersions } from "./data-versions.ts";

/** Polls at once and then every `ms`; returns a function that stops it. */
function every(ms: number, look: () => Promise<void>, outage: Outage): () => void {
  const guarded = () => void outage.watch(look);
  const timer = setInterval(guarded, ms);
  guarded();
  return () => clearInterval(timer);
}

/**
 * Publishes `health.changed`. The last state is kept while no client listens, so that the next one receives a change
 * that happened in between.
 */
export function healthSource(health: Health, bus: EventBus, ms: number, log: Log): () => void {
  let last: string | undefined;
  const look = async () => {
    const { status, at } = await health.report();
    const changed = last !== undefined && last !== status;
    last = status;
    if (changed) bus.publish("health.changed", { status, timestamp: new Date(at).toISOString() });
  };
  const outage = new Outage(log, "the health", "watched for events");
  return bus.source(() => every(ms, look, outage));
}

/** Publishes `data.changed` when the store's version differs from the version that was published last. */
export function dataSource(
  versions: DataVersions,
  clock: Clock,
  bus: EventBus,
  ms: number,
  log: Log,
): () => void {
  const look = async () => {
    const version = await versions.next();
    if (version === undefined) return;
    const data = { version, timestamp: new Date(clock.now()).toISOString() };
    bus.publish("data.changed", data, undefined, {
      place: { of: "data", at: version, ifNew: true },
    });
  };
  const outage = new Outage(log, "the data", "watched for events");
  return bus.source(() => every(ms, look, outage));
}
