/** The latest events, which each subscriber reads at its own pace: the part that all event buses share. */
import type { Principal } from "waymark";
import { isRecipient, type Recipients } from "waymark/advanced";
import type { BusEvents, BusMessage, EventBus, Subscription } from "waymark/services";

/** An event as far as it decides who receives it. */
export interface Addressed {
  readonly event: keyof BusEvents;
  /** Default: all whom its name does not exclude. */
  readonly recipients?: Recipients | undefined;
}

export interface Entry extends Addressed {
  readonly data: BusEvents[keyof BusEvents];
}

/** The events that one subscriber learns of. A mark is a place in them, which hidden events do not move. */
export interface View<E extends Entry, M> {
  shows(entry: E): boolean;
  /** Returns the mark after all events so far. */
  now(): M;
  after(mark: M, entry: E): M;
  idOf(mark: M): string;
  /** Returns the mark of an id; undefined if the id is not of this view. */
  markOf(id: string): M | undefined;
  /** Returns the number of events of the ring before a mark, lost events included; undefined if that is unknown. */
  find(mark: M): number | undefined;
  /** Checks that an id may be of an event that has not arrived here yet. Default: false for all ids. */
  isToCome?(id: string): boolean;
}

/** Milliseconds that a subscriber waits for the event that it has seen elsewhere. */
const ARRIVAL_MS = 2000;

/** Events so far, the lost ones included, and the mark after them. */
interface Place<M> {
  readonly at: number;
  readonly mark: M;
}

interface Source {
  readonly start: () => () => void;
  /** Set while the source runs. */
  stop?: (() => void) | undefined;
}

export class EventRing<E extends Entry, M> implements Pick<EventBus, "subscribe" | "source"> {
  readonly #capacity: number;
  readonly #viewOf: (subscription: Subscription) => View<E, M>;
  readonly #ring: (E | undefined)[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #sources = new Set<Source>();
  readonly #end = new AbortController();
  #latest = 0;
  #subscribers = 0;

  constructor(capacity: number, viewOf: (subscription: Subscription) => View<E, M>) {
    this.#capacity = capacity;
    this.#viewOf = viewOf;
  }

  /** Number of the latest event; the first has number 1. */
  get latest(): number {
    return this.#latest;
  }

  /** Number of the oldest event that is kept, or the one to come. */
  get oldest(): number {
    return Math.max(1, this.#latest - this.#capacity + 1);
  }

  /** Returns the event with this number; undefined if it is not kept. */
  at(number: number): E | undefined {
    return number < this.oldest || number > this.#latest
      ? undefined
      : this.#ring[(number - 1) % this.#capacity];
  }

  add(entry: E): void {
    this.#ring[this.#latest % this.#capacity] = entry;
    this.#latest++;
  }

  /** Has subscribers read the events that were added. */
  wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Forgets all events. Subscribers look for their marks among the events to come. */
  clear(): void {
    this.#ring.length = 0;
    this.#latest += this.#capacity + 1;
  }

  subscribe(subscription: Subscription): AsyncIterable<BusMessage> {
    const { after } = subscription;
    const view = this.#viewOf(subscription);
    // The position is taken now, not when reading begins.
    const start: Place<M> = { at: this.#latest, mark: view.now() };
    const from = after === undefined ? start : placeOf(view.markOf(after), view);
    return this.#read(view, from, start, subscription);
  }

  source(start: () => () => void): () => void {
    const source: Source = { start };
    this.#sources.add(source);
    if (this.#subscribers > 0) source.stop = start();
    return () => {
      this.#sources.delete(source);
      stopSource(source);
    };
  }

  close(): void {
    this.#end.abort();
    for (const source of this.#sources) stopSource(source);
    this.#sources.clear();
    this.wake();
  }

  /** `known` is undefined if it is unknown which events the subscriber has seen. */
  async *#read(
    view: View<E, M>,
    known: Place<M> | undefined,
    start: Place<M>,
    { after, signal, idleMs }: Subscription,
  ): AsyncGenerator<BusMessage, void> {
    this.#subscribers++;
    if (this.#subscribers === 1) for (const source of this.#sources) source.stop = source.start();
    try {
      const from = known ?? (await this.#arrival(view, after, signal));
      let { at, mark } = from ?? start;
      let sentIdle = false;
      if (from === undefined) yield { kind: "missed", id: view.idOf(mark) };
      // Since the last message, because hidden events would put off idle messages, and show in that.
      let quietSince = performance.now();
      while (!signal.aborted && !this.#end.signal.aborted) {
        if (at < this.oldest - 1) {
          const place = placeOf(mark, view);
          ({ at, mark } = place ?? { at: this.#latest, mark: view.now() });
          if (place !== undefined) continue;
          yield { kind: "missed", id: view.idOf(mark) };
        } else if (at < this.#latest) {
          at++;
          const entry = this.at(at);
          if (entry === undefined || !view.shows(entry)) continue;
          mark = view.after(mark, entry);
          // `publish` checks that the data fits the event; the type of an entry does not keep that.
          const { event, data } = entry;
          yield { kind: "event", id: view.idOf(mark), event, data } as BusMessage;
        } else {
          const left = idleMs - (performance.now() - quietSince);
          if (sentIdle && (await this.#wokenWithin(left, signal))) continue;
          sentIdle = true;
          yield { kind: "idle", id: view.idOf(mark) };
        }
        quietSince = performance.now();
      }
    } finally {
      this.#subscribers--;
      if (this.#subscribers === 0) for (const source of this.#sources) stopSource(source);
    }
  }

  /** Resolves to the place after an event that is yet to come; undefined if it does not come. */
  async #arrival(
    view: View<E, M>,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<Place<M> | undefined> {
    const until = performance.now() + ARRIVAL_MS;
    if (id === undefined) return undefined;
    while (view.isToCome?.(id) === true && !this.#end.signal.aborted) {
      const left = until - performance.now();
      if (signal.aborted || left <= 0 || !(await this.#wokenWithin(left, signal))) return undefined;
      const place = placeOf(view.markOf(id), view);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  /** Resolves to true after an event or at the end of the subscription or the bus; to false after `ms` without any. */
  #wokenWithin(ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (woken: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve(woken);
      };
      const wake = () => settle(true);
      const timer = setTimeout(settle, ms, false);
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }
}

function placeOf<E extends Entry, M>(mark: M | undefined, view: View<E, M>): Place<M> | undefined {
  const at = mark === undefined ? undefined : view.find(mark);
  return at === undefined || mark === undefined ? undefined : { at, mark };
}

function stopSource(source: Source): void {
  source.stop?.();
  source.stop = undefined;
}

export function isShown(
  { event, recipients }: Addressed,
  hidden: ReadonlySet<string>,
  caller: Principal | undefined,
): boolean {
  return !hidden.has(event) && (recipients === undefined || isRecipient(caller, recipients));
}
