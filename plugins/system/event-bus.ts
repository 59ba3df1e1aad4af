/** Events in memory: a ring buffer of the latest events, which each subscriber reads at its own pace. */
import { hash } from "node:crypto";
import { definePlugin } from "waymark";
import {
  EventBus,
  Ids,
  Runtime,
  type BusEvents,
  type BusMessage,
  type EventBus as Bus,
  type Subscription,
} from "waymark/services";
import { z } from "zod";
import { RegistryChanged } from "../../schemas/events.ts";
import { EventCounts, isShown, type Addressed } from "./event-counts.ts";

interface Entry extends Addressed {
  readonly data: BusEvents[keyof BusEvents];
}

/** The events that one subscriber learns of. */
interface View {
  shows(entry: Entry): boolean;
  /** Id of the place after that many of them. */
  idOf(seen: number): string;
  /** Number of them so far. */
  total(): number;
}

interface Place {
  /** Number of events before it. */
  readonly at: number;
  /** Number of those that the view shows. */
  readonly seen: number;
}

interface Source {
  readonly start: () => () => void;
  /** Set while the source runs. */
  stop?: (() => void) | undefined;
}

/** Returns a bus that keeps `capacity` events. `name` (16 hex digits) makes its ids differ from other processes' ids. */
export function createBus(capacity: number, name: string): Bus & { close(): void } {
  const ring: Entry[] = [];
  /** Those that the ring has lost included. */
  const counts = new EventCounts();
  const waiting = new Set<() => void>();
  const sources = new Set<Source>();
  /** Number of the latest event; the first has number 1. */
  let latest = 0;
  let subscribers = 0;
  const end = new AbortController();

  /** The events as one subscriber sees them: numbered as if the others had not happened. */
  function viewOf({ without = [], caller }: Subscription): View {
    const hidden = new Set(without);
    const own =
      caller === undefined ? [] : [counts.numberOf(caller), caller.id, ...caller.scopes.toSorted()];
    const parts = [name, ...[...hidden].toSorted(), ...own];
    const ofView = parts.length === 1 ? name : hash("sha256", parts.join(" "), "hex").slice(0, 16);
    const shows = (entry: Addressed) => isShown(entry, hidden, caller);
    return {
      shows,
      idOf: (number) => `${ofView}-${number}`,
      total: () => counts.total(shows, caller),
    };
  }

  /** The place after the event with this id; undefined where that is unknown, or further back than the ring. */
  function placeOf(id: string, { shows, idOf, total }: View): Place | undefined {
    const number = Number(/^[0-9a-f]{16}-(0|[1-9]\d{0,14})$/.exec(id)?.[1]);
    let seen = total();
    if (id !== idOf(number) || number > seen) return undefined;
    let at = latest;
    for (; seen > number && at > 0 && at > latest - capacity; at--) {
      const entry = ring[(at - 1) % capacity];
      if (entry !== undefined && shows(entry)) seen--;
    }
    return seen === number ? { at, seen } : undefined;
  }

  function wakeAll(): void {
    for (const wake of waiting) wake();
  }

  /** Resolves to true after an event or at the end of the subscription or the bus; to false after `ms` without any. */
  function wokenWithin(ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (woken: boolean) => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve(woken);
      };
      const wake = () => settle(true);
      const timer = setTimeout(settle, ms, false);
      waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  /** `from` is undefined when it is unknown which events the subscriber has seen. */
  async function* read(
    { shows, idOf, total }: View,
    from: Place | undefined,
    start: Place,
    { signal, idleMs }: Subscription,
  ): AsyncGenerator<BusMessage, void> {
    subscribers++;
    if (subscribers === 1) for (const source of sources) source.stop = source.start();
    try {
      let { at, seen } = from ?? start;
      let sentIdle = false;
      if (from === undefined) yield { kind: "missed", id: idOf(seen) };
      // Since the last message, because hidden events would put off idle messages, and show in that.
      let quietSince = performance.now();
      while (!signal.aborted && !end.signal.aborted) {
        if (at < latest - capacity) {
          at = latest;
          seen = total();
          yield { kind: "missed", id: idOf(seen) };
        } else if (at < latest) {
          const entry = ring[at % capacity];
          at++;
          if (entry === undefined || !shows(entry)) continue;
          seen++;
          // `publish` checks that the data fits the event; the type of an entry does not keep that.
          const { event, data } = entry;
          yield { kind: "event", id: idOf(seen), event, data } as BusMessage;
        } else {
          const left = idleMs - (performance.now() - quietSince);
          if (sentIdle && (await wokenWithin(left, signal))) continue;
          sentIdle = true;
          yield { kind: "idle", id: idOf(seen) };
        }
        quietSince = performance.now();
      }
    } finally {
      subscribers--;
      if (subscribers === 0) for (const source of sources) stopSource(source);
    }
  }

  return {
    publish(event, data, recipients) {
      if (recipients?.only === null) return;
      const entry = { event, data, recipients };
      ring[latest % capacity] = entry;
      latest++;
      counts.add(entry);
      wakeAll();
    },
    subscribe(subscription) {
      const { after } = subscription;
      const view = viewOf(subscription);
      // The position is taken now, not when reading begins.
      const start: Place = { at: latest, seen: view.total() };
      return read(view, after === undefined ? start : placeOf(after, view), start, subscription);
    },
    source(start) {
      const source: Source = { start };
      sources.add(source);
      if (subscribers > 0) source.stop = start();
      return () => {
        sources.delete(source);
        stopSource(source);
      };
    },
    close() {
      end.abort();
      for (const source of sources) stopSource(source);
      sources.clear();
      wakeAll();
    },
  };
}

function stopSource(source: Source): void {
  source.stop?.();
  source.stop = undefined;
}

export default definePlugin({
  id: "event-bus",
  summary: "Carries events from plugins to subscribers.",
  options: z.strictObject({
    buffer: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1000)
      .describe("Number of events kept for slow subscribers and for those that reconnect."),
  }),
  needs: { ids: Ids, runtime: Runtime },
  events: { "registry.changed": { of: RegistryChanged, scope: "instance" } },
  provides: { bus: EventBus },
  setup({ ids, runtime }, { options, defer }) {
    const bus = createBus(options.buffer, ids.hex(16));
    defer(() => bus.close());
    defer(runtime.onChange(({ revision }) => bus.publish("registry.changed", { revision })));
    return { bus };
  },
});
