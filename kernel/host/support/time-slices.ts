/**
 * Long work beside requests, done in slices. Without them, a reload of all plugins keeps requests waiting for 10 to 25 ms
 * at a time; with them, for 2 to 8 ms (test/bench/README.md, Reload).
 */

/** Time for which work goes on before requests get their turn, in milliseconds. */
const SLICE_MS = 1;

/** Work that waits for a turn of the event loop, in order of arrival. */
const waiting: (() => void)[] = [];

/** Pauses work that goes on for longer than a slice. */
export class TimeSlices {
  #began = performance.now();

  /** True if the current slice has lasted long enough. */
  get isOver(): boolean {
    return performance.now() - this.#began >= SLICE_MS;
  }

  /** Lets waiting requests be answered, once the current slice is over. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#began = performance.now();
  }

  /** Does work with pauses between its steps, and returns its result. */
  async run<T>(steps: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (this.isOver) await this.pause(); // no promise for each step
    }
  }
}

/** Waits for a turn that no other work in slices has: a hundred in one turn would hold the loop a hundred times as long. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
