/** Attempts, in the background, to start plugins that did not start. */

/** The longest time between two attempts, in milliseconds. */
const MAX_DELAY_MS = 60_000;

export class StartRetries {
  readonly #firstDelayMs: number;
  #nextAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  /** @param firstDelayMs time until the first attempt, doubled after each; `Infinity` for none. */
  constructor(firstDelayMs: number) {
    this.#firstDelayMs = firstDelayMs;
  }

  /** Whole seconds until the next attempt, for Retry-After; at least 1 and at most 60. */
  get secondsLeft(): number {
    const left = Math.min(MAX_DELAY_MS, this.#nextAt - performance.now());
    return Math.max(1, Math.ceil(left / 1000));
  }

  /** Calls `attempt` again and again until it returns true. Cancels what was planned before. */
  plan(attempt: () => Promise<boolean>): void {
    this.#schedule(attempt, this.#firstDelayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#nextAt = Number.POSITIVE_INFINITY;
  }

  #schedule(attempt: () => Promise<boolean>, delayMs: number): void {
    this.cancel();
    if (delayMs === Number.POSITIVE_INFINITY) return;
    this.#nextAt = performance.now() + delayMs;
    const timer = setTimeout(async () => {
      const isDone = await attempt();
      // Unless another plan or the end came in between.
      if (!isDone && this.#timer === timer)
        this.#schedule(attempt, Math.min(MAX_DELAY_MS, delayMs * 2));
    }, delayMs).unref();
    this.#timer = timer;
  }
}
