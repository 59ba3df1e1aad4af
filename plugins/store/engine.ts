/** The database that the options name. Engines are loaded when they are used. */
import { isBuiltin } from "node:module";
import { resolve } from "node:path";
import type { Database, Inspectable, OpenOptions } from "./database.ts";
import { settingsOf, type Options } from "./options.ts";

/** Opens the database. A file that is not there is created. */
export async function openDatabase(options: Options, opening: OpenOptions): Promise<Database> {
  const { file, url } = options;
  if (url !== undefined) {
    const { openPostgres } = await import("./postgres/index.ts");
    return openPostgres(settingsOf(options, url), opening);
  }
  if (!isBuiltin("node:sqlite"))
    throw new Error(
      "this runtime has no node:sqlite, which keeps the file of the data: use Node 22.18, Bun 1.4 or Deno 2.9, or newer, or PostgreSQL (plugins.store.url, DATABASE_URL)",
    );
  const { openSqlite } = await import("./sqlite/index.ts");
  return openSqlite(file, opening);
}

/** Shows the database as it is, without changing or creating anything. */
export async function inspectDatabase<T>(
  options: Options,
  signal: AbortSignal,
  look: (database: Inspectable) => Promise<T>,
): Promise<T> {
  const { file, url } = options;
  if (url !== undefined) {
    const { inspectPostgres } = await import("./postgres/prepare.ts");
    return inspectPostgres(settingsOf(options, url), signal, look);
  }
  const { inspectSqlite } = await import("./sqlite/inspect.ts");
  return inspectSqlite(file, signal, look);
}

/** Returns the path of the data. Throws if it is not in a file. */
export function sqliteFile({ file, url }: Options): string {
  if (url !== undefined)
    throw new Error(
      'the data is in PostgreSQL, and not in a file\n  hint: use pg_dump and pg_restore, which come with the server; see "Operate several nodes" in the guide',
    );
  if (file !== ":memory:") return resolve(file);
  throw new Error(
    'the data is in memory, and not in a file\n  hint: set "file" of the plugin "store" to a path',
  );
}
