/** Times when keys were used, collected in memory and written together. A crash loses them. */
import type { Table } from "waymark/services";

export class LastUse {
  readonly #table: Table;
  /** Milliseconds since 1970-01-01T00:00Z, by key. */
  readonly #uses = new Map<string, number>();

  constructor(table: Table) {
    this.#table = table;
  }

  note(key: string, at: number): void {
    this.#uses.set(key, at);
  }

  /** Writes the collected times. Rejects while the store fails, and keeps them. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = new Map(this.#uses);
    this.#uses.clear();
    try {
      await this.#table.updateAll(
        [...uses].map(([key, at]) => [key, { lastUsedAt: new Date(at).toISOString() }]),
      );
    } catch (error) {
      for (const [key, at] of uses) if (!this.#uses.has(key)) this.#uses.set(key, at);
      throw error;
    }
  }
}
