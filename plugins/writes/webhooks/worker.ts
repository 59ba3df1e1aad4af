/** Sends what is due: woken by writes of this process, and by looking for those of others. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Histogram, messageOf, type Log } from "waymark";
import type { Clock } from "waymark/services";
import { retryDelay, type Backoff } from "./backoff.ts";
import type { AttemptEnd, Claimed, Deliveries } from "./deliveries.ts";
import type { WebhookAttempt, SubscriptionRow } from "./schemas.ts";
import { signedHeaders } from "./signature.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Answer } from "./target.ts";
import { watchedAttempt, watchedRound } from "./watched.ts";

/** How often to look for deliveries of other processes, in milliseconds. */
const LOOK_MS = 1000;
/** Beyond the time of an attempt, until another process may take a delivery. */
const LEASE_MARGIN_MS = 2000;
/** How long attempts under way may take at the end, in milliseconds. */
const DRAIN_MS = 4000;
const GONE = 410;

export interface WorkerOptions {
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly perSubscription: number;
}

interface Parts {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the server takes work. */
  readonly isReady: () => boolean;
  readonly send: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ) => Promise<Answer>;
}

export class Worker {
  readonly #parts: Parts;
  readonly #options: WorkerOptions;
  readonly #end = new AbortController();
  /** A round serves many requests: it must not run on in the trace of the one that woke it. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #looking: NodeJS.Timeout;
  /** By outcome, since the start. */
  readonly counts = { delivered: 0, failed: 0, dead: 0 };
  /** How long attempts took, by outcome. */
  readonly seconds = new Histogram([0.01, 0.05, 0.1, 0.5, 1, 5, 10]);
  #round: Promise<void> | undefined;
  #isWoken = false;
  #isClosed = false;
  /** The version as of the latest round, and when the next delivery is due. */
  #seen: number | undefined;
  #nextAt = 0;

  constructor(parts: Parts, options: WorkerOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Begins a round, or another one after the one under way. */
  readonly wake = (): void => {
    this.#isWoken = true;
    if (this.#isClosed || !this.#parts.isReady()) return;
    this.#round ??= this.#outside(() => watchedRound(() => this.#rounds()))
      .catch((error: unknown) =>
        this.#parts.log.warn("webhooks cannot be sent", { reason: messageOf(error) }),
      )
      .finally(() => {
        this.#round = undefined;
        if (this.#isWoken && this.#seen !== undefined) this.wake();
      });
  };

  /** Takes no further deliveries, and lets those under way end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    await this.#round;
    const timer = setTimeout(() => this.#end.abort(), DRAIN_MS);
    await Promise.all([...this.#running.values()].flatMap((attempts) => [...attempts]));
    clearTimeout(timer);
  }

  #look(): void {
    const { deliveries, clock, log } = this.#parts;
    try {
      if (this.#isWoken || deliveries.version !== this.#seen || clock.now() >= this.#nextAt)
        this.wake();
    } catch (error) {
      log.warn("webhooks cannot be sent", { reason: messageOf(error) });
    }
  }

  async #rounds(): Promise<void> {
    const { subscriptions, deliveries } = this.#parts;
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      this.#seen = deliveries.version;
      let nextAt = Infinity;
      for (const subscription of await subscriptions.active()) {
        const free = this.#placesFor(subscription.id);
        if (free <= 0 || this.#isClosed) continue;
        const leaseMs = this.#options.timeoutMs + LEASE_MARGIN_MS;
        const found = await deliveries.claim(subscription.id, free, leaseMs);
        nextAt = Math.min(nextAt, found.nextAt ?? Infinity);
        for (const delivery of found.claimed) this.#start(delivery, subscription);
      }
      this.#nextAt = nextAt;
      this.#schedule(nextAt);
    }
  }

  /** Sooner than the next look, where that would be late. */
  #schedule(nextAt: number): void {
    const inMs = nextAt - this.#parts.clock.now();
    if (inMs < LOOK_MS) setTimeout(this.wake, Math.max(inMs, 1)).unref();
  }

  #placesFor(subscription: string): number {
    const { concurrency, perSubscription } = this.#options;
    const all = [...this.#running.values()].reduce((total, { size }) => total + size, 0);
    const own = this.#running.get(subscription)?.size ?? 0;
    return Math.min(perSubscription - own, concurrency - all);
  }

  #start(delivery: Claimed, subscription: SubscriptionRow): void {
    const own = this.#running.get(subscription.id) ?? new Set();
    this.#running.set(subscription.id, own);
    const attempt = this.#attempt(delivery, subscription)
      .catch((error: unknown) =>
        this.#parts.log.warn("the end of a delivery cannot be recorded", {
          delivery: delivery.id,
          reason: messageOf(error),
        }),
      )
      .finally(() => {
        own.delete(attempt);
        if (own.size === 0) this.#running.delete(subscription.id);
        this.wake();
      });
    own.add(attempt);
  }

  async #attempt(delivery: Claimed, subscription: SubscriptionRow): Promise<void> {
    const { clock, send, deliveries, subscriptions } = this.#parts;
    if (!(await subscriptions.mayReceive(subscription))) return deliveries.release(delivery);
    const at = clock.now();
    const body = bodyOf(delivery);
    const secrets = secretsOf(subscription, at);
    const headers = new Headers({
      "content-type": "application/json",
      "user-agent": "waymark-webhooks",
      ...(delivery.trace !== undefined && { traceparent: delivery.trace }),
      ...signedHeaders(delivery.message, Math.floor(at / 1000), body, secrets),
    });
    const begun = performance.now();
    const result = await watchedAttempt(delivery, subscription, headers, () =>
      send(subscription.url, Object.fromEntries(headers), body, this.#end.signal),
    ).then(
      (answer) => ({ ...answer, error: errorOf(answer.status) }),
      (error: unknown) => ({ status: undefined, retryAfter: undefined, error: messageOf(error) }),
    );
    if (result.error !== undefined && this.#end.signal.aborted) return deliveries.release(delivery);
    const { status, error } = result;
    const attempt: WebhookAttempt = {
      at: new Date(at).toISOString(),
      durationMs: Math.round(performance.now() - begun),
      ...(status === undefined ? {} : { status }),
      ...(error === undefined ? {} : { error }),
    };
    const end = this.#endOf(delivery, result);
    if (!(await deliveries.end(delivery, attempt, end))) return;
    const outcome = end.kind === "retry" ? "failed" : end.kind;
    this.counts[outcome]++;
    this.seconds.observe(attempt.durationMs / 1000, { outcome });
    const isDead = end.kind === "dead";
    if (isDead || (end.kind === "delivered" && subscription.dead > 0))
      await subscriptions.noteEnd(subscription.id, isDead);
  }

  #endOf(
    { tries }: Claimed,
    result: {
      readonly status: number | undefined;
      readonly retryAfter: number | undefined;
      readonly error: string | undefined;
    },
  ): AttemptEnd {
    if (result.error === undefined) return { kind: "delivered" };
    if (result.status === GONE || tries + 1 >= this.#options.maxAttempts) return { kind: "dead" };
    const inMs = retryDelay(this.#options.backoff, tries, result.retryAfter);
    return { kind: "retry", inMs };
  }
}

function errorOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? "redirects are not followed" : "the status is not 2xx";
}

function secretsOf(subscription: SubscriptionRow, now: number): readonly string[] {
  const { secret, previousSecret, previousUntil } = subscription;
  const isOverlap = previousUntil !== undefined && Date.parse(previousUntil) > now;
  return previousSecret !== undefined && isOverlap ? [secret, previousSecret] : [secret];
}

/** The same bytes for each attempt. */
function bodyOf({ type, timestamp, path, resource, key, kind }: Claimed): string {
  return JSON.stringify({ type, timestamp, data: { kind, resource, path, key } });
}
