/** Shares places, so that neither one owner nor one route can keep the others from them. */
import { Histogram, type HistogramSeries } from "../../../registry/contract/plugin/histogram.ts";
import type {
  Holder,
  Queue,
  QueueSettings,
  QueueUse,
} from "../../../registry/contract/plugin/queue.ts";
import type { MaybePromise } from "../../../registry/contract/types.ts";
import { Unavailable } from "./refusal.ts";

/** The share of all places that is kept for owners without one, and that no route alone can have. */
const RESERVED = 0.2;
const WAITING_PER_PLACE = 100;
/** Upper bounds of waits, in seconds. */
const BOUNDS = [0, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30];

interface Taker extends Holder {
  /** Time at which it got its place, or began to wait for it, as `performance.now()` returns it. */
  readonly since: number;
}

interface Waiter extends Taker {
  readonly settle: (place: (() => void) | Promise<never>) => void;
}

/**
 * Places for callers, fair by owner and route. Plugins make theirs with `queue` of `setup`, by which operators see them.
 */
export class FairQueue implements Queue {
  readonly name: string;
  readonly places: number;
  readonly waits = new Histogram(BOUNDS);
  waiting = 0;
  refused = 0;
  readonly #waits: HistogramSeries;
  readonly #perOwner: number;
  readonly #perRoute: number;
  readonly #reserved: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  readonly #held = new Set<Taker>();
  readonly #heldByOwner = new Map<string, number>();
  readonly #heldByRoute = new Map<string, number>();
  /** Waiters by owner: owners in the order of their next turns, the waiters of each in the order of arrival. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  constructor({ name, places, maxWaitMs, ...limits }: QueueSettings & { readonly name: string }) {
    const reserved = places > 1 ? Math.max(1, Math.floor(places * RESERVED)) : 0;
    this.name = name;
    this.places = places;
    this.#waits = this.waits.series({ queue: name });
    this.#perOwner = limits.perOwner ?? Math.max(1, Math.floor(places / 2));
    this.#perRoute = limits.perRoute ?? places - reserved;
    // None if one owner may have every place.
    this.#reserved = Math.min(reserved, Math.max(0, places - this.#perOwner));
    this.#maxWaiting = limits.maxWaiting ?? places * WAITING_PER_PLACE;
    this.#maxWaitMs = maxWaitMs;
  }

  get inUse(): number {
    return this.#held.size;
  }

  get uses(): readonly QueueUse[] {
    const now = performance.now();
    const all = [...this.#held, ...[...this.#waiting.values()].flatMap((waiters) => [...waiters])];
    const groups = Map.groupBy(all, ({ owner, route }) => JSON.stringify([owner, route]));
    return Array.from(groups.values(), (takers) => {
      const [{ owner, route } = { owner: "", route: "" }] = takers;
      const inUse = takers.filter((one) => this.#held.has(one)).length;
      const oldestMs = Math.round(Math.max(...takers.map(({ since }) => now - since)));
      return { owner, route, inUse, waiting: takers.length - inUse, oldestMs };
    });
  }

  take(holder: Holder, signal?: AbortSignal): MaybePromise<() => void> {
    if (!this.#isFreeFor(holder)) return this.#wait(holder, signal);
    return this.#hold(holder, 0);
  }

  #isFreeFor({ owner, route }: Holder): boolean {
    const own = this.#heldByOwner.get(owner) ?? 0;
    return (
      this.#held.size < this.places - (own === 0 ? 0 : this.#reserved) &&
      own < this.#perOwner &&
      (this.#heldByRoute.get(route) ?? 0) < this.#perRoute
    );
  }

  #hold({ owner, route }: Holder, waitedMs: number): () => void {
    const taker = { owner, route, since: performance.now() };
    this.#waits.observe(waitedMs / 1000);
    this.#held.add(taker);
    add(this.#heldByOwner, owner, 1);
    add(this.#heldByRoute, route, 1);
    return () => {
      if (!this.#held.delete(taker)) return;
      add(this.#heldByOwner, owner, -1);
      add(this.#heldByRoute, route, -1);
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        this.#leave(next);
        const others = this.#waiting.get(next.owner);
        // The owner goes to the end of the round.
        if (others !== undefined && this.#waiting.delete(next.owner))
          this.#waiting.set(next.owner, others);
        next.settle(this.#hold(next, performance.now() - next.since));
      }
    };
  }

  #wait({ owner, route }: Holder, signal: AbortSignal | undefined): Promise<() => void> {
    if (this.#maxWaiting === 0) return Promise.reject(this.#refusal("callers cannot wait for one"));
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const leave = () => this.#refuse(waiter, "the caller left");
    const late = () => this.#refuse(waiter, `none was free within ${this.#maxWaitMs} ms`);
    const timer = setTimeout(late, this.#maxWaitMs);
    const settle: Waiter["settle"] = (place) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      resolve(place);
    };
    const waiter: Waiter = { owner, route, since: performance.now(), settle };
    this.#waiting.set(owner, (this.#waiting.get(owner) ?? new Set()).add(waiter));
    this.waiting++;
    signal?.addEventListener("abort", leave);
    if (signal?.aborted) leave();
    else if (this.waiting > this.#maxWaiting) this.#refuseOne();
    return promise;
  }

  /** Returns the first waiter that may have a free place: of the owner with the fewest, among equals the next in turn. */
  #next(): Waiter | undefined {
    let best: Waiter | undefined;
    let fewest = Infinity;
    for (const [owner, waiters] of this.#waiting) {
      const own = this.#heldByOwner.get(owner) ?? 0;
      if (own >= fewest) continue;
      const first = waiters.values().find((one) => this.#isFreeFor(one));
      if (first === undefined) continue;
      best = first;
      fewest = own;
    }
    return best;
  }

  /** Refuses the newest waiter of the owner with the most of them. */
  #refuseOne(): void {
    const most = [...this.#waiting.values()].reduce((a, b) => (b.size >= a.size ? b : a));
    const newest = [...most].at(-1);
    if (newest !== undefined) this.#refuse(newest, `${this.#maxWaiting} wait already`);
  }

  #refuse(waiter: Waiter, reason: string): void {
    this.#leave(waiter);
    this.refused++;
    waiter.settle(Promise.reject(this.#refusal(reason)));
  }

  #refusal(reason: string): Unavailable {
    const message = `all ${this.places} places of ${this.name} are taken: ${reason}`;
    return new Unavailable(message, { retryAfter: Math.max(1, Math.ceil(this.#maxWaitMs / 1000)) });
  }

  #leave(waiter: Waiter): void {
    const waiters = this.#waiting.get(waiter.owner);
    if (waiters?.delete(waiter)) this.waiting--;
    if (waiters?.size === 0) this.#waiting.delete(waiter.owner);
  }
}

/** Adds to a count. Forgets counts of zero, as the number of owners has no bound. */
function add(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}
