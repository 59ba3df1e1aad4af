/** The event loop, shared by callers: a turn of it has room for others, however much one caller asks for at once. */
import { setImmediate } from "node:timers";

/** Time for which requests begin at once in one turn of the loop, in milliseconds. */
const TURN_MS = 2;

/**
 * Requests begin as they come while a turn is short. Beyond that, one request of each caller does, and the others
 * wait for later turns, caller by caller.
 */
export class LoopTurns {
  /** Time at which the turn began, as `performance.now()` returns it; undefined between turns. */
  #began: number | undefined;
  /** Callers that have begun a request in a turn that is over its time. */
  readonly #served = new Set<string>();
  /** Waiting requests by caller, in the order of their next turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Number of requests that wait for a later turn. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Waits for a turn; undefined if a request may begin at once. @param ownerOf is called only if that matters. */
  wait(ownerOf: () => string): Promise<void> | undefined {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      setImmediate(this.#next);
    }
    if (this.#waiting.size === 0 && now - this.#began < TURN_MS) return undefined;
    const owner = ownerOf();
    const before = this.#waiting.get(owner);
    if (before === undefined && !this.#served.has(owner)) {
      this.#served.add(owner);
      return undefined;
    }
    return new Promise((resolve) => {
      if (before === undefined) this.#waiting.set(owner, [resolve]);
      else before.push(resolve);
    });
  }

  readonly #next = (): void => {
    this.#began = undefined;
    this.#served.clear();
    if (this.#waiting.size === 0) return;
    this.#began = performance.now();
    this.#admit(this.#began);
  };

  /** Lets requests begin, one after the other, until the turn is over. */
  #admit(began: number): void {
    const [first] = this.#waiting;
    if (first === undefined || performance.now() - began >= TURN_MS)
      return void setImmediate(this.#next);
    const [owner, waiting] = first;
    this.#waiting.delete(owner);
    this.#served.add(owner);
    const begin = waiting.shift();
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    begin?.();
    // Runs after all that the request does before it waits for something.
    queueMicrotask(() => process.nextTick(() => this.#admit(began)));
  }
}

/** The turns of this process, which has one loop for all its servers. */
export const loopTurns: LoopTurns = new LoopTurns();
