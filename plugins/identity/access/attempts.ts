/** Failed authentications by network. */

export interface AttemptsSettings {
  /** Failures in one window after which a network is refused. */
  readonly limit: number;
  readonly windowMs: number;
  /** Networks to remember; beyond it the oldest are forgotten. */
  readonly maxNetworks: number;
}

interface Window {
  failures: number;
  readonly endsAt: number;
}

/** Counts failures. `now` is in milliseconds of `performance.now()`. */
export class Attempts {
  readonly #settings: AttemptsSettings;
  readonly #windows = new Map<string, Window>();

  constructor(settings: AttemptsSettings) {
    this.#settings = settings;
  }

  /** Seconds until the network may try again; undefined when it may now. */
  wait(network: string, now: number): number | undefined {
    const window = this.#windows.get(network);
    if (window === undefined || window.endsAt <= now) return undefined;
    if (window.failures < this.#settings.limit) return undefined;
    return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
  }

  fail(network: string, now: number): void {
    const window = this.#windows.get(network);
    if (window !== undefined && window.endsAt > now) {
      window.failures += 1;
      return;
    }
    this.#windows.delete(network); // a new window is the youngest
    this.#windows.set(network, { failures: 1, endsAt: now + this.#settings.windowMs });
    if (this.#windows.size <= this.#settings.maxNetworks) return;
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined) this.#windows.delete(oldest);
  }
}
