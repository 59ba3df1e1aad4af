/** Failed authentications by network. */
import { LRUCache } from "lru-cache";
import type { Counter, Limit, Quota } from "waymark/services";

export interface AttemptsSettings {
  /** Failures in one window after which a network is refused. */
  readonly limit: number;
  readonly windowMs: number;
  /** Networks to remember; beyond it the least recent are forgotten. */
  readonly maxNetworks: number;
}

interface Network {
  /** Failures at all nodes, as far as known, if nodes count together. */
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

/** Limits how often a network may fail. `now` is in milliseconds of `performance.now()`. */
export class Attempts {
  readonly #settings: AttemptsSettings;
  readonly #limit: Limit;
  readonly #counter: Counter | undefined;
  readonly #networks: LRUCache<string, Network>;

  /** @param counter of the failures at all nodes. Default: this node counts for itself. */
  constructor(settings: AttemptsSettings, counter?: Counter) {
    const { limit, windowMs, maxNetworks } = settings;
    this.#settings = settings;
    this.#limit = { name: "authentication", limit, windowMs };
    this.#counter = counter;
    this.#networks = new LRUCache({ max: maxNetworks });
  }

  /**
   * Runs a proof unless the network has failed too often. Proofs that would exceed the limit if all proofs under
   * way failed wait for them, so that neither many bad credentials at once exceed it nor many good ones are refused.
   * If nodes count together, a failure beyond the limit becomes a refusal.
   */
  run<T>(
    name: string,
    now: number,
    prove: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<Attempt<T>> {
    const network = this.#find(name, now);
    return network.underway < this.#places(network)
      ? this.#prove(name, network, now, prove, isFailure)
      : this.#wait(name, network, now, prove, isFailure);
  }

  async #wait<T>(
    name: string,
    network: Network,
    now: number,
    prove: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<Attempt<T>> {
    const { failures, endsAt, waiting } = network;
    if (failures < this.#settings.limit)
      await new Promise<void>((resolve) => void waiting.push(resolve));
    else {
      const retryAfter =
        this.#counter === undefined
          ? Math.max(1, Math.ceil((endsAt - now) / 1000))
          : this.#learn(network, await this.#counter.peek(name, performance.now(), this.#limit));
      if (retryAfter !== undefined) return { retryAfter };
    }
    return this.run(name, now, prove, isFailure); // in another record, if this one was forgotten
  }

  async #prove<T>(
    name: string,
    network: Network,
    now: number,
    prove: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<Attempt<T>> {
    network.underway += 1;
    try {
      const result = await prove();
      if (!isFailure(result)) return { result };
      if (this.#counter !== undefined) {
        const quota = await this.#counter.take(name, performance.now(), this.#limit);
        this.#learn(network, quota);
        return quota.allowed ? { result } : { retryAfter: quota.reset };
      }
      if (network.failures === 0) network.endsAt = now + this.#settings.windowMs;
      network.failures += 1;
      return { result };
    } finally {
      network.underway -= 1;
      this.#wake(name, network);
    }
  }

  /** Returns how many proofs may be under way at the same time. */
  #places({ failures }: Network): number {
    const left = this.#settings.limit - failures;
    return this.#counter === undefined ? left : Math.ceil(left * PART_AT_ONCE);
  }

  /** Takes over the count of all nodes. Returns the seconds until there are failures left; undefined when there are. */
  #learn(network: Network, { allowed, remaining, reset }: Quota): number | undefined {
    const left = allowed ? remaining : 0;
    network.failures = this.#settings.limit - left;
    network.endsAt = network.failures === 0 ? Infinity : performance.now() + reset * 1000;
    return left > 0 ? undefined : reset;
  }

  #find(name: string, now: number): Network {
    let network = this.#networks.get(name);
    if (network === undefined) {
      network = { failures: 0, underway: 0, endsAt: Infinity, waiting: [] };
      this.#networks.set(name, network);
    }
    if (network.endsAt <= now) {
      network.failures = 0;
      network.endsAt = Infinity;
    }
    return network;
  }

  /** Wakes the next proof, or all when they are refused. Forgets a network if there is nothing to remember. */
  #wake(name: string, network: Network): void {
    const { failures, underway, waiting } = network;
    const isKept = this.#networks.peek(name) === network;
    const goesOn = isKept && failures < this.#settings.limit;
    for (const wake of waiting.splice(0, goesOn ? 1 : Infinity)) wake();
    if (isKept && failures + underway + waiting.length === 0) this.#networks.delete(name);
  }
}
