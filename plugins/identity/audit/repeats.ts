/** Counts refusals that equal another of the same minute, so that a flood of them leaves few records. */
import type { Entry } from "./chain.ts";

/** Refusals that are counted apart. Beyond, their networks are left out; beyond twice as many, each has a record of its own. */
const MAX_OPEN = 1000;

interface Repeat {
  /** The latest. */
  entry: Entry;
  /** Refusals since the last record. */
  count: number;
}

export class Repeats {
  readonly #open = new Map<string, Repeat>();

  /** Returns the entry to record now; undefined for a refusal that is counted instead. */
  admit(entry: Entry): Entry | undefined {
    if (entry.outcome !== "refused") return entry;
    const isFull = this.#open.size >= MAX_OPEN;
    const record =
      isFull && !this.#open.has(keyOf(entry)) ? { ...entry, network: undefined } : entry;
    const key = keyOf(record);
    const open = this.#open.get(key);
    if (open === undefined) {
      if (this.#open.size < 2 * MAX_OPEN) this.#open.set(key, { entry: record, count: 0 });
      return record;
    }
    open.entry = record;
    open.count += 1;
    return undefined;
  }

  /** Returns one entry for all equal ones since the last call, which has to be a minute ago. */
  take(): readonly Entry[] {
    return [...this.#open].flatMap(([key, { entry, count }]) => {
      // A refusal that goes on has one record each minute: its first repeat in the next minute is counted, too.
      if (count === 0) this.#open.delete(key);
      else this.#open.set(key, { entry, count: 0 });
      return count === 0 ? [] : [counted(entry, count)];
    });
  }
}

function keyOf({ action, network, principal, method, route, target, status, errorCode }: Entry) {
  return JSON.stringify([action, network, principal?.id, method, route, target, status, errorCode]);
}

function counted(entry: Entry, count: number): Entry {
  const detail = `${count} more like the first within a minute, this the last`;
  return { ...entry, detail: entry.detail === undefined ? detail : `${entry.detail}; ${detail}` };
}
