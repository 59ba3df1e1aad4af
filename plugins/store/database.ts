/** The interface of a database. Everything in this folder except `sqlite/` and `postgres/` works with any database. */
import type { Histogram, Log, MaybePromise, SetupContext } from "waymark";
import type { HealthReport } from "waymark/services";
import type { ColumnDataType, Expression, Kysely, RawBuilder, SqlBool } from "kysely";

/** Values of columns: booleans as 0 and 1, JSON as text. Null stands for an absent field. */
export type Value = string | number | null;
/** `json` is for every field that is not a scalar. */
export type ColumnKind = "text" | "integer" | "number" | "boolean" | "json";
/** Rows of tables that are known only at run time. */
export type Rows = Record<string, Record<string, Value>>;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly Value[];
}

/** The table that refers to another one, its field, and the other one. */
export type ReferenceNames = Readonly<Record<"table" | "field" | "target", string>>;

/** The parts of SQL that differ between databases. */
export interface Dialect {
  /** Text must compare by code point. */
  readonly types: Readonly<Record<ColumnKind, ColumnDataType | RawBuilder<unknown>>>;
  /** Checks that `text` holds `part`: case counts, nothing is a wildcard. */
  contains(text: Expression<unknown>, part: Expression<unknown>): Expression<SqlBool>;
  /** Returns statements that make the database refuse rows without their target, and removals of targets. */
  createReference(
    reference: ReferenceNames & { readonly targetKey: string },
  ): readonly RawBuilder<unknown>[];
  dropReference(reference: ReferenceNames): readonly RawBuilder<unknown>[];
}

/** Builds and compiles SQL for one database. */
export interface Sql {
  readonly builder: Kysely<Rows>;
  readonly dialect: Dialect;
}

/** The part of a database that a plan of its migration needs. */
export interface Inspectable {
  /** Names of the columns by table, whose name is in lower case. */
  tables(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  read: Database["read"];
  /** Names of tables that it needs in addition to the plugins' tables; absent if there are none. */
  readonly own?: readonly string[];
}

/** A database before it is used: the part that migrations need. */
export interface Migratable extends Inspectable {
  /** Runs `work` as one transaction while no other process can write. No other query may run meanwhile. */
  exclusively(work: (sql: Sql) => Promise<void>): Promise<void>;
  /** Creates the tables of `own` that are missing, within `exclusively`. */
  createOwn?(): Promise<void>;
  /** Lets other processes know that `work` has changed rows of a table; absent if they see that by themselves. */
  noteChange?(table: string): Promise<void>;
}

export interface OpenOptions extends Pick<SetupContext<unknown>, "queue"> {
  /** Ends the opening. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Brings a database to the declared tables, before anything else uses it. */
  readonly prepare: (database: Migratable) => Promise<void>;
}

/** Changes that are made together. After an error that is not the query's own, every use throws. */
export interface Transaction {
  read: Database["read"];
  write: Database["write"];
  /** Begins a part that can be undone alone. It ends before the next one begins, and before what encloses it ends. */
  savepoint(): Promise<Savepoint>;
  /** Resolves when it is durable. */
  commit(): Promise<void>;
  /** Rejects if changes of others that it saw are not known to be durable. */
  rollback(): Promise<void>;
}

export interface Savepoint {
  /** Makes its changes a part of the transaction. */
  release(): Promise<void>;
  /** Rolls back; never rejects. */
  rollback(): Promise<void>;
}

/** An attempt after others that conflicted. The database may keep other transactions from it, the more the later it is. */
export interface BeginOptions {
  /** 2 for the second one. */
  readonly attempt?: number;
  /** The tables that those before have used. */
  readonly after?: Iterable<string>;
}

/** Numbers of a database server for metrics. */
export interface Figures {
  readonly connections: readonly { readonly labels: ConnectionLabels; readonly value: number }[];
  /** Seconds until a connection was there, by pool. */
  readonly acquires: Histogram;
  /** Connections of all nodes that wait for a lock, when it was last looked at. */
  readonly lockWaiters: number;
  /** Time this node last knew of all changes, in milliseconds since 1970-01-01T00:00Z; undefined before that. */
  readonly versionsKnownAt: number | undefined;
}

type ConnectionLabels = Readonly<Record<"pool" | "state", string>>;

export interface Database {
  /** Name of the system in OpenTelemetry. */
  readonly system: "sqlite" | "postgresql";
  /** See `Store.inMemory`. */
  readonly inMemory?: boolean;
  /** See `Store.isFailing`. */
  readonly isFailing?: boolean;
  /**
   * Builds SQL for `read` and `write`. Loaded on first use, since a start with nothing to migrate does not need it.
   */
  sql(): Promise<Sql>;
  /** Returns each row as an array, in the order of the selected columns. */
  read(query: Query): Promise<readonly (readonly Value[])[]>;
  /** Reads like `read`, for a query that reads a large table as a whole: beside other work. */
  scan: Database["read"];
  /** Number of scans that may run at once. */
  readonly maxScans: number;
  /** Returns about the number of rows of a table; a look that costs more than a page runs beside other work. */
  countRows(table: string, large: number): Promise<number>;
  /**
   * Runs all queries, which change this table, or none. Returns the number of changed rows. Throws a `UniqueViolation` on
   * a key or another unique value that exists, and a `ReferenceViolation` on a reference that would lead nowhere.
   */
  write(table: string, queries: readonly Query[]): Promise<number>;
  /** Begins a transaction once those before it have ended. Others see its changes, and their version, after its commit. */
  begin(options?: BeginOptions): Promise<Transaction>;
  /** Checks that a transaction failed only because of others, and may be run again. */
  isSerializationFailure(error: unknown): boolean;
  /** Grows with every change of these tables, and with every change by another process; see `Store.version`. */
  version(tables: Iterable<string>): number | undefined;
  /** See `Store.changes`. */
  changes(tables: Iterable<string>): MaybePromise<number>;
  /** Throws while data cannot be read and written. */
  check(): Promise<HealthReport | void>;
  /** Absent if the database is a file of this process. */
  figures?(): Figures;
  /** Closes the database. Idempotent. */
  close(): void | Promise<void>;
}
