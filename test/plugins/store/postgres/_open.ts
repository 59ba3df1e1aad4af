/** Stores on a server of PostgreSQL, as its nodes open them. */
import type { TableDeclaration } from "waymark/services";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { postgresOptions, sharedPostgres } from "../_engines.ts";
import { openStore, type StoreOptions } from "../_setup.ts";

export const Row = z.object({ id: z.string(), count: z.int() });
export type Row = z.output<typeof Row>;
const table = { of: Row, key: "id" };
export const TABLES = { rows: table, others: table };

/** Returns a function that opens nodes on a database of their own. */
export async function newDatabase(tables: Readonly<Record<string, TableDeclaration>> = TABLES) {
  const base = await postgresOptions();
  const { psql } = await sharedPostgres();
  const schema = /Test\\ \d+/.exec(decodeURIComponent(base.url ?? ""))?.[0].replace("\\", "");
  return {
    /** Runs SQL in the schema of this database. */
    psql: (query: string) => psql(`set search_path = "${schema}"; ${query}`),
    options: base,
    async node(options: StoreOptions = {}) {
      const opened = await openStore({ ...base, ...options }, tables);
      onTestFinished(opened.close);
      const rows = opened.store.table("rows");
      return {
        ...opened,
        rows,
        add: (id: string) => rows.insert([{ id, count: 0 }]),
        ids: async () => (await rows.list<Row>()).items.map(({ id }) => id),
      };
    },
  };
}

/** Resolves to what `look` returns once it is truthy. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
