/** Rows of a table whose key `id` has their order: all of them, some at a time, or the latest. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Filter, ListQuery } from "waymark";
import type { Table } from "waymark/services";

/** Rows read in one turn of the event loop: more of them would hold up requests. */
const AT_ONCE = 100;

const byKey = (descending: boolean) => [{ field: "id", descending }];

/** Yields every row that passes the filters, by id. */
export async function* eachRow<T extends object>(
  table: Table,
  filters: readonly Filter[] = [],
  fields?: readonly (keyof T & string)[],
): AsyncGenerator<T> {
  let after: ListQuery["after"];
  do {
    const query = { fields, filters, sort: byKey(false), limit: AT_ONCE, after };
    const page = await table.list<T>(query);
    yield* page.items;
    after = page.next;
    if (after !== undefined) await nextTurn();
  } while (after !== undefined);
}

/** Returns rows that pass the filters, the latest first. */
export async function latestRows<T extends object>(
  table: Table,
  limit: number,
  filters: readonly Filter[] = [],
): Promise<readonly T[]> {
  const query = { fields: undefined, filters, sort: byKey(true), limit, after: undefined };
  return (await table.list<T>(query)).items;
}
