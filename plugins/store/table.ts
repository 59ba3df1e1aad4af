/** A table of the store, on any database. */
import type { ListPage } from "waymark";
import type { Table, TableQuery, TableRows } from "waymark/services";
import type { References } from "./references.ts";
import { openRows, type RowsOf } from "./rows.ts";
import type { TableModel } from "./table-model.ts";
import type { Queries } from "./transactions.ts";

/** Writes throw on rows and changes that do not match the fields of the table's schema. */
export function openTable(database: Queries, model: TableModel, references?: References): Table {
  const rowsOf = openRows(database, model, references);
  return model.owner === undefined ? sharedTable(model, rowsOf) : ownedTable(model, rowsOf);
}

/** Returns a table whose rows no principal owns, so that binding it to one must not return them all. */
function sharedTable({ name }: TableModel, rowsOf: RowsOf): Table {
  const all = rowsOf(undefined);
  return {
    ...all,
    of() {
      throw new Error(
        `the table "${name}" declares no owner, so that no row of it belongs to a principal: declare owner: "…", or use the table as it is`,
      );
    },
    acrossOwners: () => all,
  };
}

/** Returns a table to bind to a caller or to no owner; unbound, its methods reject. */
function ownedTable(model: TableModel, rowsOf: RowsOf): Table {
  const { name } = model;
  const all = rowsOf(undefined);
  const none = rowsOfNone(model, all);
  const unbound = () =>
    Promise.reject(
      new Error(
        `the rows of the table "${name}" belong to principals: use table("${name}").of(principal) with the caller of the handler, or .acrossOwners() in work for no caller`,
      ),
    );
  return {
    list: unbound,
    find: unbound,
    count: unbound,
    exists: unbound,
    insert: unbound,
    upsert: unbound,
    update: unbound,
    updateAll: unbound,
    remove: unbound,
    removeAll: unbound,
    of: (principal) =>
      typeof principal?.id === "string" && principal.id !== "" ? rowsOf(principal.id) : none,
    acrossOwners: () => all,
  };
}

/** Returns the rows of an anonymous caller: none, though queries are checked like all others. */
function rowsOfNone({ name, key }: TableModel, all: TableRows): TableRows {
  const refuse = () =>
    Promise.reject(
      new Error(
        `an anonymous caller owns no rows, so that none can be added to the table "${name}"`,
      ),
    );
  const never = { field: key.name, operator: "in", value: [] } as const;
  return {
    list: <T extends object>(query: Partial<TableQuery> = {}): Promise<ListPage<T>> =>
      all.list({ ...query, filters: [never, ...(query.filters ?? [])] }),
    find: () => Promise.resolve(undefined),
    count: (where = []) => all.count([never, ...where]),
    exists: (where) => all.exists([never, ...where]),
    insert: refuse,
    upsert: refuse,
    update: () => Promise.resolve(false),
    updateAll: () => Promise.resolve(0),
    remove: () => Promise.resolve(false),
    removeAll: () => Promise.resolve(0),
  };
}
