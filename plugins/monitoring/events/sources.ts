/** Sources of events that nobody tells: they are looked for while somebody listens. */
import { type Log, messageOf } from "waymark";
import type { Clock, EventBus, Health, Store } from "waymark/services";

/** Looks at once and then every `ms`, until the function it gives is called. A look that fails is logged. */
function every(ms: number, look: () => Promise<void>, log: Log): () => void {
  const guarded = () =>
    void look().catch((error: unknown) => {
      log.warn("a source of events failed", {
        reason: messageOf(error),
      });
    });
  const timer = setInterval(guarded, ms);
  guarded();
  return () => clearInterval(timer);
}

/**
 * Publishes `health.changed`. What was known when nobody listened any more is kept, so that those who come back learn of
 * changes in between.
 */
export function healthSource(health: Health, bus: EventBus, ms: number, log: Log): () => void {
  let known: string | undefined;
  const look = async () => {
    const { status, at } = await health.report();
    const changed = known !== undefined && known !== status;
    known = status;
    if (changed) bus.publish("health.changed", { status, timestamp: new Date(at).toISOString() });
  };
  return bus.source(() => every(ms, look, log));
}

/** Publishes `data.changed` when the store's version is another than at the start or the last look. */
export function dataSource(
  store: Store,
  clock: Clock,
  bus: EventBus,
  ms: number,
  log: Log,
): () => void {
  let known = store.version();
  const look = async () => {
    const version = store.version();
    if (version === known) return;
    known = version;
    bus.publish("data.changed", { version, timestamp: new Date(clock.now()).toISOString() });
  };
  return bus.source(() => every(ms, look, log));
}
