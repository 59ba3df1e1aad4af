/** The database before it is used: migrations, on a connection that waits as long as they take. */
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "waymark";
import { columnsByTable } from "../columns.ts";
import type { Inspectable, Migratable, Sql } from "../database.ts";
import { CHANGES, CREATE, LOCK, noteOf, VERSIONS } from "./changes.ts";
import { isFailure } from "./errors.ts";
import { connectAlone, type Session } from "./sessions.ts";
import type { Settings } from "./settings.ts";
import { sqlOn } from "./sql.ts";

/** Time a start waits for a server that starts as well, in milliseconds. */
const STARTING_MS = 5000;
const PAUSE_MS = 200;

const COLUMNS = `
  select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped`;

/** Runs `work` on the database, once its server can be reached and suits. */
export function prepareDatabase(
  settings: Settings,
  signal: AbortSignal,
  work: (database: Migratable) => Promise<void>,
): Promise<void> {
  return useDatabase(settings, signal, work);
}

/** Shows the database as it is. */
export function inspectPostgres<T>(
  settings: Settings,
  signal: AbortSignal,
  look: (database: Inspectable) => Promise<T>,
): Promise<T> {
  return useDatabase(settings, signal, look);
}

async function useDatabase<T>(
  settings: Settings,
  signal: AbortSignal,
  work: (database: Migratable) => Promise<T>,
): Promise<T> {
  const session = await connectPatiently(settings, signal);
  const abort = () => session.release(true);
  signal.addEventListener("abort", abort);
  try {
    await requireSuitable(session);
    return await work(migratable(session));
  } finally {
    signal.removeEventListener("abort", abort);
    session.release();
  }
}

function migratable(session: Session): Migratable {
  return {
    tables: async () =>
      columnsByTable((await session.query({ sql: COLUMNS, parameters: [] })).rows),
    read: async (query) => (await session.query(query)).rows,
    own: [CHANGES, VERSIONS],
    createOwn: () => session.exec(CREATE),
    noteChange: async (table) => void (await session.exec(noteOf([table]))),
    async exclusively(run: (sql: Sql) => Promise<void>) {
      await session.exec(`begin; ${LOCK}`);
      try {
        await run(sqlOn(session));
        await session.exec("commit");
      } catch (error) {
        await session.exec("rollback").catch(() => {}); // the connection is lost, and the transaction with it
        throw error;
      }
    },
  };
}

async function connectPatiently(settings: Settings, signal: AbortSignal): Promise<Session> {
  const until = performance.now() + STARTING_MS;
  for (;;) {
    try {
      return (await connectAlone(settings, 0)).session;
    } catch (error) {
      if (!isFailure(error) || performance.now() > until)
        throw new Error(`the database cannot be reached: ${messageOf(error)}`, { cause: error });
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

async function requireSuitable(session: Session): Promise<void> {
  const sql =
    "select current_setting('server_version_num')::int, current_setting('server_encoding'), current_schema(), pg_is_in_recovery()::int";
  const [[version, encoding, schema, isReplica] = []] = (
    await session.query({ sql, parameters: [] })
  ).rows;
  const refuse = (problem: string) => {
    throw new Error(`the database cannot be used: ${problem}`);
  };
  if (Number(version) < 150_000) refuse("PostgreSQL 15 or later is needed");
  if (encoding !== "UTF8")
    refuse(`its encoding is ${encoding}: create it with encoding 'UTF8' and template template0`);
  if (schema === null) refuse("its search_path names no schema that exists");
  if (isReplica === 1) refuse("the server is a replica, which cannot be written: name the primary");
}
