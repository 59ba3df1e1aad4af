/** Reads and writes rows: all rows of a table, or the rows of one owner. */
import type { ListPage } from "waymark";
import {
  ReferenceViolation,
  UniqueViolation,
  type Condition,
  type TableQuery,
  type TableRows,
} from "waymark/services";
import { decode, encode, type Column } from "./columns.ts";
import type { Query, Sql, Value } from "./database.ts";
import { openList, resolveCondition } from "./list.ts";
import type { References } from "./references.ts";
import { rowSql, type RowShape, type RowSql } from "./row-sql.ts";
import type { TableModel } from "./table-model.ts";
import type { Queries } from "./transactions.ts";

/** Returns the rows that belong to an owner, or all without one. */
export type RowsOf = (owner: string | undefined) => TableRows;

/**
 * Returns a row in the order of the table's columns, with the schema's defaults in place of absent fields. Throws on fields
 * that the table does not have.
 */
export function encodeRow(model: TableModel, row: object): readonly Value[] {
  for (const field of Object.keys(row)) model.column(field);
  const isMissing = ({ name, required }: Column) => required && valueIn(row, name) === undefined;
  const defaults = model.columns.some(isMissing) ? validated(model, row) : row;
  return model.columns.map((column) => {
    const { name } = column;
    return encode(column, valueIn(isMissing(column) ? defaults : row, name));
  });
}

/** The schema makes the defaults, since some differ each time. A row that does not fit stays as it is. */
function validated({ of }: TableModel, row: object): object {
  const result = of["~standard"].validate({ ...row });
  return result instanceof Promise || result.issues !== undefined ? row : Object(result.value);
}

function valueIn(row: object, field: string): unknown {
  return Object.hasOwn(row, field) ? Reflect.get(row, field) : undefined;
}

/** @param references what follows from removals. Default: nothing. */
export function openRows(database: Queries, model: TableModel, references?: References): RowsOf {
  const { columns, key, owner } = model;
  let sql: Sql | undefined;
  const shared: Access = {
    database,
    references,
    // All writes await the same steps, so they run in the order of the calls.
    sql: async () => (sql ??= await database.sql()),
    ...openList(database, model),
  };
  const all = bindRows(shared, model, { matched: [key], selected: columns });
  if (owner === undefined) return () => all(undefined);
  const selected = columns.filter((column) => column === key || column !== owner);
  const owned = bindRows(shared, model, { matched: [key, owner], selected });
  return (id) => (id === undefined ? all : owned)(id);
}

/** The parts that all rows of a table share. */
interface Access extends ReturnType<typeof openList> {
  readonly database: Queries;
  readonly references: References | undefined;
  readonly sql: () => Promise<Sql>;
}

function bindRows(
  { database, list, count, references, ...access }: Access,
  model: TableModel,
  shape: RowShape,
): RowsOf {
  const { name, key, owner } = model;
  const { selected } = shape;
  const fields = selected.map((column) => column.name);
  let sql: RowSql | undefined;
  const prepared = async (): Promise<RowSql> => {
    const built = await access.sql();
    return (sql ??= rowSql(built, model, shape));
  };
  const write = async (
    build: (sql: RowSql) => readonly Query[],
    owners?: Iterable<string | null>,
  ): Promise<number> => database.write(name, build(await prepared()), owners);

  return (id) => {
    const ownership =
      id === undefined || owner === undefined ? undefined : new Ownership(model, owner.name, id);
    const ownerOf = (row: object): string | null =>
      id ??
      (owner === undefined ? null : ((Reflect.get(row, owner.name) as string | null) ?? null));
    /** Returns owners of rows before and after these changes, by key, if that matters. */
    const ownersOf = async (
      changes: readonly (readonly [key: string, changes: object])[],
    ): Promise<readonly (string | null)[]> => {
      if (owner === undefined || !database.isWithin) return [];
      if (id !== undefined) return [id];
      const keys = changes.flatMap(([text]) => keyValue(key, text) ?? []);
      const filters = [{ field: key.name, operator: "in", value: keys } as const];
      const before = await list({ fields: [owner.name], filters });
      const after = changes.flatMap(([, row]) => (Object.hasOwn(row, owner.name) ? [row] : []));
      return [...before.items, ...after].map((row) => ownerOf(row));
    };
    /** Returns the values that the row with this key is found by; undefined if no row can have it. */
    const valuesOf = (text: string): readonly Value[] | undefined => {
      const value = keyValue(key, text);
      if (value === undefined) return undefined;
      return id === undefined ? [value] : [value, id];
    };

    const find = async (text: string): Promise<object | undefined> => {
      const values = valuesOf(text);
      if (values === undefined) return undefined;
      const { findOne } = sql ?? (await prepared());
      const [row] = await database.read(name, { sql: findOne, parameters: values });
      return row === undefined ? undefined : decode(selected, row);
    };

    const encodeChanges = (changes: object): Readonly<Record<string, Value>> => {
      ownership?.refuseTransfer(changes);
      return Object.fromEntries(
        Object.entries(changes).map(
          ([field, change]) => [field, encode(model.column(field), change)] as const,
        ),
      );
    };

    const updateAll: TableRows["updateAll"] = async (changes) => {
      const all = [...changes];
      const encoded = all.flatMap(([text, changed]) => {
        const set = encodeChanges(changed);
        const values = valuesOf(text);
        return values === undefined || Object.keys(set).length === 0 ? [] : [{ values, set }];
      });
      if (encoded.length === 0) return 0;
      await requireOwn(all.map(([, changed]) => changed));
      const owners = await ownersOf(all);
      return write(
        ({ updateOne }) => encoded.map(({ set, values }) => updateOne(set, values)),
        owners,
      );
    };

    const update: TableRows["update"] = async (text, changes, where = []) => {
      const conditions = where.map((condition) => resolveCondition(model, condition));
      const set = encodeChanges(changes);
      const values = valuesOf(text);
      if (values === undefined) return false;
      if (Object.keys(set).length === 0) return isThere(values, where);
      await requireOwn([changes]);
      const owners = await ownersOf([[text, changes]]);
      return (await write(({ updateOne }) => [updateOne(set, values, conditions)], owners)) > 0;
    };

    /** Checks that the row is there, and fulfils these conditions. */
    const isThere = ([value]: readonly Value[], where: readonly Condition[]): Promise<boolean> =>
      exists([{ field: key.name, operator: "eq", value: value ?? null }, ...where]);

    const exists = async (where: readonly Condition[]): Promise<boolean> => {
      const query = { fields: [key.name], filters: where, limit: 1 };
      return (await list(ownership?.narrow(query, fields) ?? query)).items.length > 0;
    };

    const upsert = async (row: object): Promise<boolean> => {
      await requireOwn([row]);
      const owners = await ownersOf([[String(Reflect.get(row, key.name)), row]]);
      const encoded = encodeRow(model, ownership?.claim(row) ?? row);
      const valueOf = (column: Column): Value => encoded[model.columns.indexOf(column)]!;
      const changed = await write(
        ({ insertMissing, replaceOne, replaced }) => [
          { sql: insertMissing, parameters: encoded },
          { sql: replaceOne, parameters: [...replaced, ...shape.matched].map(valueOf) },
        ],
        owners,
      );
      if (changed === 0) throw new UniqueViolation(name, [key.name]); // another owner has the key
      return changed > 1; // inserted, and then replaced by the same values
    };

    /** Refuses references to rows of other owners. */
    const requireOwn = async (rows: readonly object[]): Promise<void> => {
      if (id !== undefined && model.references.size > 0)
        await references?.requireOwn(model, id, rows);
    };

    const removeAll = async (texts: readonly string[]): Promise<number> => {
      if (references?.hasFollowers(name) !== true) return removeRows(texts);
      return references.transaction(async () => {
        const values = texts.flatMap((text) => keyValue(key, text) ?? []);
        await references.follow(name, await references.present(name, table, values));
        return removeRows(texts);
      });
    };

    const removeRows = async (texts: readonly string[]): Promise<number> => {
      const rows = texts.map(valuesOf).filter((values) => values !== undefined);
      if (rows.length === 0) return 0;
      const owners = await ownersOf(texts.map((text) => [text, {}]));
      return write(
        ({ removeOne }) => rows.map((parameters) => ({ sql: removeOne, parameters })),
        owners,
      ).catch((error: unknown) => {
        // A row that refers to its own table is both, as far as the database says.
        if (!(error instanceof ReferenceViolation) || error.table !== name) throw error;
        throw new ReferenceViolation(error, "still-referenced", { cause: error });
      });
    };

    // The caller names the row type, which is the type of the table's schema.
    const table: TableRows = {
      list: <T extends object>(query: Partial<TableQuery> = {}) =>
        list(ownership?.narrow(query, fields) ?? query) as Promise<ListPage<T>>,
      find: <T extends object>(text: string) => find(text) as Promise<T | undefined>,
      count: async (where = []) =>
        count(ownership?.narrow({ filters: where }, []).filters ?? where),
      exists,
      async insert(rows) {
        await requireOwn(rows);
        const encoded = rows.map((row) => encodeRow(model, ownership?.claim(row) ?? row));
        await write(
          ({ insertOne }) => encoded.map((parameters) => ({ sql: insertOne, parameters })),
          owner === undefined ? [] : rows.map(ownerOf),
        );
      },
      upsert,
      update,
      updateAll,
      remove: async (text) => (await removeAll([text])) > 0,
      removeAll,
    };
    return table;
  };
}

/** Returns a key as its column stores it; undefined if no row can have it. */
function keyValue({ kind }: Column, id: string): Value | undefined {
  if (kind === "text") return id;
  const value = Number(id);
  const isOne = kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isOne && String(value) === id ? value : undefined;
}

class Ownership {
  readonly #table: string;
  readonly #field: string;
  readonly #id: string;

  constructor({ name }: TableModel, field: string, id: string) {
    this.#table = name;
    this.#field = field;
    this.#id = id;
  }

  /** @param fields the fields of a query that names none. */
  narrow(query: Partial<TableQuery>, fields: readonly string[]): Partial<TableQuery> {
    const own = { field: this.#field, operator: "eq", value: this.#id } as const;
    return { ...query, fields: query.fields ?? fields, filters: [own, ...(query.filters ?? [])] };
  }

  /** Returns the row with its owner. Throws on a row of another owner. */
  claim(row: object): object {
    const named: unknown = Reflect.get(row, this.#field);
    if (named !== undefined) this.#refuseOthers(named);
    return { ...row, [this.#field]: this.#id };
  }

  /** Throws on changes that would hand the row to another owner, or take it from all. */
  refuseTransfer(changes: object): void {
    if (Object.hasOwn(changes, this.#field)) this.#refuseOthers(Reflect.get(changes, this.#field));
  }

  #refuseOthers(owner: unknown): void {
    if (owner === this.#id) return;
    throw new Error(
      `a row of the table "${this.#table}" was to belong to another owner than the caller: leave the field "${this.#field}" to the store, or use acrossOwners()`,
    );
  }
}
