/** Removes old records from the beginning of every chain, and marks up to where. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store } from "waymark/services";
import type { Anchor } from "./anchor.ts";
import { MARKS, RECORDS, timeKey, timeOf, type AuditRecord, type Mark } from "./records.ts";
import { eachRow } from "./tables.ts";

/** Records removed in one transaction. */
const BATCH = 200;
/**
 * A chain without records is forgotten when its last one is this many times as old as records may become: until then, the
 * first record of another chain may name it.
 */
const FORGET = 3;

/** May run in several processes at once. Rejects while the store fails. The next prune goes on after an abort. */
export async function prune(
  store: Store,
  anchor: Anchor,
  now: number,
  keepMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const records = store.table(RECORDS);
  const marks = store.table(MARKS);
  const filters = [{ field: "id", operator: "lt", value: timeKey(now - keepMs) } as const];
  const sort = [{ field: "id", descending: false }];
  const query = { fields: undefined, filters, sort, limit: BATCH, after: undefined };
  for (;;) {
    if (signal?.aborted === true) return;
    const { items } = await records.list<AuditRecord>(query);
    if (items.length === 0) break;
    // Before the records go: one that is missing without a mark was removed by somebody else.
    const last = new Map(items.map((record) => [record.instance, record]));
    for (const record of last.values()) await markCut(record);
    await records.removeAll(items.map(({ id }) => id));
    await nextTurn();
  }
  await removeMarks();

  async function markCut({ id: record, instance, sequence, hash }: AuditRecord): Promise<void> {
    const id = `${instance} cut ${String(sequence).padStart(10, "0")}`;
    const cut: Mark = { id, kind: "cut", instance, sequence, record, hash };
    await anchor.cut(cut);
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
    const all = await Array.fromAsync(eachRow<Mark>(marks, []));
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
