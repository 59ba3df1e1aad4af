/** Long work beside requests, done in slices. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work goes on before requests get their turn, in milliseconds. */
const SLICE_MS = 1;

export class TimeSlices {
  #began = performance.now();

  /** Lets waiting requests be answered, once the current slice has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
