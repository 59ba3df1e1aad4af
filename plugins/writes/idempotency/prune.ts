/** Removes expired records, some at a time, so that no write waits for it for long. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Filter } from "waymark";
import type { Store } from "waymark/services";
import { clientOf, CLIENTS, RECORDS, type ClientRow, type RecordRow } from "./records.ts";

/** Records removed in one transaction. */
const BATCH = 100;
/** The pause after a transaction, in times of its length; at most so many milliseconds, as it may have waited for others. */
const REST = 9;
const LONGEST_REST_MS = 100;

/** Removes expired records; several processes may do so at once. Rejects while the store fails. */
export async function prune(store: Store, now: number, signal: AbortSignal): Promise<void> {
  const records = store.table(RECORDS);
  const clients = store.table(CLIENTS);
  const filters: Filter[] = [{ field: "expiresAt", operator: "lte", value: now }];
  const sort = [{ field: "expiresAt", descending: false }];
  const expired = async (limit: number): Promise<readonly string[]> => {
    const { items } = await records.list<Pick<RecordRow, "id">>({
      fields: ["id"],
      filters,
      sort,
      limit,
    });
    return items.map(({ id }) => id);
  };
  // A look at one row outside of a transaction holds up no write.
  while (!signal.aborted && (await expired(1)).length > 0) {
    const began = performance.now();
    await store.transaction(async () => {
      const ids = await expired(BATCH);
      await records.removeAll(ids);
      for (const [client, { length }] of Map.groupBy(ids, clientOf)) {
        const row = await clients.find<ClientRow>(client);
        if (row === undefined) continue;
        if (row.records > length) await clients.update(client, { records: row.records - length });
        else await clients.remove(client);
      }
    });
    await sleep(Math.min((performance.now() - began) * REST, LONGEST_REST_MS));
  }
}
