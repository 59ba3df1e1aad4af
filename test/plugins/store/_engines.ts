/** The databases that the store runs on: its semantics are the same on each. */
import type { TableDeclaration } from "waymark/services";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { isDue } from "../../_programs.ts";
import { startPostgres, type Postgres } from "../../engines/postgres.ts";
import { openStore, type OpenedStore, type StoreOptions } from "./_setup.ts";
import { folderOf } from "../../_folder.ts";

type Tables = Readonly<Record<string, TableDeclaration>>;

export interface Engine {
  readonly name: "SQLite in a file" | "SQLite in memory" | "PostgreSQL";
  /** Returns the options of a store on an empty database, which is there until the test has finished. */
  database(): Promise<StoreOptions>;
  /** Opens an empty database, until the test has finished. */
  open(tables: Tables): Promise<OpenedStore>;
  /** Returns the names of tables, but for those by which nodes learn of changes. */
  tablesOf(options: StoreOptions): Promise<readonly string[]>;
  /** Returns the names of indexes that do not come with a table. */
  indexesOf(options: StoreOptions): Promise<readonly string[]>;
  /** Returns how a query would be answered if there were many rows. */
  planOf(options: StoreOptions, query: string): Promise<string>;
}

let server: Promise<Postgres> | undefined;
let schemas = 0;

/** Returns the server that the tests of a worker share. It ends with the worker. */
export function sharedPostgres(): Promise<Postgres> {
  return (server ??= startPostgres({ settings: { max_connections: "300" } }));
}

/**
 * Returns the options of a store in a new schema. A busy machine changes nothing: waiting has no end, and no poll comes
 * between a write and the look at its version.
 */
export async function postgresOptions(): Promise<StoreOptions> {
  const { url } = await sharedPostgres();
  const schema = `Test ${++schemas}`;
  await readServer({ url }, `create schema "${schema}"`);
  const path = encodeURIComponent(`-c search_path="${schema.replace(" ", "\\ ")}"`);
  return {
    url: `${url}?options=${path}`,
    pool: { wait: "60s" },
    statementTimeout: "60s",
    versions: { poll: "1h", lease: "1h" },
  };
}

const sqlite = {
  tablesOf: async (options) =>
    readFile(options, "select name from sqlite_schema where type = 'table' order by name"),
  indexesOf: async (options) =>
    readFile(
      options,
      "select name from sqlite_schema where type = 'index' and name not like 'sqlite_%'",
    ),
  planOf: async (options, query) => readFile(options, `explain query plan ${query}`).join("\n"),
} satisfies Partial<Engine>;

/** Returns the last column of the rows. */
function readFile({ file = "" }: StoreOptions, query: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => String(Object.values(row).at(-1)));
  } finally {
    database.close();
  }
}

const postgres = {
  tablesOf: (options) =>
    readServer(
      options,
      "select tablename from pg_tables where schemaname = current_schema() and tablename not in ('waymark_changes', 'waymark_versions') order by 1",
    ),
  indexesOf: (options) =>
    readServer(
      options,
      "select indexname from pg_indexes where schemaname = current_schema() and indexname not like '%\\_pkey'",
    ),
  planOf: async (options, query) =>
    (await readServer(options, `set enable_seqscan = off; explain ${query}`)).join("\n"),
} satisfies Partial<Engine>;

/** Returns the rows of the last statement, each of one column. */
async function readServer({ url }: StoreOptions, query: string): Promise<string[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const results = [await client.query<string[]>({ text: query, rowMode: "array" })].flat();
    return results.at(-1)!.rows.map(([value]) => String(value));
  } finally {
    await client.end();
  }
}

const engine = (
  name: Engine["name"],
  inspect: Pick<Engine, "tablesOf" | "indexesOf" | "planOf">,
  database: Engine["database"],
): Engine => ({
  name,
  database,
  ...inspect,
  open: async (tables) => {
    const opened = await openStore(await database(), tables);
    onTestFinished(opened.close);
    return opened;
  },
});

/** Engines that keep their data when the store is closed. */
export const lasting: readonly Engine[] = [
  engine("SQLite in a file", sqlite, async () => ({
    file: join(folderOf(), "data", "waymark.db"),
  })),
  ...(isDue("postgres") ? [engine("PostgreSQL", postgres, postgresOptions)] : []),
];

export const engines: readonly Engine[] = [
  ...lasting,
  engine("SQLite in memory", sqlite, async () => ({ file: ":memory:" })),
];
