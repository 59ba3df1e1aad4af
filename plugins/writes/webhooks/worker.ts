/** Sends due deliveries: woken by writes of this process, and by polling for writes of others. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Histogram, messageOf, type Log, type Queue } from "waymark";
import type { Clock } from "waymark/services";
import { Outage } from "../../shared/outage.ts";
import { retryDelay, type Backoff } from "./backoff.ts";
import type { AttemptEnd, Claimed, Deliveries } from "./deliveries.ts";
import { bodyOf, errorOf } from "./message.ts";
import type { WebhookAttempt, SubscriptionRow } from "./schemas.ts";
import { signedHeaders } from "./signature.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { CONFIRMATION_ATTEMPTS } from "./statement.ts";
import { NoAnswer, type Answer } from "./target.ts";
import { watchedAttempt, watchedRound } from "./watched.ts";

/** Milliseconds between two looks for deliveries of other processes. */
const LOOK_MS = 1000;
/** Milliseconds after which a look asks the database although nothing seems to be due. */
const ASK_MS = 30_000;
/** Time beyond an attempt's own until another process may take a delivery, in milliseconds. */
const LEASE_MARGIN_MS = 2000;
/** Time that attempts under way may take at the end, in milliseconds. */
const DRAIN_MS = 4000;
/** Attempts at a time for one subscription, of each process. While they take all their time, there is one. */
const PER_SUBSCRIPTION = 4;
const GONE = 410;

export interface WorkerOptions {
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly timeoutMs: number;
}

interface Parts {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly clock: Clock;
  readonly log: Log;
  /** Places of attempts. */
  readonly places: Queue;
  /** Checks that the server takes work. */
  readonly isReady: () => boolean;
  readonly send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
    wantsText: boolean,
  ) => Promise<Answer>;
}

export class Worker {
  readonly #parts: Parts;
  readonly #options: WorkerOptions;
  readonly #end = new AbortController();
  readonly #outage: Outage;
  readonly #endOutage: Outage;
  /** A round serves many requests: it must not run on in the trace of the request that woke it. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #closing = new AbortController();
  /** Subscriptions that wait for a place: each for one, so that they take turns. */
  readonly #waiting = new Set<string>();
  /** Places that were waited for, by subscription, until the next round uses them. */
  #granted = new Map<string, () => void>();
  /** Subscriptions whose latest attempts took all their time. */
  readonly #slow = new Set<string>();
  readonly #looking: NodeJS.Timeout;
  /** Attempts by outcome, since the start. */
  readonly counts = { delivered: 0, failed: 0, dead: 0 };
  /** Durations of attempts, by outcome. */
  readonly seconds = new Histogram([0.01, 0.05, 0.1, 0.5, 1, 5, 10]);
  #round: Promise<void> | undefined;
  #isWoken = false;
  #isClosed = false;
  /** The version as of the latest round, and when the next delivery is due. */
  #seen: number | undefined;
  #nextAt = 0;

  constructor(parts: Parts, options: WorkerOptions) {
    this.#parts = parts;
    this.#outage = new Outage(parts.log, "webhooks", "sent");
    this.#endOutage = new Outage(parts.log, "the ends of deliveries", "recorded");
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Begins a round, or another round after the round under way. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isClosed || !this.#parts.isReady()) return;
    this.#round ??= this.#outage
      .watch(() => this.#outside(() => watchedRound(() => this.#rounds())))
      .finally(() => {
        this.#round = undefined;
        if (this.#isWoken && this.#seen !== undefined) this.wake();
      });
  };

  /** Takes no further deliveries, and lets those under way end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closing.abort();
    clearInterval(this.#looking);
    await this.#round;
    const timer = setTimeout(() => this.#end.abort(), DRAIN_MS);
    await Promise.all([...this.#running.values()].flatMap((attempts) => [...attempts]));
    clearTimeout(timer);
  }

  #look(): void {
    const { deliveries, clock } = this.#parts;
    try {
      if (this.#isWoken || deliveries.version !== this.#seen || clock.now() >= this.#nextAt)
        this.wake();
    } catch (error) {
      this.#outage.begin(error);
    }
  }

  async #rounds(): Promise<void> {
    const { subscriptions, deliveries } = this.#parts;
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      this.#seen = deliveries.version;
      const granted = this.#granted;
      this.#granted = new Map();
      let nextAt = Infinity;
      try {
        for (const subscription of await subscriptions.active())
          nextAt = Math.min(nextAt, await this.#serve(subscription, granted));
      } catch (error) {
        this.#nextAt = 0; // the next look begins another round
        throw error;
      } finally {
        for (const release of granted.values()) release();
      }
      this.#nextAt = Math.min(nextAt, this.#parts.clock.now() + ASK_MS);
      this.#schedule(nextAt);
    }
  }

  /** Starts attempts as far as there are places, and returns when the next delivery is due. */
  async #serve(subscription: SubscriptionRow, granted: Map<string, () => void>): Promise<number> {
    const { deliveries, places } = this.#parts;
    const { id, owner = "" } = subscription;
    const { timeoutMs } = this.#options;
    const atMost = this.#slow.has(id) ? 1 : PER_SUBSCRIPTION;
    const free = atMost - (this.#running.get(id)?.size ?? 0);
    if (free <= 0 || this.#isClosed || this.#waiting.has(id)) return Infinity;
    const { due, nextAt } = await deliveries.due(subscription, free);
    for (const row of due) {
      const place = granted.get(id) ?? places.take({ owner, route: id }, this.#closing.signal);
      if (place instanceof Promise) {
        this.#await(id, place);
        return Infinity;
      }
      granted.set(id, place);
      const claimed = await deliveries.claim(row, timeoutMs + LEASE_MARGIN_MS);
      if (claimed === undefined) continue;
      granted.delete(id);
      this.#start(claimed, subscription, place);
    }
    return nextAt;
  }

  #await(id: string, place: Promise<() => void>): void {
    this.#waiting.add(id);
    place
      .then((release) => (this.#isClosed ? release() : void this.#granted.set(id, release)))
      .catch(() => {}) // the worker closes
      .finally(() => {
        this.#waiting.delete(id);
        this.wake();
      });
  }

  /** Wakes the worker sooner than the next look, if that would be late. */
  #schedule(nextAt: number): void {
    const inMs = nextAt - this.#parts.clock.now();
    if (inMs < LOOK_MS) setTimeout(this.wake, Math.max(inMs, 1)).unref();
  }

  #start(delivery: Claimed, subscription: SubscriptionRow, release: () => void): void {
    const own = this.#running.get(subscription.id) ?? new Set();
    this.#running.set(subscription.id, own);
    const attempt = this.#endOutage
      .watch(() => this.#attempt(delivery, subscription), { delivery: delivery.id })
      .finally(() => {
        own.delete(attempt);
        if (own.size === 0) this.#running.delete(subscription.id);
        release();
        this.wake();
      });
    own.add(attempt);
  }

  async #attempt(delivery: Claimed, subscription: SubscriptionRow): Promise<void> {
    const { clock, log, send, deliveries, subscriptions } = this.#parts;
    if (!(await subscriptions.mayReceive(subscription))) return deliveries.release(delivery);
    const at = clock.now();
    const body = bodyOf(delivery);
    const secrets = subscriptions.secretsOf(subscription, at);
    const headers = new Headers({
      "content-type": "application/json",
      "user-agent": "waymark-webhooks",
      ...(delivery.trace !== undefined && { traceparent: delivery.trace }),
      ...signedHeaders(delivery.message, Math.floor(at / 1000), body, secrets),
    });
    const begun = performance.now();
    const result = await watchedAttempt(delivery, subscription, headers, () =>
      send(
        subscription.url,
        Object.fromEntries(headers),
        body,
        this.#end.signal,
        delivery.challenge !== undefined,
      ),
    ).then(
      (answer) => ({ ...answer, error: errorOf(answer, delivery.challenge) }),
      (error: unknown) => {
        if (error instanceof NoAnswer) {
          if (error.isTimeout) this.#slow.add(subscription.id);
          log.debug("a target did not answer", { delivery: delivery.id, reason: error.reason });
        }
        return { status: undefined, retryAfter: undefined, error: messageOf(error) };
      },
    );
    if (result.error !== undefined && this.#end.signal.aborted) return deliveries.release(delivery);
    const { status, error } = result;
    if (error === undefined) this.#slow.delete(subscription.id);
    const attempt: WebhookAttempt = {
      at: new Date(at).toISOString(),
      durationMs: Math.round(performance.now() - begun),
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
    };
    const end = this.#endOf(delivery, result);
    // In the same transaction, so that a URL that changes just then begins a confirmation of its own.
    const isEnded = await deliveries.end(delivery, attempt, end, async () => {
      if (delivery.challenge !== undefined && end.kind === "delivered")
        await subscriptions.noteConfirmed(subscription.id, subscription.url);
    });
    if (!isEnded || delivery.challenge !== undefined) return;
    const outcome = end.kind === "retry" ? "failed" : end.kind;
    this.counts[outcome]++;
    this.seconds.observe(attempt.durationMs / 1000, { outcome });
    const isDead = end.kind === "dead";
    if (isDead || (end.kind === "delivered" && subscription.dead > 0))
      await subscriptions.noteEnd(subscription.id, isDead);
  }

  #endOf(
    { tries, challenge }: Claimed,
    result: {
      readonly status: number | undefined;
      readonly retryAfter: number | undefined;
      readonly error: string | undefined;
    },
  ): AttemptEnd {
    if (result.error === undefined) return { kind: "delivered" };
    const { maxAttempts } = this.#options;
    const atMost =
      challenge === undefined ? maxAttempts : Math.min(maxAttempts, CONFIRMATION_ATTEMPTS);
    if (result.status === GONE || tries + 1 >= atMost) return { kind: "dead" };
    const inMs = retryDelay(this.#options.backoff, tries, result.retryAfter);
    return { kind: "retry", inMs };
  }
}
