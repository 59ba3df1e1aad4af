/** A table of the store: the same code for every database. */
import type { CompiledQuery, Kysely } from "kysely";
import type { ListQuery, Page } from "waymark";
import type { Table } from "waymark/services";
import { decode, encode, encodeRow } from "./columns.ts";
import type { Column, TableModel } from "./columns.ts";
import type { Database, Rows, Statement, Value } from "./database.ts";
import { listOf } from "./list.ts";

/** Stands for a parameter in SQL that is compiled before its values are known. */
const ANY = "";

/** Adds one row; its parameters are in the order of the table's columns. */
export function insertQuery(sql: Kysely<Rows>, { name, columns }: TableModel): CompiledQuery {
  return sql
    .insertInto(name)
    .values(Object.fromEntries(columns.map((column) => [column.name, ANY])))
    .compile();
}

/** Writes throw on rows and changes that do not fit the fields of the table's schema. */
export function createTable(database: Database, model: TableModel): Table {
  const { sql } = database;
  const { name, columns, key } = model;
  const findOne = sql
    .selectFrom(name)
    .select(columns.map((column) => column.name))
    .where(key.name, "=", ANY)
    .compile().sql;
  const insertOne = insertQuery(sql, model).sql;
  const removeOne = sql.deleteFrom(name).where(key.name, "=", ANY).compile().sql;
  const list = listOf(database, model);

  const find = async (id: string): Promise<object | undefined> => {
    const value = keyValue(key, id);
    if (value === undefined) return undefined;
    const [row] = await database.read({ sql: findOne, parameters: [value] });
    return row === undefined ? undefined : decode(columns, row);
  };

  // The caller names the type of the rows, which is that of the table's schema.
  return {
    list: <T extends object>(query: ListQuery) => list(query) as Promise<Page<T>>,
    find: <T extends object>(id: string) => find(id) as Promise<T | undefined>,
    async insert(rows) {
      await database.write(
        rows.map((row): Statement => ({ sql: insertOne, parameters: encodeRow(model, row) })),
      );
    },
    async update(id, changes) {
      const value = keyValue(key, id);
      if (value === undefined) return false;
      const set = Object.entries(changes).map(
        ([field, change]) => [field, encode(model.column(field), change)] as const,
      );
      if (set.length === 0) return (await find(id)) !== undefined;
      const query = sql
        .updateTable(name)
        .set(Object.fromEntries(set))
        .where(key.name, "=", value)
        .compile();
      return (
        (await database.write([
          { sql: query.sql, parameters: query.parameters as readonly Value[] },
        ])) > 0
      );
    },
    async remove(id) {
      const value = keyValue(key, id);
      return (
        value !== undefined && (await database.write([{ sql: removeOne, parameters: [value] }])) > 0
      );
    },
  };
}

/** A key as its column holds it, or undefined when no row can have it. */
function keyValue(key: Column, id: string): Value | undefined {
  if (key.kind === "text") return id;
  return String(Number(id)) === id && Number.isFinite(Number(id)) ? Number(id) : undefined;
}
