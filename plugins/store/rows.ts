/** Reading and writing rows: all of a table, or those of one owner. */
import type { CompiledQuery, ExpressionBuilder, Kysely } from "kysely";
import type { ListQuery, ListPage } from "waymark";
import type { TableRows } from "waymark/services";
import { decode, encode, type Column } from "./columns.ts";
import type { Database, Query, Rows, Value } from "./database.ts";
import { openList } from "./list.ts";
import { Ownership } from "./ownership.ts";
import type { TableModel } from "./table-model.ts";

/** Stands for a parameter in SQL that is compiled before its values are known. */
const ANY = "";

/** Returns the rows that belong to an owner, or all without one. */
export type RowsOf = (owner: string | undefined) => TableRows;

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

/** The columns that a row is found by, in the order of their values, and those that are read of it. */
interface Shape {
  readonly matched: readonly Column[];
  readonly selected: readonly Column[];
}

/** The builder, and SQL whose text is the same for every call. */
function prepare(builder: Kysely<Rows>, model: TableModel, { matched, selected }: Shape) {
  const { name } = model;
  const matches = (values: readonly Value[]) => (eb: ExpressionBuilder<Rows, string>) =>
    eb.and(matched.map((column, index) => eb(column.name, "=", values[index] ?? ANY)));
  return {
    findOne: builder
      .selectFrom(name)
      .select(selected.map((column) => column.name))
      .where(matches([]))
      .compile().sql,
    insertOne: insertQuery(builder, model).sql,
    removeOne: builder.deleteFrom(name).where(matches([])).compile().sql,
    updateOne: (set: Readonly<Record<string, Value>>, values: readonly Value[]): Query => {
      const query = builder.updateTable(name).set(set).where(matches(values)).compile();
      return { sql: query.sql, parameters: query.parameters as readonly Value[] };
    },
  };
}

export function openRows(database: Database, model: TableModel): RowsOf {
  const { columns, key, owner } = model;
  let builder: Kysely<Rows> | undefined;
  const shared: Access = {
    database,
    // All writes await the same steps, so they run in the order of the calls.
    builder: async () => (builder ??= (await database.sql()).builder),
    list: openList(database, model),
  };
  const all = bindRows(shared, model, { matched: [key], selected: columns });
  if (owner === undefined) return () => all(undefined);
  const selected = columns.filter((column) => column === key || column !== owner);
  const owned = bindRows(shared, model, { matched: [key, owner], selected });
  return (id) => (id === undefined ? all : owned)(id);
}

/** The parts that all rows of a table share. */
interface Access {
  readonly database: Database;
  readonly builder: () => Promise<Kysely<Rows>>;
  readonly list: ReturnType<typeof openList>;
}

function bindRows({ database, builder, list }: Access, model: TableModel, shape: Shape): RowsOf {
  const { name, key, owner } = model;
  const { selected } = shape;
  const fields = selected.map((column) => column.name);
  let sql: ReturnType<typeof prepare> | undefined;
  const prepared = async () => {
    const built = await builder();
    return (sql ??= prepare(built, model, shape));
  };
  const write = async (
    build: (sql: Awaited<ReturnType<typeof prepared>>) => readonly Query[],
  ): Promise<number> => database.write(name, build(await prepared()));

  return (id) => {
    const ownership =
      id === undefined || owner === undefined ? undefined : new Ownership(model, owner.name, id);
    /** The values that the row with this key is found by; undefined when no row can have it. */
    const valuesOf = (text: string): readonly Value[] | undefined => {
      const value = keyValue(key, text);
      if (value === undefined) return undefined;
      return id === undefined ? [value] : [value, id];
    };

    const find = async (text: string): Promise<object | undefined> => {
      const values = valuesOf(text);
      if (values === undefined) return undefined;
      const { findOne } = sql ?? (await prepared());
      const [row] = await database.read({ sql: findOne, parameters: values });
      return row === undefined ? undefined : decode(selected, row);
    };

    const updateAll: TableRows["updateAll"] = async (changes) => {
      const encoded = [...changes].flatMap(([text, changed]) => {
        ownership?.refuseTransfer(changed);
        const values = valuesOf(text);
        const set = Object.entries(changed).map(
          ([field, change]) => [field, encode(model.column(field), change)] as const,
        );
        return values === undefined || set.length === 0
          ? []
          : [{ values, set: Object.fromEntries(set) }];
      });
      if (encoded.length === 0) return 0;
      return write(({ updateOne }) => encoded.map(({ set, values }) => updateOne(set, values)));
    };

    const removeAll = async (texts: readonly string[]): Promise<number> => {
      const rows = texts.map(valuesOf).filter((values) => values !== undefined);
      if (rows.length === 0) return 0;
      return write(({ removeOne }) => rows.map((parameters) => ({ sql: removeOne, parameters })));
    };

    // The caller names the row type, which is that of the table's schema.
    return {
      list: <T extends object>(query: ListQuery) =>
        list(ownership?.narrow(query, fields) ?? query) as Promise<ListPage<T>>,
      find: <T extends object>(text: string) => find(text) as Promise<T | undefined>,
      async insert(rows) {
        const encoded = rows.map((row) => encodeRow(model, ownership?.claim(row) ?? row));
        await write(({ insertOne }) =>
          encoded.map((parameters) => ({ sql: insertOne, parameters })),
        );
      },
      async update(text, changes) {
        if (Object.keys(changes).length === 0) return (await find(text)) !== undefined;
        return (await updateAll([[text, changes]])) > 0;
      },
      updateAll,
      remove: async (text) => (await removeAll([text])) > 0,
      removeAll,
    };
  };
}

/** Returns a key as its column stores it; undefined when no row can have it. */
function keyValue(key: Column, id: string): Value | undefined {
  if (key.kind === "text") return id;
  return String(Number(id)) === id && Number.isFinite(Number(id)) ? Number(id) : undefined;
}
