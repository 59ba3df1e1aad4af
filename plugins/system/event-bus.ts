/** Events in memory. */
import { hash } from "node:crypto";
import { definePlugin, optional, show } from "waymark";
import { nearest } from "waymark/advanced";
import {
  EventBus,
  Ids,
  Runtime,
  SharedEvents,
  type ClosableBus,
  type Subscription,
} from "waymark/services";
import { RegistryChanged } from "../../schemas/events.ts";
import { EventRing, isShown, type Addressed, type Entry, type View } from "../shared/event-ring.ts";
import { EventCounts } from "./event-counts.ts";

/** Events kept for subscribers that are slow or reconnect; the same on all nodes. */
const CAPACITY = 1000;

/** Returns a bus that keeps `capacity` events. `name` (16 hex digits) makes its ids differ from other processes' ids. */
export function createBus(capacity: number, name: string): ClosableBus {
  /** Counts of all events, events that the ring has lost included. */
  const counts = new EventCounts();

  /** Returns the events as one subscriber sees them: marks are numbers, as if the others had not happened. */
  function viewOf({ without = [], caller }: Subscription): View<Entry, number> {
    const hidden = new Set(without);
    const own =
      caller === undefined ? [] : [counts.numberOf(caller), caller.id, ...caller.scopes.toSorted()];
    const parts = [name, ...[...hidden].toSorted(), ...own];
    const ofView = parts.length === 1 ? name : hash("sha256", parts.join(" "), "hex").slice(0, 16);
    const shows = (entry: Addressed) => isShown(entry, hidden, caller);
    const now = () => counts.total(shows, caller);
    const idOf = (number: number) => `${ofView}-${number}`;
    return {
      shows,
      now,
      after: (number) => number + 1,
      idOf,
      markOf(id) {
        const number = Number(/^[0-9a-f]{16}-(0|[1-9]\d{0,14})$/.exec(id)?.[1]);
        return id === idOf(number) ? number : undefined;
      },
      find(number) {
        let seen = now();
        let at = ring.latest;
        for (; seen > number && at >= ring.oldest; at--) {
          const entry = ring.at(at);
          if (entry !== undefined && shows(entry)) seen--;
        }
        return seen === number ? at : undefined;
      },
    };
  }

  const ring = new EventRing(capacity, viewOf);
  return {
    publish(event, data, recipients) {
      if (recipients?.only === null) return;
      const entry = { event, data, recipients };
      ring.add(entry);
      counts.add(entry);
      ring.wake();
    },
    subscribe: (subscription) => ring.subscribe(subscription),
    source: (start) => ring.source(start),
    close: () => ring.close(),
  };
}

export default definePlugin({
  id: "event-bus",
  summary: "Carries events from plugins to subscribers.",
  needs: { ids: Ids, runtime: Runtime, shared: optional(SharedEvents) },
  events: { "registry.changed": { of: RegistryChanged, scope: "instance" } },
  provides: { bus: EventBus },
  setup({ ids, runtime, shared }, { defer, log }) {
    const carrier = shared?.open(CAPACITY) ?? createBus(CAPACITY, ids.hex(16));
    const listeners = new Set<Parameters<EventBus["onPublish"]>[0]>();
    /** Functions that defer work to a commit. A reload of the store has two, and outside of its transactions each works at once. */
    const waits = new Set<Parameters<EventBus["waitFor"]>[0]>();
    const misspelt = new Set<string>();
    /** Logs an event that no plugin declares, once, if a declared one has nearly its name: plugins may have events between them. */
    const warnOfMisspelt = (event: string) => {
      const declared = runtime.registry.events;
      if (declared.has(event) || misspelt.has(event)) return;
      const near = nearest(event, declared.keys());
      if (near === undefined) return;
      misspelt.add(event);
      const hint = `did you mean ${show(near)}?`;
      log.warn("an event that no plugin declares is in no stream and no webhook", { event, hint });
    };
    const bus: EventBus = {
      publish(event, data, recipients, options) {
        warnOfMisspelt(event);
        for (const listener of listeners) listener({ event, data, recipients });
        let publish = () => carrier.publish(event, data, recipients, options);
        for (const afterCommit of waits) {
          const next = publish;
          publish = () => afterCommit(next);
        }
        publish();
      },
      subscribe: (subscription) => carrier.subscribe(subscription),
      source: (start) => carrier.source(start),
      onPublish(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      waitFor(afterCommit) {
        waits.add(afterCommit);
        return () => void waits.delete(afterCommit);
      },
    };
    defer(() => carrier.close());
    defer(runtime.onChange(({ revision }) => bus.publish("registry.changed", { revision })));
    return { bus };
  },
});
