/** One connection to a database, until it is closed. SQL that only SQLite understands is in this folder only. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Migratable, Query, Sql, Value } from "../database.ts";
import { isDuplicate } from "./errors.ts";
import { retryWhileLocked, writeQueue } from "./lock.ts";

/** Preparing costs about as much as a short query, and queries repeat. */
const MAX_STATEMENTS = 200;

const COLUMNS =
  "select t.name, c.name from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'";

export class Connection implements Migratable {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #signal: AbortSignal;
  readonly #statements: LRUCache<string, StatementSync>;
  readonly #queue: ReturnType<typeof writeQueue>;
  #sql: Promise<Sql> | undefined;

  /** @param signal ends waiting for the lock while the plugin starts. */
  constructor(path: string, signal: AbortSignal) {
    this.#path = path;
    this.#signal = signal;
    // Without a time-out, because waiting blocks the event loop (lock.ts).
    const database = (this.#database = new DatabaseSync(path, { timeout: 0 }));
    this.#queue = writeQueue(path);
    this.#statements = new LRUCache({
      max: MAX_STATEMENTS,
      memoMethod: (text) => {
        const statement = database.prepare(text);
        statement.setReturnArrays(true);
        return statement;
      },
    });
  }

  sql(): Promise<Sql> {
    return (this.#sql ??= import("./sql.ts").then(({ sqlOf }) => sqlOf(this.#database)));
  }

  read({ sql, parameters }: Query): Promise<readonly (readonly Value[])[]> {
    return retryWhileLocked(this.#path, () => this.#rows(sql, parameters));
  }

  async tables(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const tables = new Map<string, Set<string>>();
    for (const [table, column] of await this.read({ sql: COLUMNS, parameters: [] })) {
      const name = String(table).toLowerCase();
      const columns = tables.get(name) ?? new Set();
      tables.set(name, columns.add(String(column)));
    }
    return tables;
  }

  write(queries: readonly Query[]): Promise<number> {
    return this.#queue(() => {
      try {
        this.#database.exec("begin immediate");
        let changed = 0;
        for (const { sql, parameters } of queries)
          changed += Number(this.#statements.memo(sql).run(...parameters).changes);
        this.#database.exec("commit");
        return changed;
      } catch (error) {
        this.#rollback();
        throw isDuplicate(error)
          ? new Error("a row with this key exists already", { cause: error })
          : error;
      }
    });
  }

  async exclusively(work: (sql: Sql) => Promise<void>): Promise<void> {
    const loaded = await this.sql(); // before the lock is taken
    // Immediate, since a transaction that starts with reading fails when another process writes before it does.
    const begin = () => this.#database.exec("begin immediate");
    await retryWhileLocked(this.#path, begin, this.#signal);
    try {
      await work(loaded);
      this.#database.exec("commit");
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  async configure(): Promise<void> {
    // 16 MiB; views and triggers run no unsafe code
    const set = () =>
      this.#database.exec("pragma cache_size = -16384; pragma trusted_schema = off");
    await retryWhileLocked(this.#path, set, this.#signal);
  }

  /** With it, readers and the writer do not wait for each other, in this and other processes. */
  async useWriteAheadLog(): Promise<void> {
    const enter = () => this.#rows("pragma journal_mode = wal", [])[0]?.[0];
    if ((await retryWhileLocked(this.#path, enter, this.#signal)) === "wal") return;
    throw new Error(
      `the file system of ${this.#path} does not support SQLite's write-ahead log: keep the database on a local disk`,
    );
  }

  /** Changes with every write of other connections. */
  dataVersion(): Value | undefined {
    return this.#rows("pragma data_version", [])[0]?.[0];
  }

  /** Throws unless a byte can be written. Changes nothing. */
  async tryToWrite(): Promise<void> {
    const [[version] = []] = await this.read({ sql: "pragma user_version", parameters: [] });
    await this.#queue(() => this.#database.exec(`pragma user_version = ${Number(version)}`));
  }

  /** Writes all data to a new file, also when this connection's own file was deleted. */
  copyTo(path: string): void {
    this.#database.prepare("vacuum into ?").run(path);
  }

  /** Brings the write-ahead log into the file, as far as other connections permit. */
  checkpoint(): void {
    this.#rows("pragma wal_checkpoint(truncate)", []);
  }

  /** May be called twice. The last connection of a file writes the log back into it and removes the log. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #rows(sql: string, parameters: readonly Value[]): readonly (readonly Value[])[] {
    return this.#statements.memo(sql).all(...parameters) as unknown as Value[][]; // its type does not know setReturnArrays
  }

  #rollback(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec("rollback");
  }
}
