/** Events in memory: a ring buffer of the latest events, which each subscriber reads at its own pace. */
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

interface Entry {
  readonly event: keyof BusEvents;
  readonly data: BusEvents[keyof BusEvents];
}

interface Source {
  readonly start: () => () => void;
  /** Set while the source runs. */
  stop?: (() => void) | undefined;
}

/** Returns a bus that keeps `capacity` events. `name` (16 hex digits) makes its ids differ from other processes' ids. */
export function createBus(capacity: number, name: string): Bus & { close(): void } {
  const ring: Entry[] = [];
  const waiting = new Set<() => void>();
  const sources = new Set<Source>();
  /** Number of the latest event; the first has number 1. */
  let latest = 0;
  let subscribers = 0;
  const end = new AbortController();

  const idOf = (number: number) => `${name}-${number}`;

  /** Number of the event with this id; undefined for ids of other buses. */
  function numberOf(id: string): number | undefined {
    const number = Number(/^[0-9a-f]{16}-(0|[1-9]\d{0,14})$/.exec(id)?.[1]);
    return id === idOf(number) && number <= latest ? number : undefined;
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

  /** `from` is the number of the last event that the subscriber has seen; undefined when that is unknown. */
  async function* read(
    from: number | undefined,
    start: number,
    { signal, idleMs }: Subscription,
  ): AsyncGenerator<BusMessage, void> {
    subscribers++;
    if (subscribers === 1) for (const source of sources) source.stop = source.start();
    try {
      let at = from ?? start;
      let sentIdle = false;
      if (from === undefined) yield { kind: "missed", id: idOf(at) };
      while (!signal.aborted && !end.signal.aborted) {
        if (at < latest - capacity) {
          at = latest;
          yield { kind: "missed", id: idOf(at) };
        } else if (at < latest) {
          const entry = ring[at % capacity];
          at++;
          // `publish` checks that the data fits the event; the type of an entry does not keep that.
          yield { kind: "event", id: idOf(at), ...entry } as BusMessage;
        } else if (!sentIdle || !(await wokenWithin(idleMs, signal))) {
          sentIdle = true;
          yield { kind: "idle", id: idOf(at) };
        }
      }
    } finally {
      subscribers--;
      if (subscribers === 0) for (const source of sources) stopSource(source);
    }
  }

  return {
    publish(event, data) {
      ring[latest % capacity] = { event, data };
      latest++;
      wakeAll();
    },
    subscribe(subscription) {
      const { after } = subscription;
      // The position is taken now, not when reading begins.
      return read(after === undefined ? latest : numberOf(after), latest, subscription);
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
  events: { "registry.changed": RegistryChanged },
  provides: { bus: EventBus },
  setup({ ids, runtime }, { options, defer }) {
    const bus = createBus(options.buffer, ids.hex(16));
    defer(() => bus.close());
    defer(runtime.onChange(({ revision }) => bus.publish("registry.changed", { revision })));
    return { bus };
  },
});
