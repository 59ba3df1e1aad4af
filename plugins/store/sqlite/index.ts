/** SQLite through `node:sqlite`, in a file or in memory. A file that fails, disappears or is replaced is recovered from. */
import { resolve } from "node:path";
import { messageOf, Unavailable } from "waymark";
import type { HealthReport } from "waymark/services";
import type { Database, OpenOptions, Query, Sql, Transaction } from "../database.ts";
import { Connection, MEMORY } from "./connection.ts";
import { isBusy, isFailure } from "./errors.ts";
import { checkFile, createPrivateFile, makePrivate, nameFile } from "./file.ts";
import {
  identityOf,
  isSame,
  type Identity,
  leaveReplaced,
  requireSpace,
  restoreDeleted,
} from "./recovery.ts";
import { transactionOn } from "./transaction.ts";
import { Versions } from "./versions.ts";

/** Milliseconds between two checks that the file is still the file that was opened. */
const LOOK_MS = 1000;
/** Time for which health mentions a file that was deleted or replaced, in milliseconds. */
const MENTION_MS = 60_000;

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
  readonly #looking: NodeJS.Timeout;
  /** Connection; undefined while the file that replaced the opened file cannot be opened. */
  #connection: Connection | undefined;
  #identity: Identity;
  #recovering: Promise<void> | undefined;
  #isClosed = false;
  /** Why data cannot be read or written. */
  #failure: string | undefined;
  #recovered: { readonly what: string; readonly until: number } | undefined;

  constructor(path: string, connection: Connection, options: OpenOptions) {
    this.inMemory = path === MEMORY;
    this.#path = path;
    this.#options = options;
    this.#connection = connection;
    this.#identity = identityOf(path);
    this.#versions = new Versions(this.inMemory ? undefined : () => this.#dataVersion());
    this.#looking = setInterval(() => {
      if (!this.#isPresent()) void this.#recover();
    }, LOOK_MS).unref();
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
    await this.#requireFile();
    return this.#use(async (connection) => {
      const changed = await connection.write(table, queries);
      if (changed > 0) this.#noteChange([table], connection);
      await connection.pending;
      return changed;
    });
  }

  async begin(): Promise<Transaction> {
    await this.#requireFile();
    const { connection, open } = await this.#use(async (used) => ({
      connection: used,
      open: await used.begin(),
    }));
    const use = async <T>(work: () => T | Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        throw this.#explain(error, connection);
      }
    };
    return transactionOn(open, {
      use,
      // The file may also have been lost while the transaction waited for its turn.
      requireFile: async () => {
        if (this.#isPresent()) return;
        open.rollback();
        await this.#recover();
        throw new Unavailable(
          `the data file ${this.#path} was deleted or replaced during a transaction`,
        );
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
    if (!this.#isPresent()) await this.#recover();
    if (!this.#isPresent()) throw this.#unavailable();
    await this.read({ sql: "select name from sqlite_schema limit 1", parameters: [] });
    // A byte may find room where rows do not.
    if (this.#path !== MEMORY) await requireSpace(this.#path);
    if (this.#failure !== undefined) {
      await this.#use((connection) => connection.tryToWrite());
      this.#succeed();
    }
    if (this.#recovered !== undefined && performance.now() < this.#recovered.until)
      return { status: "degraded", detail: `${this.#recovered.what}; it was recovered from.` };
  }

  /** Writes a deleted file again, or what it had would be lost. */
  async close(): Promise<void> {
    clearInterval(this.#looking);
    if (!this.#isClosed && (this.#recovering !== undefined || !this.#isPresent()))
      await this.#recover();
    this.#isClosed = true;
    this.#connection?.close();
  }

  /** Checks that the open files are the files at the path. No other file can have their inodes while they are open. */
  #isPresent(): boolean {
    if (this.#path === MEMORY) return true;
    return this.#connection !== undefined && isSame(this.#identity, identityOf(this.#path));
  }

  /** A write to a deleted file would be lost. While recovering fails, the timer tries again. */
  async #requireFile(): Promise<void> {
    if (!this.#isPresent() && this.#failure === undefined) await this.#recover();
    if (!this.#isPresent()) throw this.#unavailable();
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
    if (this.#recovering !== undefined) await this.#recovering;
    const connection = this.#connection;
    if (connection === undefined) throw this.#unavailable();
    try {
      return await work(connection);
    } catch (error) {
      throw this.#explain(error, connection);
    }
  }

  /** Returns the error of a query, or the failure of the file that it comes from. */
  #explain(error: unknown, connection: Connection): unknown {
    const isClosed = connection !== this.#connection;
    if (!isFailure(error) && !isClosed) return error;
    if (!isClosed) this.#fail(error);
    return this.#unavailable(error);
  }

  #dataVersion(): unknown {
    try {
      return this.#connection?.dataVersion();
    } catch (error) {
      if (isBusy(error)) return Symbol("unknown"); // differs from every other
      throw this.#unavailable(error);
    }
  }

  /** Opens the file at the path again, one attempt at a time. Never rejects. */
  #recover(): Promise<void> {
    return (this.#recovering ??= this.#reopen()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#recovering = undefined)));
  }

  async #reopen(): Promise<void> {
    const { file } = identityOf(this.#path);
    const leave = file === undefined ? restoreDeleted : leaveReplaced;
    const part = file === this.#identity.file ? "The log of the data file" : "The data file";
    this.#connection?.abandon();
    if (this.#connection !== undefined) leave(this.#connection, this.#path, this.#identity);
    this.#connection = undefined;
    this.#connection = await connect(this.#path, this.#options);
    this.#identity = identityOf(this.#path);
    this.#versions.advanceAll();
    const what = `${part} was ${file === undefined ? "deleted" : "replaced"}`;
    this.#recovered = { what, until: performance.now() + MENTION_MS };
    this.#options.log.warn(`${what.toLowerCase()}; it was recovered from`, { file: this.#path });
    this.#succeed();
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
