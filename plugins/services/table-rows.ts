/** Tables and their rows, as plugins use them. */
import type { Filter, ListPage, ListQuery, Principal, Schema } from "waymark";
import type { FilterOperator, Scalar } from "waymark/advanced";
import type { TableDeclaration } from "./table-declaration.ts";

/** A comparison, or several of which at least one holds; the comparisons of a list within `or` hold together. */
export type Condition = Filter | { readonly or: readonly (Filter | readonly Filter[])[] };

/** A query of a list, with conditions in place of filters. All of them hold together. */
export interface TableQuery extends Omit<ListQuery, "filters"> {
  readonly filters: readonly Condition[];
}

/** Rows of one table. `T` is the row as the caller knows it: the table's schema. */
export interface TableRows {
  /** Returns a page of rows. Filters, sort and paging run in the database. Default: all fields of all rows, by key. */
  list<T extends object>(query?: Partial<TableQuery>): Promise<ListPage<T>>;
  /** Returns the row with this key, or undefined. */
  find<T extends object>(key: string): Promise<T | undefined>;
  /** Returns how many rows fulfil the conditions. Default: all rows. */
  count(where?: readonly Condition[]): Promise<number>;
  /** Checks that a row fulfils the conditions. */
  exists(where: readonly Condition[]): Promise<boolean>;
  /** Adds rows. Throws a {@link UniqueViolation} on a key that exists, as all writes do on a constraint that they break. */
  insert(rows: readonly object[]): Promise<void>;
  /** Adds a row, or replaces the row with its key whole; true if it is new. */
  upsert(row: object): Promise<boolean>;
  /**
   * Changes fields of a row; false if no row has this key. With conditions, only while the row fulfils them,
   * which is decided and written at once.
   */
  update(key: string, changes: object, where?: readonly Condition[]): Promise<boolean>;
  /** Changes fields of several rows, by key: all in one write, or none. Returns how many rows there were. */
  updateAll(changes: Iterable<readonly [key: string, changes: object]>): Promise<number>;
  /**
   * Removes a row; false if no row has this key. Rows that refer to it are removed or changed as their tables declare, in one
   * transaction with it.
   */
  remove(key: string): Promise<boolean>;
  /** Removes rows at once, and returns how many there were. */
  removeAll(keys: readonly string[]): Promise<number>;
}

/** A table. With an `owner`, it rejects every use until it is bound to a caller, or explicitly to all. */
export interface Table extends TableRows {
  /**
   * The rows that belong to a principal, as if there were no others; none for an anonymous caller. They come without the
   * owner, unless `fields` names it. `insert` sets it, and refuses rows of others, as `update` refuses to hand rows over.
   * All owners share one space of keys, so let the service choose them. Throws on a table without `owner`.
   */
  of(principal: Pick<Principal, "id"> | undefined): TableRows;
  /** Returns access to all rows, also without an owner, for work on behalf of no caller, such as jobs and commands. */
  acrossOwners(): TableRows;
}

/** Rows of another plugin's table, to read. */
export interface TableReader<Row extends object = object> {
  list(query?: Partial<TableQuery>): Promise<ListPage<Row>>;
  find(key: string): Promise<Row | undefined>;
  count: TableRows["count"];
  exists: TableRows["exists"];
  of(principal: Pick<Principal, "id"> | undefined): RowReader<Row>;
  acrossOwners(): RowReader<Row>;
}

/** The same, of one principal or of all. */
export type RowReader<Row extends object> = Omit<TableReader<Row>, "of" | "acrossOwners">;

/** Tables as a plugin declares them, by name. */
export type DeclaredTables = Readonly<Record<string, TableDeclaration>>;

/** Rows as their schema has them. */
export type RowIn<S extends Schema> = Extract<
  NonNullable<S["~standard"]["types"]>["output"],
  object
>;

/** A table with a known declaration. */
export interface TableOf<Row extends object> extends RowsOf<Row> {
  of(principal: Pick<Principal, "id"> | undefined): RowsOf<Row>;
  acrossOwners(): RowsOf<Row>;
}

/** Rows as {@link TableRows} has them, with the fields of one table. */
interface RowsOf<Row extends object> extends Pick<TableRows, "remove" | "removeAll"> {
  /** Lists rows: for a query of a route, or one that names fields of the table. */
  list(query?: ListQuery | QueryOf<Row>): Promise<ListPage<Row>>;
  find(key: string): Promise<Row | undefined>;
  count(where?: readonly ConditionOf<Row>[]): Promise<number>;
  exists(where: readonly ConditionOf<Row>[]): Promise<boolean>;
  insert(rows: readonly Part<Row>[]): Promise<void>;
  upsert(row: Part<Row>): Promise<boolean>;
  update(key: string, changes: Part<Row>, where?: readonly ConditionOf<Row>[]): Promise<boolean>;
  updateAll(changes: Iterable<readonly [key: string, changes: Part<Row>]>): Promise<number>;
}

/** Fields of a row, without those that the store fills in. */
type Part<Row> = { readonly [Field in keyof Row]?: Row[Field] | undefined };

interface FilterOf<Row> {
  readonly field: keyof Row & string;
  readonly operator: FilterOperator;
  readonly value: Scalar | readonly Scalar[];
}

type ConditionOf<Row> =
  | FilterOf<Row>
  | { readonly or: readonly (FilterOf<Row> | readonly FilterOf<Row>[])[] };

interface QueryOf<Row> extends Partial<Pick<ListQuery, "limit" | "after">> {
  readonly fields?: readonly (keyof Row & string)[] | undefined;
  readonly filters?: readonly ConditionOf<Row>[];
  readonly sort?: readonly { readonly field: keyof Row & string; readonly descending: boolean }[];
}
