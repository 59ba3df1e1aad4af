/** Entries that are committed with the writes that they are about, and wait in the store to become records. */
import type { Store } from "waymark/services";
import { z } from "zod";
import type { Entry, TimedEntry } from "./chain.ts";
import { recordId, timeKey, timeOf } from "./records.ts";

export const WAITING = "auditWaiting";

export const WaitingEntry = z.object({
  /** Begins with the time of the entry. */
  id: z.string(),
  /** JSON. */
  entry: z.string(),
});
type WaitingEntry = z.output<typeof WaitingEntry>;

/** Milliseconds after which the process of an entry counts as gone: other entries wait for a second at most. */
const STRAY_MS = 60_000;

/** A batch that another process has recorded. */
export class AlreadyRecorded extends Error {}

export class WaitingEntries {
  readonly #store: Store;
  readonly #instance: string;
  #added = 0;

  constructor(store: Store, instance: string) {
    this.#store = store;
    this.#instance = instance;
  }

  /** Adds an entry to the transaction that is open, and returns it with its place. */
  async add(entry: Entry, at: number): Promise<TimedEntry> {
    const id = recordId(at, this.#instance, ++this.#added);
    const row: WaitingEntry = { id, entry: JSON.stringify(entry) };
    await this.#store.table(WAITING).insert([row]);
    return { entry, at, waiting: id };
  }

  /** Removes the given entries that have waited in the store; false if some were not there. */
  async remove(entries: readonly TimedEntry[]): Promise<boolean> {
    const ids = entries.flatMap(({ waiting }) => waiting ?? []);
    return (await this.#store.table(WAITING).removeAll(ids)) === ids.length;
  }

  /** Returns entries that have waited for long, except for known ones. */
  async strays(
    now: number,
    atMost: number,
    known: readonly TimedEntry[],
  ): Promise<readonly TimedEntry[]> {
    const ids = new Set(known.map(({ waiting }) => waiting));
    const { items } = await this.#store.table(WAITING).list<WaitingEntry>({
      filters: [{ field: "id", operator: "lt", value: timeKey(now - STRAY_MS) }],
      sort: [{ field: "id", descending: false }],
      limit: atMost,
    });
    return items.flatMap(({ id, entry }) =>
      // As `add` wrote it.
      ids.has(id) ? [] : [{ entry: JSON.parse(entry) as Entry, at: timeOf(id), waiting: id }],
    );
  }
}
