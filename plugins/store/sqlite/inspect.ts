/** Reads a database without becoming one of its users: nothing is created or changed, not even next to it. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { messageOf } from "waymark";
import { columnsByTable } from "../columns.ts";
import type { Inspectable, Value } from "../database.ts";
import { isFailure } from "./errors.ts";
import { openToCheck } from "./file.ts";
import { retryWhileLocked } from "./lock.ts";

const MEMORY = ":memory:";
const COLUMNS =
  "select t.name, c.name from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'";

/** Inspects a file; a file that does not exist is looked at as an empty database. */
export async function inspectSqlite<T>(
  file: string,
  signal: AbortSignal,
  look: (database: Inspectable) => Promise<T>,
): Promise<T> {
  const path = resolve(file);
  const isEmpty = file === MEMORY || !statSync(path, { throwIfNoEntry: false })?.size;
  let database: DatabaseSync | undefined;
  try {
    const open = (database = isEmpty ? new DatabaseSync(MEMORY) : openToCheck(path));
    const read: Inspectable["read"] = ({ sql, parameters }) =>
      retryWhileLocked(path, () => rowsOf(open, sql, parameters), signal);
    return await look({ read, tables: () => tablesOf(read) });
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    throw new Error(`the database file ${path} cannot be read: ${messageOf(cause)}`, { cause });
  } finally {
    database?.close();
  }
}

export const tablesOf = async (read: Inspectable["read"]): ReturnType<Inspectable["tables"]> =>
  columnsByTable(await read({ sql: COLUMNS, parameters: [] }));

function rowsOf(database: DatabaseSync, sql: string, parameters: readonly Value[]): Value[][] {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement.all(...parameters) as unknown as Value[][]; // its type does not know setReturnArrays
}
