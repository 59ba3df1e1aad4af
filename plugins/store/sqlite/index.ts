/** SQLite through `node:sqlite`, in a file or in memory. A file that was deleted or replaced takes no writes. */
import { resolve } from "node:path";
import { messageOf, Unavailable } from "waymark";
import type { HealthReport } from "waymark/services";
import type { Database, OpenOptions, Query, Sql, Transaction } from "../database.ts";
import { Connection, MEMORY } from "./connection.ts";
import { isBusy, isFailure } from "./errors.ts";
import {
  checkFile,
  createPrivateFile,
  identityOf,
  isSame,
  makePrivate,
  nameFile,
  removeLog,
  requireSpace,
  type Identity,
} from "./file.ts";
import { transactionOn } from "./transaction.ts";
import { Versions } from "./versions.ts";

/**
 * Opens the database, or creates it. Throws on a file that is damaged, cannot be written, or stays
 * locked by another process; the message names the file.
 *
 * @param file path relative to the working directory, or `:memory:`.
 */
export async function openSqlite(file: string, options: OpenOptions): Promise<Database> {
  const path = file === MEMORY ? MEMORY : resolve(file);
  const connection = await connect(path, options).catch(nameFile(path));
  return new SqliteDatabase(path, connection, options);
}

async function connect(path: string, { signal, prepare }: OpenOptions): Promise<Connection> {
  if (path !== MEMORY) {
    await checkFile(path, signal);
    createPrivateFile(path);
    makePrivate(path);
  }
  const connection = new Connection(path, signal);
  try {
    await connection.configure();
    if (path !== MEMORY) await connection.useWriteAheadLog();
    await prepare(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

class SqliteDatabase implements Database {
  readonly system = "sqlite";
  readonly maxScans = 1;
  readonly inMemory: boolean;
  readonly #path: string;
  readonly #options: OpenOptions;
  readonly #versions: Versions;
  readonly #connection: Connection;
  readonly #identity: Identity;
  #isClosed = false;
  /** Reason why data cannot be read or written. */
  #failure: string | undefined;

  constructor(path: string, connection: Connection, options: OpenOptions) {
    this.inMemory = path === MEMORY;
    this.#path = path;
    this.#options = options;
    this.#connection = connection;
    this.#identity = identityOf(path);
    this.#versions = new Versions(this.inMemory ? undefined : () => this.#dataVersion());
  }

  sql(): Promise<Sql> {
    return this.#use((connection) => connection.sql());
  }

  read(query: Query): ReturnType<Database["read"]> {
    return this.#use((connection) => connection.read(query));
  }

  scan(query: Query): ReturnType<Database["read"]> {
    return this.#use((connection) => connection.scan(query));
  }

  async countRows(table: string, large: number): Promise<number> {
    const name = `"${table.replaceAll('"', '""')}"`;
    const some = `select count(*) from (select 1 from ${name} limit ${large})`;
    const [[rows] = []] = await this.read({ sql: some, parameters: [] });
    if (Number(rows) < large) return Number(rows);
    const [[all] = []] = await this.scan({ sql: `select count(*) from ${name}`, parameters: [] });
    return Number(all);
  }

  async write(table: string, queries: readonly Query[]): Promise<number> {
    this.#requireFile();
    return this.#use(async (connection) => {
      const changed = await connection.write(table, queries);
      if (changed > 0) this.#noteChange([table], connection);
      await connection.pending;
      return changed;
    });
  }

  async begin(): Promise<Transaction> {
    const { connection, open } = await this.#use(async (used) => ({
      connection: used,
      open: await used.begin(),
    }));
    const use = async <T>(work: () => T | Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        throw this.#explain(error);
      }
    };
    return transactionOn(open, {
      use,
      // Only at the end, as it may have been lost meanwhile.
      requireFile: () => {
        if (!this.#isPresent()) open.rollback();
        this.#requireFile();
      },
      onCommit: (changed) => this.#noteChange(changed, connection),
      durable: () => use(() => connection.pending),
    });
  }

  /** Returns false: others wait for the lock from the beginning, so that no transaction conflicts with them. */
  isSerializationFailure(): boolean {
    return false;
  }

  version(tables: Iterable<string>): number {
    return this.#versions.of(tables);
  }

  changes(tables: Iterable<string>): number {
    return this.version(tables);
  }

  async check(): Promise<HealthReport | void> {
    this.#requireFile();
    await this.read({ sql: "select name from sqlite_schema limit 1", parameters: [] });
    // A byte may find room where rows do not.
    if (this.#path !== MEMORY) await requireSpace(this.#path);
    if (this.#failure !== undefined) {
      await this.#use((connection) => connection.tryToWrite());
      this.#succeed();
    }
  }

  close(): void {
    this.#isClosed = true;
    const isMoved = !this.#isPresent();
    // SQLite leaves out what it does for the last connection of a file.
    if (isMoved) this.#connection.checkpoint();
    this.#connection.close();
    if (isMoved) removeLog(this.#path, this.#identity);
  }

  /** Checks that the open files are the files at the path. No other file can have their inodes while they are open. */
  #isPresent(): boolean {
    return this.#path === MEMORY || isSame(this.#identity, identityOf(this.#path));
  }

  /** Throws if a write would be lost, as nothing else ever opens the file that it goes to. */
  #requireFile(): void {
    if (this.#isClosed || this.#isPresent()) return;
    this.#fail(new Error("it was deleted or replaced: restart the service"));
    throw this.#unavailable();
  }

  #noteChange(tables: Iterable<string>, connection: Connection): void {
    for (const table of tables) this.#versions.advance(table);
    connection.flush();
    if (this.#failure !== undefined)
      connection.pending?.then(
        () => this.#succeed(),
        () => {}, // callers that wait for it report the failure
      );
  }

  async #use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await work(this.#connection);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Returns the error of a query, or the failure of the file that it comes from. */
  #explain(error: unknown): unknown {
    if (!isFailure(error) && !this.#isClosed) return error;
    if (!this.#isClosed) this.#fail(error);
    return this.#unavailable(error);
  }

  #dataVersion(): unknown {
    try {
      return this.#connection.dataVersion();
    } catch (error) {
      if (isBusy(error)) return Symbol("unknown"); // differs from every other
      throw this.#unavailable(error);
    }
  }

  #fail(error: unknown): void {
    const reason = messageOf(error);
    if (this.#failure === undefined)
      this.#options.log.error("data cannot be read or written", { file: this.#path, reason });
    this.#failure = reason;
  }

  #succeed(): void {
    if (this.#failure !== undefined)
      this.#options.log.info("data can be read and written again", { file: this.#path });
    this.#failure = undefined;
  }

  #unavailable(cause?: unknown): Unavailable {
    const reason = cause === undefined ? this.#failure : messageOf(cause);
    return new Unavailable(`the database ${this.#path} cannot be used: ${reason}`, { cause });
  }
}
