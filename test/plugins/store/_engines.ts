/** The databases that the store runs on: its semantics are the same on each. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TableDeclaration } from "waymark";
import { isDue } from "../../_programs.ts";
import { startPostgres, type Postgres } from "../../engines/postgres.ts";
import { openStore, temporaryFolder, type OpenedStore, type StoreOptions } from "./_setup.ts";

type Tables = Readonly<Record<string, TableDeclaration>>;

export interface Engine {
  readonly name: "SQLite in a file" | "SQLite in memory" | "PostgreSQL";
  /** Returns the options of a store on an empty database, which is there until the test has finished. */
  database(): Promise<StoreOptions>;
  /** Opens an empty database, until the test has finished. */
  open(tables: Tables): Promise<OpenedStore>;
}

let server: Promise<Postgres> | undefined;
let schemas = 0;

/** Returns the server that the tests of a worker share. It ends with the worker. */
export function sharedPostgres(): Promise<Postgres> {
  return (server ??= startPostgres({ settings: { max_connections: "300" } }));
}

/** Returns the options of a store in a new schema. A busy machine changes nothing: waiting has no end. */
export async function postgresOptions(): Promise<StoreOptions> {
  const { url, psql } = await sharedPostgres();
  const schema = `Test ${++schemas}`;
  await psql(`create schema "${schema}"`);
  const path = encodeURIComponent(`-c search_path="${schema.replace(" ", "\\ ")}"`);
  return {
    url: `${url}?options=${path}`,
    pool: { wait: "60s" },
    statementTimeout: "60s",
    versions: { poll: "50ms", lease: "60s" },
  };
}

const engine = (name: Engine["name"], database: Engine["database"]): Engine => ({
  name,
  database,
  open: async (tables) => {
    const opened = await openStore(await database(), tables);
    onTestFinished(opened.close);
    return opened;
  },
});

/** Those that keep their data when the store is closed. */
export const lasting: readonly Engine[] = [
  engine("SQLite in a file", async () => ({ file: join(temporaryFolder(), "waymark.db") })),
  ...(isDue("postgres") ? [engine("PostgreSQL", postgresOptions)] : []),
];

export const engines: readonly Engine[] = [
  ...lasting,
  engine("SQLite in memory", async () => ({ file: ":memory:" })),
];
