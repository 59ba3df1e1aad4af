/** Versions of tables: own writes are counted by table, writes of other processes for all tables together. */

const SETTLED = Promise.resolve();

export class Versions {
  readonly #readOthers: (() => unknown) | undefined;
  readonly #own = new Map<string, number>();
  #others = 0;
  #seen: unknown;
  #fresh = false;
  readonly #forget = (): void => {
    this.#fresh = false;
  };

  /** @param readOthers returns something else after every write of another process; undefined if no other can write. */
  constructor(readOthers: (() => unknown) | undefined) {
    this.#readOthers = readOthers;
    this.#seen = readOthers?.();
  }

  /** Grows with each change of these tables, and with each table added to them. */
  of(tables: Iterable<string>): number {
    this.#look();
    let version = this.#others;
    for (const table of tables) version += this.#own.get(table) ?? 1;
    return version;
  }

  /** Notes that this process has changed a table. */
  advance(table: string): void {
    this.#own.set(table, (this.#own.get(table) ?? 1) + 1);
  }

  /** Advances all versions, as anything may have changed. */
  advanceAll(): void {
    this.#others++;
  }

  /**
   * Remembers the answer until the current callback ends, and no longer: a request that the next callback reads may
   * have been sent after a write of another process.
   */
  #look(): void {
    if (this.#fresh || this.#readOthers === undefined) return;
    const current = this.#readOthers();
    if (current !== this.#seen) this.#others++;
    this.#seen = current;
    this.#fresh = true;
    void SETTLED.then(this.#forget); // queueMicrotask makes a resource each time
  }
}
