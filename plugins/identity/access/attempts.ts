/** Authentication failures by network. */
import { LRUCache } from "lru-cache";
import type { Counter, Limit, Quota } from "waymark/services";
import { createCounter } from "../../shared/memory-counter.ts";

export interface AttemptsSettings {
  /** Failures in one window after which a network is refused. */
  readonly limit: number;
  readonly windowMs: number;
  /** Networks to remember; beyond it the least recent are forgotten. */
  readonly maxNetworks: number;
  /** Counter of the failures at all nodes. Default: this node counts for itself. */
  readonly shared?: Counter | undefined;
  /** Returns the time in milliseconds. Default: `performance.now()`. */
  readonly now?: () => number;
}

interface Network {
  /** Failures, as far as known if nodes count together. */
  failures: number;
  /** Proofs that have not ended. */
  underway: number;
  /** Time when the failures are forgotten; before the first failure there is none. */
  endsAt: number;
  /** Proofs that begin once enough proofs under way have ended. */
  readonly waiting: (() => void)[];
}

/** Failures count for a minute: guessing is slow, and a client with a mistake waits a minute at most. */
export const FAILURE_WINDOW_SECONDS = 60;

/** The result of a proof, or the seconds until the network may have one. */
export type Attempt<T> =
  | { readonly result: T; readonly retryAfter?: never }
  | { readonly result?: never; readonly retryAfter: number };

/**
 * The part of the failures left for which a node has proofs under way at the same time if nodes count together, since
 * no node knows of a proof at another node before it has failed.
 */
const PART_AT_ONCE = 1 / 4;

/** Limits how often a network may fail. */
export class Attempts {
  readonly #limit: Limit;
  readonly #counter: Counter;
  readonly #partAtOnce: number;
  readonly #now: () => number;
  readonly #networks: LRUCache<string, Network>;

  constructor({ limit, windowMs, maxNetworks, shared, now }: AttemptsSettings) {
    this.#limit = { name: "authentication", limit, windowMs };
    // Twice as many, as it forgets the older half of them at once.
    this.#counter = shared ?? createCounter(2 * maxNetworks);
    this.#partAtOnce = shared === undefined ? 1 : PART_AT_ONCE;
    this.#now = now ?? (() => performance.now());
    this.#networks = new LRUCache({ max: maxNetworks });
  }

  /**
   * Runs a proof unless the network has failed too often. Proofs that would exceed the limit if all proofs under
   * way failed wait for them, so that neither many bad credentials at once exceed it nor many good ones are refused.
   * A failure beyond the limit, which other nodes can bring about, becomes a refusal.
   */
  async run<T>(
    name: string,
    prove: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<Attempt<T>> {
    for (;;) {
      const network = this.#find(name); // another record, if the one before was forgotten
      const { failures, underway } = network;
      const places = Math.ceil((this.#limit.limit - failures) * this.#partAtOnce);
      if (underway < places) return this.#prove(name, network, prove, isFailure);
      const retryAfter = await this.#wait(name, network);
      if (retryAfter !== undefined) return { retryAfter };
    }
  }

  /** Waits for proofs under way. Returns the seconds until there are failures left, if there are none. */
  async #wait(name: string, network: Network): Promise<number | undefined> {
    if (network.failures >= this.#limit.limit)
      return this.#learn(network, await this.#counter.peek(name, this.#now(), this.#limit));
    await new Promise<void>((resolve) => void network.waiting.push(resolve));
    return undefined;
  }

  async #prove<T>(
    name: string,
    network: Network,
    prove: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<Attempt<T>> {
    network.underway += 1;
    try {
      const result = await prove();
      if (!isFailure(result)) return { result };
      const quota = await this.#counter.take(name, this.#now(), this.#limit);
      this.#learn(network, quota);
      return quota.allowed ? { result } : { retryAfter: quota.reset };
    } finally {
      network.underway -= 1;
      this.#wake(name, network);
    }
  }

  /** Takes over the count. Returns the seconds until there are failures left; undefined when there are. */
  #learn(network: Network, { allowed, remaining, reset }: Quota): number | undefined {
    const left = allowed ? remaining : 0;
    network.failures = this.#limit.limit - left;
    network.endsAt = network.failures === 0 ? Infinity : this.#now() + reset * 1000;
    return left > 0 ? undefined : reset;
  }

  #find(name: string): Network {
    let network = this.#networks.get(name);
    if (network === undefined) {
      network = { failures: 0, underway: 0, endsAt: Infinity, waiting: [] };
      this.#networks.set(name, network);
    }
    if (network.endsAt <= this.#now()) {
      network.failures = 0;
      network.endsAt = Infinity;
    }
    return network;
  }

  /** Wakes the next proof, or all when they are refused. Forgets a network if there is nothing to remember. */
  #wake(name: string, network: Network): void {
    const { failures, underway, waiting } = network;
    const isKept = this.#networks.peek(name) === network;
    const goesOn = isKept && failures < this.#limit.limit;
    for (const wake of waiting.splice(0, goesOn ? 1 : Infinity)) wake();
    if (isKept && failures + underway + waiting.length === 0) this.#networks.delete(name);
  }
}
