/**
 * Long work beside requests, done in slices. Without them, a reload of all plugins keeps requests waiting for 10 to 25 ms
 * at a time; with them, for 2 to 8 ms (test/bench/README.md, Reload).
 */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work goes on before requests get their turn, in milliseconds. */
const SLICE_MS = 1;

/** Pauses work that goes on for longer than a slice. */
export class TimeSlices {
  #began = performance.now();

  /** Lets waiting requests be answered, once the current slice has lasted long enough. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
