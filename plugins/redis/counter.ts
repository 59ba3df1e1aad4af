/**
 * A counter that all nodes share: a client's window opens with its first request at any of them. A node takes requests
 * beforehand (a lease), so that it decides most of them alone, and all nodes together never allow more than the limit.
 * While Redis is away, each allows its share of it.
 */
import type { MaybePromise } from "waymark";
import type { Counter, Limit, Quota } from "waymark/services";
import { Generations } from "../shared/generations.ts";
import type { Connection } from "./connection.ts";
import { RETURN, TAKE } from "./limit-scripts.ts";
import { batchAfter, freeIn, ownWindow, quotaOf, windowAfter, type Window } from "./window.ts";

/** A question to Redis about one client, shared by all requests that wait for it. */
interface Question {
  /** Requests that wait; grows until the question is sent. */
  waiting: number;
  isSent: boolean;
  /** False if Redis did not answer. */
  readonly answer: Promise<boolean>;
}

export interface CounterSettings {
  readonly maxClients: number;
  /** Returns the key in Redis of a client, which does not show its address. */
  readonly keyOf: (client: string) => string;
  /** Returns how many nodes there are, 1 at least. */
  readonly nodes: () => number;
}

/** Leases returned in one sweep. */
const MAX_RETURNS = 2000;
/** Time an answer holds for requests that do not count, in milliseconds. */
const PEEK_MS = 1000;

export class LeaseCounter implements Counter {
  readonly #connection: Connection;
  readonly #settings: CounterSettings;
  readonly #windows: Generations<Window>;
  readonly #questions = new Map<string, Question>();
  /** Windows with a lease, by client. */
  readonly #leases = new Map<string, { readonly window: Window; readonly windowMs: number }>();

  constructor(connection: Connection, settings: CounterSettings) {
    this.#connection = connection;
    this.#settings = settings;
    this.#windows = new Generations(settings.maxClients);
  }

  take(client: string, now: number, limit: Limit): MaybePromise<Quota> {
    return this.#decide(client, now, limit) ?? this.#wait(client, limit);
  }

  peek(client: string, now: number, limit: Limit): MaybePromise<Quota> {
    const window = this.#windows.find(client, now, limit.windowMs);
    const isFresh = window !== undefined && (window.lease > 0 || now - window.seenAt < PEEK_MS);
    if (isFresh || !this.#connection.isUp) return this.#quota(window, limit, now);
    return this.#ask(client, limit, 0).then(() => {
      const later = performance.now();
      return this.#quota(this.#windows.find(client, later, limit.windowMs), limit, later);
    });
  }

  /** Returns requests to Redis that were not used since `before`. */
  returnIdle(before: number): Promise<unknown>[] {
    const now = performance.now();
    const returned: Promise<unknown>[] = [];
    for (const [client, { window, windowMs }] of this.#leases) {
      const { lease, endsAt, touchedAt } = window;
      if (lease > 0 && now < endsAt && touchedAt > before) continue;
      if (returned.length >= MAX_RETURNS) break;
      this.#leases.delete(client);
      if (lease === 0 || now >= endsAt) continue;
      window.lease = 0;
      window.returned += lease;
      window.batch = 1;
      const key = this.#settings.keyOf(client);
      const left = Math.ceil(endsAt - now);
      returned.push(this.#connection.eval(RETURN, [key], [lease, windowMs, left]));
    }
    return returned;
  }

  /** Decides here and now; undefined if Redis has to be asked. */
  #decide(client: string, now: number, limit: Limit): Quota | undefined {
    const window = this.#windows.find(client, now, limit.windowMs);
    if (window !== undefined && window.lease > 0) {
      window.lease--;
      window.used++;
      window.touchedAt = now;
      return this.#quota(window, limit, now);
    }
    if (window !== undefined && freeIn(window, limit) <= 0 && now < window.askAgainAt)
      return quotaOf(window, limit, now, false);
    return this.#connection.isUp ? undefined : this.#decideAlone(client, now, limit);
  }

  async #wait(client: string, limit: Limit): Promise<Quota> {
    for (;;) {
      const isAnswered = await this.#ask(client, limit, 1);
      const now = performance.now();
      const quota = isAnswered
        ? this.#decide(client, now, limit)
        : this.#decideAlone(client, now, limit);
      if (quota !== undefined) return quota;
    }
  }

  /** Allows this node's share of the limit while Redis is away. */
  #decideAlone(client: string, now: number, limit: Limit): Quota {
    let window = this.#windows.find(client, now, limit.windowMs);
    if (window?.isOpen !== true) {
      window = ownWindow(now, limit);
      this.#windows.set(client, window, now, limit.windowMs);
    }
    const free = freeIn(window, limit) - window.spent;
    const allowed = free > 0 && window.used < this.#shareOf(limit);
    if (allowed) {
      window.used++;
      window.spent++;
    }
    return this.#quota(window, limit, now, allowed);
  }

  #shareOf({ limit }: Limit): number {
    return Math.max(1, Math.floor(limit / this.#settings.nodes()));
  }

  #quota(window: Window | undefined, limit: Limit, now: number, allowed = true): Quota {
    if (this.#connection.isUp) return quotaOf(window, limit, now, allowed);
    const share = this.#shareOf(limit) - (window?.used ?? 0);
    return quotaOf(window, limit, now, allowed, Math.max(share, window?.lease ?? 0));
  }

  /** Asks Redis about a client. */
  #ask(client: string, limit: Limit, waiting: number): Promise<boolean> {
    const pending = this.#questions.get(client);
    if (pending !== undefined) {
      if (!pending.isSent) pending.waiting += waiting;
      return pending.answer;
    }
    // Sent in a microtask, so that all who wait for the same client are counted.
    const answer = Promise.resolve().then(async () => {
      question.isSent = true;
      try {
        await this.#send(client, limit, question.waiting);
        return true;
      } catch {
        return false;
      } finally {
        this.#questions.delete(client);
      }
    });
    const question: Question = { waiting, isSent: false, answer };
    this.#questions.set(client, question);
    return answer;
  }

  async #send(client: string, limit: Limit, waiting: number): Promise<void> {
    const { windowMs } = limit;
    const sentAt = performance.now();
    const known = this.#windows.find(client, sentAt, windowMs);
    const batch = batchAfter(known, limit, sentAt);
    const spent = known?.spent ?? 0;
    const brought =
      known?.isOpen === true
        ? [Math.ceil(known.endsAt - sentAt), known.given, known.returned, spent]
        : [0, 0, 0, 0];
    const counts = await this.#connection.eval(
      TAKE,
      [this.#settings.keyOf(client)],
      [limit.limit, windowMs, waiting, batch, this.#settings.nodes(), ...brought],
    );
    const [taken, given, returned, left] = counts as [number, number, number, number]; // as the script returns
    const now = performance.now();
    // Found again, because requests may have been allowed or returned since.
    const before = this.#windows.find(client, sentAt, windowMs);
    const reply = { sentAt, now, batch, spent, taken, given, returned, left };
    const window = windowAfter(reply, before, limit);
    this.#windows.set(client, window, now, windowMs);
    if (window.lease > 0) this.#leases.set(client, { window, windowMs });
  }
}
