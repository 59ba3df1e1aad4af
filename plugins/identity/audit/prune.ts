/** Removes old records from the beginning of every chain, and marks up to where. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Filter } from "waymark";
import type { Store } from "waymark/services";
import { eachRow } from "../../shared/rows.ts";
import { MARKS, RECORDS, timeKey, timeOf, type AuditRecord, type Mark } from "./records.ts";
import { lastCuts } from "./tables.ts";

/** Records removed in one transaction. */
const BATCH = 200;
/**
 * A chain without records is forgotten when its last one is this many times as old as records may become: until then, the
 * first record of another chain may name it.
 */
const FORGET = 3;

interface Limits {
  /** Default: as many as are young enough. */
  readonly maxRecords?: number;
  readonly signal?: AbortSignal;
}

/**
 * Prunes, also in several processes at once. Rejects while the store fails. The next prune goes on after an abort.
 *
 * @returns the number of records that were removed before their time, because there were too many.
 */
export async function prune(
  store: Store,
  now: number,
  keepMs: number,
  { maxRecords = Number.POSITIVE_INFINITY, signal }: Limits = {},
): Promise<number> {
  const records = store.table(RECORDS);
  const marks = store.table(MARKS);
  const old = [{ field: "id", operator: "lt", value: timeKey(now - keepMs) } as const];
  while (!isAborted() && (await removeFirst(BATCH, old)) > 0);
  const tooMany = isAborted() ? 0 : (await count()) - maxRecords;
  let early = 0;
  while (!isAborted() && early < tooMany) {
    const removed = await removeFirst(Math.min(BATCH, tooMany - early));
    if (removed === 0) break;
    early += removed;
  }
  if (!isAborted()) await removeMarks();
  return early;

  function isAborted(): boolean {
    return signal?.aborted === true;
  }

  /** Removes the first of all records that pass the filters, and returns how many. */
  async function removeFirst(limit: number, filters: readonly Filter[] = []): Promise<number> {
    const sort = [{ field: "id", descending: false }];
    const { items } = await records.list<AuditRecord>({ filters, sort, limit });
    // Before the records go: a record that is missing without a mark was removed by somebody else.
    const last = new Map(items.map((record) => [record.instance, record]));
    for (const record of last.values()) await markCut(record);
    await records.removeAll(items.map(({ id }) => id));
    await nextTurn();
    return items.length;
  }

  /** Counts records by the marks of their chains: what is between the last cut and the end. */
  async function count(): Promise<number> {
    const all = await Array.fromAsync(eachRow<Mark>(marks));
    const cuts = lastCuts(all);
    return all.reduce((sum, { kind, instance, sequence }) => {
      if (kind === "cut") return sum;
      return sum + Math.max(0, sequence - (cuts.get(instance)?.sequence ?? 0));
    }, 0);
  }

  async function markCut({ id: record, instance, sequence, hash }: AuditRecord): Promise<void> {
    const id = `${instance} cut ${String(sequence).padStart(10, "0")}`;
    const cut: Mark = { id, kind: "cut", instance, sequence, record, hash };
    try {
      await marks.insert([cut]);
    } catch (error) {
      // Another process may prune at the same time.
      if ((await marks.find(id)) === undefined) throw error;
    }
  }

  /** Leaves the last cut of each chain, and nothing of a chain that is forgotten. */
  async function removeMarks(): Promise<void> {
    const before = now - FORGET * keepMs;
    const surplus: string[] = [];
    const latest = new Map<string, string>();
    const forgotten = new Set<string>();
    const all = await Array.fromAsync(eachRow<Mark>(marks));
    for (const { kind, instance, record } of all)
      if (kind === "head" && record !== "" && timeOf(record) < before) forgotten.add(instance);
    for (const { id, kind, instance } of all) {
      if (forgotten.has(instance)) surplus.push(id);
      if (kind === "head") continue;
      const earlier = latest.get(instance);
      if (earlier !== undefined) surplus.push(earlier);
      latest.set(instance, id);
    }
    await marks.removeAll(surplus);
  }
}
