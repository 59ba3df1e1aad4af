/** The store on any database. */
import { ContributionError, type Log, type Registry } from "waymark";
import type { Store, Table } from "waymark/services";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import { tableModel } from "./table-model.ts";
import { openTable } from "./table.ts";

/** Migrates the database to the registry's tables and opens them. */
export async function openStore(
  database: Database,
  registry: Pick<Registry, "tables">,
  log: Log,
): Promise<Store> {
  const models = registry.tables.map(tableModel);
  const owners = new Map<string, string>();
  for (const { name, plugin } of models) {
    const other = owners.get(name.toLowerCase());
    if (other !== undefined)
      throw new ContributionError(
        plugin,
        `the plugins "${other}" and "${plugin}" both declare the table "${name}" (case does not count): rename one`,
      );
    owners.set(name.toLowerCase(), plugin);
  }
  await migrate(database, models, log);

  const tables = new Map<string, Table>(
    models.map((model) => [model.name, openTable(database, model)]),
  );
  return {
    table(name) {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`no enabled plugin declares the table "${name}"`);
      return table;
    },
    version: () => database.version(),
  };
}
