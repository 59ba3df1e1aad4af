/** What a database must offer. Everything else in this folder is the same for every database. */
import type { ColumnDataType, Expression, Kysely, RawBuilder, SqlBool } from "kysely";

/** What a column can hold: booleans as 0 and 1, JSON as text. Null stands for an absent field. */
export type Value = string | number | null;
/** `json` is every field that is no scalar. */
export type ColumnKind = "text" | "integer" | "number" | "boolean" | "json";
/** Tables are known at run time only. */
export type Rows = Record<string, Record<string, Value>>;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Value[];
}

/** The parts of SQL that differ between databases. */
export interface Dialect {
  /** Text must compare by code point. */
  readonly types: Readonly<Record<ColumnKind, ColumnDataType | RawBuilder<unknown>>>;
  /** Whether `text` holds `part`: case counts, nothing is a wildcard. */
  contains(text: Expression<unknown>, part: Expression<unknown>): Expression<SqlBool>;
}

/** Builds and compiles SQL for one database. */
export interface Sql {
  readonly builder: Kysely<Rows>;
  readonly dialect: Dialect;
}

export interface Database {
  /**
   * What builds SQL that `read` and `write` execute. Loaded when first asked for: a start with nothing to migrate does
   * without it.
   */
  sql(): Promise<Sql>;
  /** The columns of every table, by the table's name in lower case. */
  tables(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Each row as an array, in the order of the selected columns. */
  read(statement: Statement): Promise<readonly (readonly Value[])[]>;
  /** Runs all statements or none; gives the number of rows they changed. Throws on a key that exists. */
  write(statements: readonly Statement[]): Promise<number>;
  /** Runs `work` as one transaction that no other process writes beside. For the start: nothing else may run meanwhile. */
  exclusively(work: (sql: Sql) => Promise<void>): Promise<void>;
  /** Grows with every change, also by another process; read at most once per turn of the event loop. */
  version(): number;
  /** May be called twice. */
  close(): void | Promise<void>;
}
