/** Lets conflicting transactions of this process run in turn, and transactions of other tables in parallel. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves when all before it on these tables have called what it resolves to. */
  async take(tables: readonly string[]): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    // All at once, so that no two wait for each other.
    const before = tables.map((table) => this.#last.get(table));
    for (const table of tables) this.#last.set(table, turn.promise);
    await Promise.all(before);
    return () => {
      for (const table of tables)
        if (this.#last.get(table) === turn.promise) this.#last.delete(table);
      turn.resolve();
    };
  }
}
