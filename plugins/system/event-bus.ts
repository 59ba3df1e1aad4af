/** Events in memory: a ring of the latest ones, which every subscriber reads at its own pace. */
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
import { RegistryChanged } from "../../schemas/stream-events.ts";

interface Entry {
  readonly event: keyof BusEvents;
  readonly data: BusEvents[keyof BusEvents];
}

interface Source {
  readonly start: () => () => void;
  /** Set while the source runs. */
  stop?: (() => void) | undefined;
}

/** A bus that remembers `capacity` events. `name` tells its ids from those of other processes: 16 hex digits. */
export function createBus(capacity: number, name: string): Bus & { close(): void } {
  const ring: Entry[] = [];
  const waiting = new Set<() => void>();
  const sources = new Set<Source>();
  /** Number of the latest event; the first has number 1. */
  let latest = 0;
  let subscribers = 0;
  const end = new AbortController();

  const idOf = (number: number) => `${name}-${number}`;

  /** Number of the event with this id; undefined when it is none of ours. */
  function numberOf(id: string): number | undefined {
    const number = Number(/^[0-9a-f]{16}-(0|[1-9]\d{0,14})$/.exec(id)?.[1]);
    return id === idOf(number) && number <= latest ? number : undefined;
  }

  function wakeAll(): void {
    for (const wake of waiting) wake();
  }

  /** True after the next event, or at the end of the subscription or the bus; false when `ms` were quiet. */
  function somethingWithin(ms: number, signal: AbortSignal): Promise<boolean> {
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

  function join(): void {
    subscribers++;
    if (subscribers === 1) for (const source of sources) source.stop = source.start();
  }

  function leave(): void {
    subscribers--;
    if (subscribers > 0) return;
    for (const source of sources) halt(source);
  }

  /** `from`: number of the last event that the subscriber knows; undefined when it cannot be told. */
  async function* read(
    from: number | undefined,
    start: number,
    { signal, idleMs }: Subscription,
  ): AsyncGenerator<BusMessage, void> {
    join();
    try {
      let at = from ?? start;
      let told = false;
      if (from === undefined) yield { kind: "missed", id: idOf(at) };
      while (!signal.aborted && !end.signal.aborted) {
        if (at < latest - capacity) {
          at = latest;
          yield { kind: "missed", id: idOf(at) };
        } else if (at < latest) {
          const entry = ring[at % capacity];
          at++;
          // An event's name and data came in together, which the types of an entry no longer know.
          yield { kind: "event", id: idOf(at), ...entry } as BusMessage;
        } else if (!told || !(await somethingWithin(idleMs, signal))) {
          told = true;
          yield { kind: "idle", id: idOf(at) };
        }
      }
    } finally {
      leave();
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
      // The place is taken now, not when reading begins.
      return read(after === undefined ? latest : numberOf(after), latest, subscription);
    },
    source(start) {
      const source: Source = { start };
      sources.add(source);
      if (subscribers > 0) source.stop = start();
      return () => {
        sources.delete(source);
        halt(source);
      };
    },
    close() {
      end.abort();
      for (const source of sources) halt(source);
      sources.clear();
      wakeAll();
    },
  };
}

function halt(source: Source): void {
  source.stop?.();
  source.stop = undefined;
}

export default definePlugin({
  id: "event-bus",
  summary: "Takes events from whoever notices them to whoever wants to know.",
  options: z.strictObject({
    buffer: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1000)
      .describe("Events kept for subscribers that are slow, or come back after a break."),
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
