/** Long work beside requests: done a little at a time. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work goes on before whatever else waits gets its turn, in milliseconds. */
const TURN_MS = 1;

/** Work that gives way. It begins with a turn of its own. */
export class Turns {
  #began = performance.now();

  /** Waits for the next turn once this one has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < TURN_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }

  /** Runs steps to their end. */
  async run<T>(steps: Iterator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.pause();
    }
  }
}
