/** Reads the two tables. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Filter, ListQuery } from "waymark";
import type { Table } from "waymark/services";
import type { Mark } from "./records.ts";

/** Rows read in one turn of the event loop. */
const AT_ONCE = 200;

/** Yields every row that passes the filters, by id, some at a time. */
export async function* eachRow<T extends object>(
  table: Table,
  filters: readonly Filter[],
): AsyncGenerator<T> {
  const sort = [{ field: "id", descending: false }];
  let after: ListQuery["after"];
  do {
    const query = { fields: undefined, filters, sort, limit: AT_ONCE, after };
    const page = await table.list<T>(query);
    yield* page.items;
    after = page.next;
    if (after !== undefined) await nextTurn();
  } while (after !== undefined);
}

/** Returns the last row by id that passes the filters. */
export async function lastRow<T extends object>(
  table: Table,
  filters: readonly Filter[] = [],
): Promise<T | undefined> {
  const sort = [{ field: "id", descending: true }];
  const query = { fields: undefined, filters, sort, limit: 1, after: undefined };
  return (await table.list<T>(query)).items[0];
}

export function is(field: string, value: string): Filter {
  return { field, operator: "eq", value };
}

/** Returns the cut that counts of each chain: its last one. */
export function lastCuts(marks: readonly Mark[]): ReadonlyMap<string, Mark> {
  const cuts = marks.filter(({ kind }) => kind === "cut");
  return new Map(cuts.map((cut) => [cut.instance, cut]));
}
