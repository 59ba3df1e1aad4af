/** Counts the answers that are still being made. */
export class PendingAnswers {
  #count = 0;
  #whenNone: (() => void) | undefined;

  readonly add = (answer: Promise<unknown>): void => {
    this.#count++;
    const remove = () => {
      this.#count--;
      if (this.#count === 0) this.#whenNone?.();
    };
    void answer.then(remove, remove); // a rejection is handled where the answer is sent
  };

  /** Resolves when no answer is being made, at the latest after `ms` milliseconds. */
  async none(ms: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timeout = setTimeout(resolve, ms);
    this.#whenNone = resolve;
    await promise;
    clearTimeout(timeout);
  }
}
