/** Writes to one resource: a node's writes take turns, as all but one of them would conflict. */
import { currentCaller, FairQueue, messageOf } from "waymark";
import { Conflict } from "waymark/services";

/** Time a write waits for its turn, in milliseconds. */
const MAX_WAIT_MS = 5000;

/** Waiting takes no connection to the database, and goes round the callers. */
export class Turns {
  /** Queues by the path of the resource. */
  readonly #queues = new Map<string, FairQueue>();

  /** Returns the function that ends the turn. Throws a `Conflict` if none comes in time. */
  async take(path: string): Promise<() => void> {
    const queue =
      this.#queues.get(path) ?? new FairQueue({ name: path, places: 1, maxWaitMs: MAX_WAIT_MS });
    this.#queues.set(path, queue);
    try {
      const release = await queue.take(currentCaller());
      return () => {
        release();
        if (queue.inUse === 0) this.#queues.delete(path);
      };
    } catch (error) {
      throw new Conflict(`others write to it: ${messageOf(error)}`, { cause: error });
    }
  }
}
