/** Removes old records from the beginning of every chain, and marks up to where. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store } from "waymark/services";
import type { Anchor } from "./anchor.ts";
import { MARKS, RECORDS, timeKey, timeOf, type AuditRecord, type Mark } from "./records.ts";
import { eachRow, is, lastRow } from "./tables.ts";

/** Records removed in one transaction. */
const BATCH = 100;
/**
 * A chain without records is forgotten when its last one is this many times as old as records may become: until then, the
 * first record of another chain may name it.
 */
const FORGET = 3;

/** May run in several processes at once. Rejects while the store fails. */
export async function prune(
  store: Store,
  anchor: Anchor,
  now: number,
  keepMs: number,
): Promise<void> {
  const records = store.table(RECORDS);
  const marks = store.table(MARKS);
  const before = timeKey(now - keepMs);
  for await (const head of eachRow<Mark>(marks, [is("kind", "head")], "id")) {
    const { instance } = head;
    const old = [is("instance", instance), { field: "id", operator: "lt", value: before } as const];
    const last = await lastRow<AuditRecord>(records, old);
    if (last === undefined) {
      if (head.record !== "" && timeOf(head.record) < now - FORGET * keepMs) await forget(head);
      continue;
    }
    const { id: record, sequence, hash } = last;
    const cut: Mark = {
      id: `${instance} cut ${String(sequence).padStart(10, "0")}`,
      kind: "cut",
      instance,
      sequence,
      record,
      hash,
    };
    // Before the records go: one that is missing without a mark was removed by somebody else.
    if ((await marks.find(cut.id)) === undefined) {
      await anchor.cut(cut);
      await marks.insert([cut]);
    }
    const ids: string[] = [];
    for await (const { id } of eachRow<AuditRecord>(records, old, "id")) ids.push(id);
    for (let from = 0; from < ids.length; from += BATCH) {
      await records.removeAll(ids.slice(from, from + BATCH));
      await nextTurn();
    }
    for await (const { id } of eachRow<Mark>(
      marks,
      [is("instance", instance), is("kind", "cut")],
      "id",
    ))
      if (id < cut.id) await marks.remove(id);
  }

  async function forget({ instance }: Mark): Promise<void> {
    for await (const { id } of eachRow<Mark>(marks, [is("instance", instance)], "id"))
      await marks.remove(id);
  }
}
