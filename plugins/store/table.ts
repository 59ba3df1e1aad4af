/** A table of the store, on any database. */
import type { CompiledQuery, Kysely } from "kysely";
import type { ListQuery, ListPage } from "waymark";
import type { Table } from "waymark/services";
import { decode, encode, type Column } from "./columns.ts";
import type { Database, Query, Rows, Value } from "./database.ts";
import { openList } from "./list.ts";
import type { TableModel } from "./table-model.ts";

/** Stands for a parameter in SQL that is compiled before its values are known. */
const ANY = "";

/** Inserts one row; the parameters are in the order of the table's columns. */
export function insertQuery(sql: Kysely<Rows>, { name, columns }: TableModel): CompiledQuery {
  return sql
    .insertInto(name)
    .values(Object.fromEntries(columns.map((column) => [column.name, ANY])))
    .compile();
}

/** Returns a row in the order of the table's columns. Throws on fields that the table does not have. */
export function encodeRow(model: TableModel, row: object): readonly Value[] {
  for (const field of Object.keys(row)) model.column(field);
  return model.columns.map((column) =>
    encode(column, Object.hasOwn(row, column.name) ? Reflect.get(row, column.name) : undefined),
  );
}

/** The builder, and SQL whose text is the same for every call. */
function prepare(builder: Kysely<Rows>, model: TableModel) {
  const { name, columns, key } = model;
  return {
    builder,
    findOne: builder
      .selectFrom(name)
      .select(columns.map((column) => column.name))
      .where(key.name, "=", ANY)
      .compile().sql,
    insertOne: insertQuery(builder, model).sql,
    removeOne: builder.deleteFrom(name).where(key.name, "=", ANY).compile().sql,
  };
}

/** Writes throw on rows and changes that do not match the fields of the table's schema. */
export function openTable(database: Database, model: TableModel): Table {
  const { name, columns, key } = model;
  let tableSql: ReturnType<typeof prepare> | undefined;
  const prepared = async () => (tableSql ??= prepare((await database.sql()).builder, model));
  // All writes await the same steps, so they run in the order of the calls.
  const write = async (
    build: (sql: Awaited<ReturnType<typeof prepared>>) => readonly Query[],
  ): Promise<number> => database.write(name, build(await prepared()));
  const list = openList(database, model);

  const find = async (id: string): Promise<object | undefined> => {
    const value = keyValue(key, id);
    if (value === undefined) return undefined;
    const { findOne } = tableSql ?? (await prepared());
    const [row] = await database.read({ sql: findOne, parameters: [value] });
    return row === undefined ? undefined : decode(columns, row);
  };

  const removeAll = async (ids: readonly string[]): Promise<number> => {
    const values = ids.map((id) => keyValue(key, id)).filter((value) => value !== undefined);
    if (values.length === 0) return 0;
    return write(({ removeOne }) =>
      values.map((value) => ({ sql: removeOne, parameters: [value] })),
    );
  };

  // The caller names the row type, which is that of the table's schema.
  return {
    list: <T extends object>(query: ListQuery) => list(query) as Promise<ListPage<T>>,
    find: <T extends object>(id: string) => find(id) as Promise<T | undefined>,
    async insert(rows) {
      const encoded = rows.map((row) => encodeRow(model, row));
      await write(({ insertOne }) => encoded.map((parameters) => ({ sql: insertOne, parameters })));
    },
    async update(id, changes) {
      const value = keyValue(key, id);
      if (value === undefined) return false;
      const set = Object.entries(changes).map(
        ([field, change]) => [field, encode(model.column(field), change)] as const,
      );
      if (set.length === 0) return (await find(id)) !== undefined;
      const changed = await write(({ builder }) => {
        const query = builder
          .updateTable(name)
          .set(Object.fromEntries(set))
          .where(key.name, "=", value)
          .compile();
        return [{ sql: query.sql, parameters: query.parameters as readonly Value[] }];
      });
      return changed > 0;
    },
    remove: async (id) => (await removeAll([id])) > 0,
    removeAll,
  };
}

/** Returns a key as its column stores it; undefined when no row can have it. */
function keyValue(key: Column, id: string): Value | undefined {
  if (key.kind === "text") return id;
  return String(Number(id)) === id && Number.isFinite(Number(id)) ? Number(id) : undefined;
}
