/** The counters of this node, by name. Those of the same name at other nodes count the same windows. */
import type { Counter, Limiter } from "waymark/services";
import { clientKey } from "./client-key.ts";
import type { Connection } from "./connection.ts";
import { LeaseCounter, type CounterSettings } from "./counter.ts";
import { LEASE_MS } from "./window.ts";

interface LimiterSettings extends Omit<CounterSettings, "keyOf"> {
  readonly prefix: string;
  /** Returns the key of the HMAC that clients are known by in Redis. */
  readonly secret: () => string;
}

/** Milliseconds from one look for leases to return to the next. */
const SWEEP_MS = LEASE_MS / 2;

export class LeaseLimiter implements Limiter {
  readonly #connection: Connection;
  readonly #settings: LimiterSettings;
  readonly #counters = new Map<string, LeaseCounter>();
  readonly #timer = setInterval(() => this.#sweep(), SWEEP_MS).unref();

  constructor(connection: Connection, settings: LimiterSettings) {
    this.#connection = connection;
    this.#settings = settings;
  }

  counter(name: string): Counter {
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      const { prefix, secret } = this.#settings;
      const keyOf = (client: string) => `${prefix}:limit:${clientKey(secret(), name, client)}`;
      counter = new LeaseCounter(this.#connection, { ...this.#settings, keyOf });
      this.#counters.set(name, counter);
    }
    return counter;
  }

  /** Returns all leases. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const counters = [...this.#counters.values()];
    await Promise.allSettled(counters.flatMap((one) => one.returnIdle(Number.POSITIVE_INFINITY)));
  }

  #sweep(): void {
    const before = performance.now() - LEASE_MS;
    for (const counter of this.#counters.values())
      for (const returned of counter.returnIdle(before)) returned.catch(() => undefined); // they end with the window
  }
}
