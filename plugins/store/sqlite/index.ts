/** SQLite, through Node's own `node:sqlite`: one file, or memory. All SQL that only SQLite understands is in this folder. */
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import type { Database, Sql, Statement, Value } from "../database.ts";
import { checkFile } from "./file.ts";
import { BLOCKING_WAIT, isDuplicate, patiently } from "./lock.ts";
import { Statements } from "./statements.ts";

const MEMORY = ":memory:";

const COLUMNS =
  "select t.name, c.name from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'";

/**
 * Opens the database, and makes it where there is none. Throws on a file that is damaged, cannot be written, or stays
 * locked by another process; the message names the file.
 *
 * @param file path relative to the working directory, or `:memory:`.
 */
export async function openSqlite(file: string, signal: AbortSignal): Promise<Database> {
  if (file === MEMORY) return wrap(new DatabaseSync(MEMORY), MEMORY, signal);
  const path = resolve(file);
  await checkFile(path, signal);
  const connection = new DatabaseSync(path, { timeout: BLOCKING_WAIT });
  try {
    await patiently(path, () => useWriteAheadLog(connection, path), signal);
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrap(connection, path, signal);
}

/** Readers and the writer, in this and other processes, then do not wait for each other. */
function useWriteAheadLog(connection: DatabaseSync, path: string): void {
  const mode = connection.prepare("pragma journal_mode = wal").get()?.["journal_mode"];
  if (mode === "wal") return;
  throw new Error(
    `the file system of ${path} does not support SQLite's write-ahead log: keep the database on a local disk`,
  );
}

function wrap(connection: DatabaseSync, path: string, signal: AbortSignal): Database {
  connection.exec("pragma cache_size = -16384; pragma trusted_schema = off"); // 16 MiB; views and triggers run no unsafe code
  const statements = new Statements(connection);
  const version = dataVersion(connection);

  let loading: Promise<Sql> | undefined;
  const sql = () => (loading ??= import("./sql.ts").then(({ sqlOf }) => sqlOf(connection)));
  const run = ({ sql: text, parameters }: Statement): number =>
    Number(statements.get(text).run(...parameters).changes);
  const rollback = () => {
    if (connection.isOpen && connection.isTransaction) connection.exec("rollback");
  };

  const read = ({ sql: text, parameters }: Statement) =>
    patiently(path, () => rowsOf(statements.get(text), parameters));

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
    write: (batch) =>
      patiently(path, () => {
        try {
          connection.exec("begin immediate");
          let changed = 0;
          for (const statement of batch) changed += run(statement);
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
      const loaded = await sql(); // others should not wait for this
      // Immediate: a transaction that turns from reading to writing fails when others wrote in between.
      await patiently(path, () => connection.exec("begin immediate"), signal);
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
      if (connection.isOpen) connection.close(); // the last to close writes the log back into the file and removes it
    },
  };
}

function rowsOf(
  statement: StatementSync,
  parameters: readonly Value[],
): readonly (readonly Value[])[] {
  return statement.all(...parameters) as unknown as Value[][]; // prepared to give arrays, which its type does not know
}

/** Own writes are counted; SQLite's `data_version` tells those of other connections, and only those. */
function dataVersion(connection: DatabaseSync): { read(): number; advance(): void } {
  const statement = connection.prepare("pragma data_version");
  const others = () => statement.get()?.["data_version"];
  let version = 1;
  let seen = others();
  let fresh = false;
  return {
    read() {
      if (!fresh) {
        const current = others();
        if (current !== seen) version++;
        seen = current;
        fresh = true;
        // Not unref'ed: then the loop would wait for events first, and serve those with the version of long ago.
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
