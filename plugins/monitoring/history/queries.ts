/** Queries of a table whose keys sort by time. */
import type { Filter, ListQuery } from "waymark";
import type { Table } from "waymark/services";

/** Rows read at a time: more of them would hold up other requests. */
const AT_ONCE = 500;

const byKey = (descending: boolean) => [{ field: "id", descending }];

/** The latest rows first. */
export async function latest<T extends object>(
  table: Table,
  limit: number,
  filters: readonly Filter[] = [],
): Promise<readonly T[]> {
  const query = { fields: undefined, filters, sort: byKey(true), limit, after: undefined };
  return (await table.list<T>(query)).items;
}

/** Every row that passes the filters, oldest first, some at a time. */
export async function* eachRow<T extends object>(
  table: Table,
  filters: readonly Filter[],
  fields?: readonly (keyof T & string)[],
): AsyncGenerator<T> {
  let after: ListQuery["after"];
  do {
    const query = { fields, filters, sort: byKey(false), limit: AT_ONCE, after };
    const page = await table.list<T>(query);
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Removes the oldest rows until at most `most` are left, and all that come before the key `before`. */
export async function trim(table: Table, most: number, before = ""): Promise<void> {
  const rows = await Array.fromAsync(eachRow<{ id: string }>(table, [], ["id"]));
  const surplus = rows.length - most;
  for (const [index, { id }] of rows.entries()) {
    if (index >= surplus && id >= before) break;
    await table.remove(id);
  }
}
