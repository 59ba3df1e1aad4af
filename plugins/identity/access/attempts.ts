/** Failed authentications by network. */
import { LRUCache } from "lru-cache";

export interface AttemptsSettings {
  /** Failures in one window after which a network is refused. */
  readonly limit: number;
  readonly windowMs: number;
  /** Networks to remember; beyond it the least recent are forgotten. */
  readonly maxNetworks: number;
}

interface Network {
  failures: number;
  /** Proofs that have not ended. */
  underway: number;
  /** When its failures are forgotten; it has none before the first one. */
  endsAt: number;
  /** Proofs that begin only if enough of those under way succeed. */
  readonly waiting: (() => void)[];
}

/** The result of a proof, or the seconds until the network may have one. */
export type Attempt<T> =
  | { readonly result: T; readonly retryAfter?: never }
  | { readonly result?: never; readonly retryAfter: number };

/** Limits how often a network may fail. `now` is in milliseconds of `performance.now()`. */
export class Attempts {
  readonly #settings: AttemptsSettings;
  readonly #networks: LRUCache<string, Network>;

  constructor(settings: AttemptsSettings) {
    this.#settings = settings;
    this.#networks = new LRUCache({ max: settings.maxNetworks });
  }

  /**
   * Runs a proof unless the network has failed too often. Proofs that would exceed the limit if all those under way
   * failed wait for them, so that neither many bad credentials at the same time exceed it nor many good ones are refused.
   */
  async run<T>(
    name: string,
    now: number,
    prove: () => Promise<T>,
    isFailure: (result: T) => boolean,
  ): Promise<Attempt<T>> {
    const { limit, windowMs } = this.#settings;
    let network = this.#find(name, now);
    while (network.failures + network.underway >= limit) {
      if (network.failures >= limit)
        return { retryAfter: Math.max(1, Math.ceil((network.endsAt - now) / 1000)) };
      const { waiting } = network;
      await new Promise<void>((resolve) => void waiting.push(resolve));
      network = this.#find(name, now); // it may have been forgotten
    }
    network.underway += 1;
    try {
      const result = await prove();
      if (isFailure(result)) {
        if (network.failures === 0) network.endsAt = now + windowMs;
        network.failures += 1;
      }
      return { result };
    } finally {
      network.underway -= 1;
      this.#wake(name, network);
    }
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

  /** Wakes the next proof, or all when they are refused. Forgets a network of which there is nothing to remember. */
  #wake(name: string, network: Network): void {
    const { failures, underway, waiting } = network;
    for (const wake of waiting.splice(0, failures < this.#settings.limit ? 1 : Infinity)) wake();
    const isIdle = failures + underway + waiting.length === 0;
    if (isIdle && this.#networks.peek(name) === network) this.#networks.delete(name);
  }
}
