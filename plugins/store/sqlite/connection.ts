/** Database of SQLite, until it is closed. SQL that only SQLite understands is in this folder only. */
import type { Migratable, Query, Sql, Value } from "../database.ts";
import { violation } from "./errors.ts";
import { Handle } from "./handle.ts";
import { Log } from "./log.ts";
import { tablesOf } from "./inspect.ts";
import { retryWhileLocked, writeQueue } from "./lock.ts";
import type { Scanner } from "./scanner.ts";
import { OpenTransaction } from "./transaction.ts";

export const MEMORY = ":memory:";

export class Connection implements Migratable {
  /** Writes, and reads while no transaction is open. Its data version therefore changes with writes of others only. */
  readonly #main: Handle;
  /** Reads while a transaction is open. Undefined in memory, where another handle would see other data. */
  #reader: Handle | undefined;
  #scanner: Promise<Scanner> | undefined;
  #transaction: OpenTransaction | undefined;
  readonly #path: string;
  readonly #signal: AbortSignal;
  readonly #queue: ReturnType<typeof writeQueue>;
  /** Log of the file; undefined in memory. */
  readonly #log: Log | undefined;
  /** The data version at the last transaction. */
  #seen: Value | undefined;
  #sql: Promise<Sql> | undefined;

  /** @param signal ends waiting for the lock while the plugin starts. */
  constructor(path: string, signal: AbortSignal) {
    this.#path = path;
    this.#signal = signal;
    this.#main = new Handle(path);
    this.#queue = writeQueue(path);
    if (path !== MEMORY) this.#log = new Log(`${path}-wal`, () => this.#rescue());
  }

  sql(): Promise<Sql> {
    return (this.#sql ??= import("./sql.ts").then(({ sqlOf }) => sqlOf(this.#main.database)));
  }

  /** Makes the commits so far durable. */
  flush(): void {
    this.#log?.flush();
  }

  /** Settles when all commits that were seen so far are durable; undefined if they are. */
  get pending(): Promise<void> | undefined {
    return this.#log?.pending;
  }

  /** Sees no change of a transaction that is open, and returns no change that a failure of power may take back. */
  async read({ sql, parameters }: Query): Promise<readonly (readonly Value[])[]> {
    if (this.#transaction !== undefined && this.#path === MEMORY)
      return this.#queue(() => this.#main.rows(sql, parameters));
    const rows = await retryWhileLocked(this.#path, () => {
      const open = this.#transaction === undefined ? undefined : this.#reader;
      return (open ?? this.#main).rows(sql, parameters);
    });
    await this.pending;
    return rows;
  }

  /** Reads like `read`, beside the event loop; in memory there is no other way to the data. */
  async scan(query: Query): Promise<readonly (readonly Value[])[]> {
    if (this.#path === MEMORY) return this.read(query);
    this.#scanner ??= import("./scanner.ts").then(({ Scanner: Reader }) => new Reader(this.#path));
    const rows = await (await this.#scanner).read(query);
    await this.pending;
    return rows;
  }

  tables(): ReturnType<Migratable["tables"]> {
    return tablesOf((query) => this.read(query));
  }

  write(table: string, queries: readonly Query[]): Promise<number> {
    return this.#queue(() => {
      try {
        this.#main.exec("begin immediate");
        this.#flushOthers();
        const changed = this.#main.run(queries);
        this.#main.exec("commit");
        return changed;
      } catch (error) {
        this.#main.rollback();
        throw violation(error, table) ?? error;
      }
    });
  }

  /** Begins a transaction in its turn, which lasts until the transaction ends. */
  begin(): Promise<OpenTransaction> {
    const begun = Promise.withResolvers<OpenTransaction>();
    const turn = this.#queue(() => {
      this.#main.exec("begin immediate");
      try {
        this.#reader ??= this.#openReader();
      } catch (error) {
        this.#main.rollback();
        throw error;
      }
      this.#flushOthers();
      const ended = Promise.withResolvers<void>();
      const transaction = new OpenTransaction(this.#main, () => {
        this.#transaction = undefined;
        ended.resolve();
      });
      this.#transaction = transaction;
      begun.resolve(transaction);
      return ended.promise;
    });
    turn.catch(begun.reject);
    return begun.promise;
  }

  async exclusively(work: (sql: Sql) => Promise<void>): Promise<void> {
    const loaded = await this.sql(); // before the lock is taken
    // Immediate, since a transaction that starts with reading fails when another process writes before it does.
    const begin = () => this.#main.exec("begin immediate");
    await retryWhileLocked(this.#path, begin, this.#signal);
    try {
      await work(loaded);
      this.#main.exec("commit");
      this.flush();
    } catch (error) {
      this.#main.rollback();
      throw error;
    }
    await this.pending;
  }

  async configure(): Promise<void> {
    await retryWhileLocked(this.#path, () => this.#main.configure(), this.#signal);
  }

  /** Turns the log on: with it, readers and the writer do not wait for each other, in this and other processes. */
  async useWriteAheadLog(): Promise<void> {
    const enter = () => this.#main.rows("pragma journal_mode = wal")[0]?.[0];
    if ((await retryWhileLocked(this.#path, enter, this.#signal)) === "wal") {
      this.#main.exec("pragma synchronous = normal"); // commits are flushed by log.ts
      return;
    }
    throw new Error(
      `the file system of ${this.#path} does not support SQLite's write-ahead log: keep the database on a local disk`,
    );
  }

  /** Changes with every write of other processes. */
  dataVersion(): Value | undefined {
    return this.#main.dataVersion();
  }

  /** Throws unless a byte can be written. Changes nothing. */
  async tryToWrite(): Promise<void> {
    const [[version] = []] = await this.read({ sql: "pragma user_version", parameters: [] });
    await this.#queue(() => this.#main.exec(`pragma user_version = ${Number(version)}`));
    this.flush();
    await this.pending;
  }

  /** Brings the write-ahead log into the file, as far as other connections permit. */
  checkpoint(): void {
    this.#main.rows("pragma wal_checkpoint(truncate)");
  }

  /** Closes the connection. Idempotent. The last connection of a file writes the log back and removes it. */
  close(): void {
    this.#transaction?.rollback();
    this.#reader?.close();
    this.#reader = undefined;
    void this.#scanner?.then((scanner) => scanner.close());
    this.#main.close();
    this.#log?.close();
  }

  /** Commits of other processes may not be durable yet. */
  #flushOthers(): void {
    const version = this.dataVersion();
    if (version !== this.#seen) this.flush();
    this.#seen = version;
  }

  /** Brings all commits into the file, and flushes that. */
  #rescue(): void {
    const [[isBusy] = []] = this.#main.rows("pragma wal_checkpoint(truncate)");
    if (isBusy !== 0) throw new Error("other processes keep the log in use");
  }

  #openReader(): Handle | undefined {
    if (this.#path === MEMORY) return undefined;
    // Read-only, so that it never begins a new file at the path of a deleted file.
    const reader = new Handle(this.#path, { readOnly: true });
    try {
      reader.configure();
      return reader;
    } catch (error) {
      reader.close();
      throw error;
    }
  }
}
