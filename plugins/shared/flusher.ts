/** Collects items, and writes them in batches beside the work that they come from. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MaybePromise } from "waymark";
import type { Outage } from "./outage.ts";

interface FlusherSettings<Item> {
  /** Writes a batch. While it rejects, the same batch is written again. */
  readonly write: (batch: readonly Item[]) => MaybePromise<void>;
  /** Reports that batches cannot be written, and that they can again. */
  readonly outage: Outage;
  /** Items in one batch. As many are written without waiting for more. */
  readonly batch: number;
  /** Items that wait. Further ones are lost, and counted. */
  readonly maxWaiting: number;
  /** Milliseconds that the first item waits for others. */
  readonly delayMs: number;
  /** Milliseconds from a failure to the next attempt. */
  readonly retryMs: number;
}

export class Flusher<Item> {
  readonly #settings: FlusherSettings<Item>;
  /** Items may come from a request or a transaction, and are written in none. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #waiting: Item[] = [];
  /** The batch that is not known to be written. */
  #batch: readonly Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #lost = 0;

  constructor(settings: FlusherSettings<Item>) {
    this.#settings = settings;
  }

  /** Items that were lost since the start. */
  get lost(): number {
    return this.#lost;
  }

  /** True if a further item would be lost. */
  get isFull(): boolean {
    return this.#isClosed || this.#waiting.length >= this.#settings.maxWaiting;
  }

  /** Items that are not known to be written. */
  get items(): readonly Item[] {
    return [...this.#batch, ...this.#waiting];
  }

  add(item: Item): void {
    if (this.isFull) {
      this.#lost++;
      return;
    }
    const { batch, delayMs } = this.#settings;
    const length = this.#waiting.push(item);
    if (length === batch && this.#batch.length === 0) this.#reschedule(0);
    else this.#schedule(delayMs);
  }

  /**
   * Writes what waits by now. Later items wait for the next time, so that batches stay large under load. Never rejects. A
   * call during a run joins it.
   */
  flush(): Promise<void> {
    return (this.#running ??= this.#outside(() => this.#drain()).finally(() => {
      this.#running = undefined;
      const { delayMs, retryMs } = this.#settings;
      if (this.#batch.length > 0) this.#reschedule(retryMs);
      else if (this.#waiting.length > 0) this.#reschedule(delayMs);
    }));
  }

  /** Writes what waits, in one attempt. Returns the items that are lost with it. */
  async close(): Promise<readonly Item[]> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.flush();
    return this.items;
  }

  #reschedule(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#schedule(ms);
  }

  #schedule(ms: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, ms).unref();
  }

  async #drain(): Promise<void> {
    const { write, outage, batch } = this.#settings;
    let left = Math.ceil(this.#waiting.length / batch);
    if (left === 0 && this.#batch.length === 0) return;
    await outage.watch(async () => {
      while (this.#batch.length > 0 || left > 0) {
        if (this.#batch.length === 0) {
          this.#batch = this.#waiting.splice(0, batch);
          left--;
        }
        await write(this.#batch);
        this.#batch = [];
        await nextTurn();
      }
    });
  }
}
