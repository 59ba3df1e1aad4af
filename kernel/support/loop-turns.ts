/** The event loop, shared by callers: a turn of it has room for others, however much one of them asks for at once. */
import { setImmediate } from "node:timers";

/** How long requests begin at once in one turn of the loop, in milliseconds. */
const TURN_MS = 2;

/**
 * Requests begin as they come while a turn is short. Beyond that, one of each caller does, and the others wait for later
 * turns, caller by caller.
 */
export class LoopTurns {
  /** When the turn began, as `performance.now()` returns it; undefined between turns. */
  #began: number | undefined;
  /** Callers that have begun a request in a turn that is over its time. */
  readonly #served = new Set<string>();
  /** By caller, in the order of their next turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** How many wait for a later turn. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Undefined where a request may begin at once. @param ownerOf is called only where that matters. */
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
    // After all that it does before it waits for something.
    queueMicrotask(() => process.nextTick(() => this.#admit(began)));
  }
}

/** A process has one loop, however many servers. */
export const loopTurns: LoopTurns = new LoopTurns();
