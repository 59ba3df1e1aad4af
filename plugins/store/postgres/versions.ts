/** Versions of tables, as this node knows them: what it has read of all changes, and its own changes since. */

export interface Counts {
  readonly epoch: string;
  /** Committed changes by table. */
  readonly byTable: ReadonlyMap<string, number>;
}

interface Known {
  /** Changes by all nodes, as they were read. */
  count: number;
  version: number;
  /** Own changes that the next counts contain for certain. */
  own: number;
}

/** A write of this node that is about to be committed. */
export interface Commit {
  /** Ends the commit with its changes by table; undefined if it is not known whether it was kept. */
  end(changes: ReadonlyMap<string, number> | undefined): void;
}

export class Versions {
  readonly #leaseMs: number;
  readonly #tables = new Map<string, Known>();
  #epoch = "";
  /** Number added to each version; grows when anything may have changed. */
  #base = 0;
  /** Time at which the counts were asked for; undefined while they are not known. */
  #asked: number | undefined;
  /** Time at which the counts were last known, in milliseconds since 1970-01-01T00:00Z. */
  knownAt: number | undefined;
  /** Number of times that counts have been asked for. */
  #asks = 0;
  /** True while counts are on their way. */
  #isAsking = false;

  /** @param leaseMs the longest time since the counts were asked for, after which they are unknown. */
  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Returns undefined if the counts are too old. */
  of(tables: Iterable<string>): number | undefined {
    if (this.#asked === undefined) return undefined;
    if (performance.now() - this.#asked > this.#leaseMs) {
      this.advanceAll();
      return undefined;
    }
    let version = this.#base;
    for (const table of tables) version += this.#tables.get(table)?.version ?? 1; // each table added counts
    return version;
  }

  /** Changes by all nodes, as they were read last. */
  countOf(tables: Iterable<string>): number {
    let count = 0;
    for (const table of tables) count += this.#tables.get(table)?.count ?? 0;
    return count;
  }

  /** Begins a commit; called before the commit is sent. */
  begin(): Commit {
    const asks = this.#asks;
    const isBefore = !this.#isAsking;
    return {
      end: (changes) => {
        if (changes === undefined) this.advanceAll();
        else
          for (const [table, count] of changes) {
            const known = this.#known(table);
            known.version += count;
            // It is not known whether counts that were asked for meanwhile contain it: it may count twice.
            if (isBefore && asks === this.#asks) known.own += count;
          }
      },
    };
  }

  /** Forgets all counts: anything may have changed, and nothing is known until the next counts. */
  advanceAll(): void {
    this.#base++;
    this.#asked = undefined;
  }

  /** Returns a function that takes the counts and returns whether one went back. Called when counts are asked for. */
  ask(): (counts: Counts) => boolean {
    const asked = performance.now();
    this.#asks++;
    this.#isAsking = true;
    const before = new Map([...this.#tables].map(([table, { own }]) => [table, own]));
    return ({ epoch, byTable }) => {
      this.#isAsking = false;
      const isSame = epoch === this.#epoch;
      let wentBack = false;
      for (const table of new Set([...byTable.keys(), ...this.#tables.keys()])) {
        const known = this.#known(table);
        const count = byTable.get(table) ?? 0;
        const own = before.get(table) ?? 0;
        if (isSame && count < known.count) wentBack = true;
        if (isSame) known.version += Math.max(0, count - known.count - own);
        known.count = count;
        known.own -= own;
      }
      this.#epoch = epoch;
      if (!isSame || wentBack) this.advanceAll();
      if (wentBack) return true;
      this.#asked = asked;
      this.knownAt = Date.now() - (performance.now() - asked);
      return false;
    };
  }

  #known(table: string): Known {
    let known = this.#tables.get(table);
    if (known === undefined) this.#tables.set(table, (known = { count: 0, version: 1, own: 0 }));
    return known;
  }
}
