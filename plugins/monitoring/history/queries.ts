/** Ways through a table whose keys sort by time. */
import type { Filter, ListQuery } from "waymark";
import type { Table } from "waymark/services";

/** Rows read at a time: more of them would hold up other requests. */
const AT_ONCE = 500;

const ALL: ListQuery = {
  fields: undefined,
  filters: [],
  sort: [],
  limit: undefined,
  after: undefined,
};

/** The latest rows first. */
export async function latest<T extends object>(
  table: Table,
  limit: number,
  filters: readonly Filter[] = [],
): Promise<readonly T[]> {
  const sort = [{ field: "id", descending: true }];
  return (await table.list<T>({ ...ALL, filters, sort, limit })).items;
}

/** Every row that fits, oldest first, some at a time. */
export async function* each<T extends object>(
  table: Table,
  filters: readonly Filter[],
  fields?: readonly (keyof T & string)[],
): AsyncGenerator<T> {
  let after: ListQuery["after"];
  do {
    const sort = [{ field: "id", descending: false }];
    const page = await table.list<T>({ fields, filters, sort, limit: AT_ONCE, after });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Removes the oldest rows until at most `most` are left, and all that come before the key `before`. */
export async function trim(table: Table, most: number, before = ""): Promise<void> {
  const ids: string[] = [];
  for await (const { id } of each<{ id: string }>(table, [], ["id"])) ids.push(id);
  const surplus = ids.length - most;
  for (const [index, id] of ids.entries()) {
    if (index >= surplus && id >= before) break;
    await table.remove(id);
  }
}
