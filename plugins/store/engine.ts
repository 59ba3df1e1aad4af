/** The database that the options name. Engines are loaded when they are used. */
import { resolve } from "node:path";
import type { Database, Inspectable, OpenOptions } from "./database.ts";
import type { Options } from "./options.ts";

/** Opens the database, or creates it. */
export async function openDatabase({ file }: Options, options: OpenOptions): Promise<Database> {
  const { openSqlite } = await import("./sqlite/index.ts");
  return openSqlite(file, options);
}

/** Shows the database as it is, without changing or creating anything. */
export async function inspectDatabase<T>(
  { file }: Options,
  signal: AbortSignal,
  look: (database: Inspectable) => Promise<T>,
): Promise<T> {
  const { inspectSqlite } = await import("./sqlite/inspect.ts");
  return inspectSqlite(file, signal, look);
}

/** Returns the path of the data. Throws where it is not in a file. */
export function sqliteFile({ file }: Options): string {
  if (file !== ":memory:") return resolve(file);
  throw new Error(
    'the data is in memory, and not in a file\n  hint: set "file" of the plugin "store" to a path',
  );
}
