/** The SQL that reads and writes rows by their key, for any database. */
import type { CompiledQuery, ExpressionBuilder, Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Column } from "./columns.ts";
import type { Query, Rows, Sql, Value } from "./database.ts";
import { fulfils, type Condition } from "./list-sql.ts";
import type { TableModel } from "./table-model.ts";

/** Stands for a parameter in SQL that is compiled before its values are known. */
const ANY = "";

/** Clients choose the fields that they patch, so the number of their sets is unbounded. */
const MAX_UPDATES = 100;

/** Columns that a row is found by, in the order of their values, and columns that are read of it. */
export interface RowShape {
  readonly matched: readonly Column[];
  readonly selected: readonly Column[];
}

export type RowSql = ReturnType<typeof rowSql>;

/** Inserts one row; the parameters are in the order of the table's columns. */
export function insertQuery(sql: Kysely<Rows>, model: TableModel): CompiledQuery {
  return insertion(sql, model).compile();
}

/** Returns SQL whose text is the same for every call, and builders of the rest. */
export function rowSql({ builder, dialect }: Sql, model: TableModel, shape: RowShape) {
  const { name, key, columns } = model;
  const { matched, selected } = shape;
  const matches = (values: readonly Value[]) => (eb: ExpressionBuilder<Rows, string>) =>
    eb.and(matched.map((column, index) => eb(column.name, "=", values[index] ?? ANY)));
  const others = columns.filter((column) => column !== key);
  /** Columns that a replaced row receives; a query has to set at least one. */
  const replaced = others.length > 0 ? others : [key];
  const updateOf = (fields: readonly string[]): string =>
    builder
      .updateTable(name)
      .set(Object.fromEntries(fields.map((field) => [field, ANY])))
      .where(matches([]))
      .compile().sql;
  const updates = new LRUCache<string, string>({
    max: MAX_UPDATES,
    memoMethod: (fields) => updateOf(JSON.parse(fields)),
  });
  return {
    findOne: builder
      .selectFrom(name)
      .select(selected.map((column) => column.name))
      .where(matches([]))
      .compile().sql,
    insertOne: insertQuery(builder, model).sql,
    insertMissing: insertion(builder, model)
      .onConflict((conflict) => conflict.column(key.name).doNothing())
      .compile().sql,
    removeOne: builder.deleteFrom(name).where(matches([])).compile().sql,
    replaced,
    /** Takes the values of the columns in `replaced`, and the values that the row is found by. */
    replaceOne: updateOf(replaced.map((column) => column.name)),
    updateOne(
      set: Readonly<Record<string, Value>>,
      values: readonly Value[],
      conditions: readonly Condition[] = [],
    ): Query {
      if (conditions.length === 0) {
        const sql = updates.memo(JSON.stringify(Object.keys(set)));
        return { sql, parameters: [...Object.values(set), ...values] };
      }
      const query = builder
        .updateTable(name)
        .set(set)
        .where(matches(values))
        .where((eb) => fulfils(eb, dialect, conditions))
        .compile();
      return { sql: query.sql, parameters: query.parameters as readonly Value[] }; // columns hold no other types
    },
  };
}

function insertion(sql: Kysely<Rows>, { name, columns }: TableModel) {
  return sql
    .insertInto(name)
    .values(Object.fromEntries(columns.map((column) => [column.name, ANY])));
}
