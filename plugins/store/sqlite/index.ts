/** SQLite through `node:sqlite`, in a file or in memory. SQL that only SQLite understands is in this folder only. */
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Database, Query, Sql, Value } from "../database.ts";
import { checkFile } from "./file.ts";
import { BLOCKING_WAIT, isDuplicate, retryWhileLocked } from "./lock.ts";

const MEMORY = ":memory:";
/** Preparing costs about as much as a short query, and queries repeat. */
const MAX_STATEMENTS = 200;

const COLUMNS =
  "select t.name, c.name from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'";

/**
 * Opens the database, or creates it. Throws on a file that is damaged, cannot be written, or stays
 * locked by another process; the message names the file.
 *
 * @param file path relative to the working directory, or `:memory:`.
 */
export async function openSqlite(file: string, signal: AbortSignal): Promise<Database> {
  if (file === MEMORY) return databaseOn(new DatabaseSync(MEMORY), MEMORY, signal);
  const path = resolve(file);
  await checkFile(path, signal);
  const connection = new DatabaseSync(path, { timeout: BLOCKING_WAIT });
  try {
    await retryWhileLocked(path, () => useWriteAheadLog(connection, path), signal);
  } catch (error) {
    connection.close();
    throw error;
  }
  return databaseOn(connection, path, signal);
}

/** With it, readers and the writer do not wait for each other, in this and other processes. */
function useWriteAheadLog(connection: DatabaseSync, path: string): void {
  const mode = connection.prepare("pragma journal_mode = wal").get()?.["journal_mode"];
  if (mode === "wal") return;
  throw new Error(
    `the file system of ${path} does not support SQLite's write-ahead log: keep the database on a local disk`,
  );
}

function databaseOn(connection: DatabaseSync, path: string, signal: AbortSignal): Database {
  connection.exec("pragma cache_size = -16384; pragma trusted_schema = off"); // 16 MiB; views and triggers run no unsafe code
  const statements = new LRUCache<string, StatementSync>({
    max: MAX_STATEMENTS,
    memoMethod: (text) => {
      const statement = connection.prepare(text);
      statement.setReturnArrays(true);
      return statement;
    },
  });
  const version = dataVersion(connection);

  let loading: Promise<Sql> | undefined;
  const sql = () => (loading ??= import("./sql.ts").then(({ sqlOf }) => sqlOf(connection)));
  const run = ({ sql: text, parameters }: Query): number =>
    Number(statements.memo(text).run(...parameters).changes);
  const rollback = () => {
    if (connection.isOpen && connection.isTransaction) connection.exec("rollback");
  };

  const read = ({ sql: text, parameters }: Query) =>
    retryWhileLocked(path, () => rowsOf(statements.memo(text), parameters));

  return {
    sql,
    async tables() {
      const tables = new Map<string, Set<string>>();
      for (const [table, column] of await read({ sql: COLUMNS, parameters: [] })) {
        const name = String(table).toLowerCase();
        const columns = tables.get(name) ?? new Set();
        tables.set(name, columns.add(String(column)));
      }
      return tables;
    },
    read,
    write: (queries) =>
      retryWhileLocked(path, () => {
        try {
          connection.exec("begin immediate");
          let changed = 0;
          for (const query of queries) changed += run(query);
          connection.exec("commit");
          if (changed > 0) version.advance();
          return changed;
        } catch (error) {
          rollback();
          throw isDuplicate(error)
            ? new Error("a row with this key exists already", { cause: error })
            : error;
        }
      }),
    async exclusively(work) {
      const loaded = await sql(); // before the lock is taken
      // Immediate, since a transaction that starts with reading fails when another process writes before it does.
      await retryWhileLocked(path, () => connection.exec("begin immediate"), signal);
      try {
        await work(loaded);
        connection.exec("commit");
      } catch (error) {
        rollback();
        throw error;
      }
    },
    version: version.read,
    close() {
      if (connection.isOpen) connection.close(); // the last connection writes the log back into the file and removes it
    },
  };
}

function rowsOf(
  statement: StatementSync,
  parameters: readonly Value[],
): readonly (readonly Value[])[] {
  return statement.all(...parameters) as unknown as Value[][]; // its type does not know setReturnArrays
}

/** Counts own writes; SQLite's `data_version` changes only with writes of other connections. */
function dataVersion(connection: DatabaseSync): { read(): number; advance(): void } {
  const statement = connection.prepare("pragma data_version");
  const otherWrites = () => statement.get()?.["data_version"];
  let version = 1;
  let seen = otherWrites();
  let fresh = false;
  return {
    read() {
      if (!fresh) {
        const current = otherWrites();
        if (current !== seen) version++;
        seen = current;
        fresh = true;
        // Not unref'ed, or the loop would wait for events first and serve them with an old version.
        setImmediate(() => {
          fresh = false;
        });
      }
      return version;
    },
    advance() {
      version++;
    },
  };
}
