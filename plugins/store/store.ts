/** The store on any database. */
import { didYouMean } from "waymark";
import { ContributionError } from "waymark/advanced";
import type { SealedTable, Store, Table } from "waymark/services";
import type { Database, OpenOptions } from "./database.ts";
import type { References } from "./references.ts";
import { MAX_WAIT_MS, Scans } from "./scans.ts";
import { tableModel, type TableModel } from "./table-model.ts";
import { openTable } from "./table.ts";
import { openTransactions } from "./transactions.ts";
import { watchable } from "./watched-queries.ts";

/** Throws if names of registered tables do not suit a database. */
export function tableModels(tables: readonly SealedTable[]): readonly TableModel[] {
  const models = tables.map(tableModel);
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
  return models;
}

export async function openStore(
  database: Database,
  models: readonly TableModel[],
  { log, queue }: Pick<OpenOptions, "log" | "queue">,
): Promise<Store> {
  const scans = new Scans(
    database,
    queue("scans", { places: database.maxScans, maxWaitMs: MAX_WAIT_MS }),
  );
  const { queries, ...transactions } = watchable(
    database.system,
    openTransactions(database, scans, log),
  );
  const tables = new Map<string, Table>();
  let references: References | undefined;
  if (models.some((model) => model.references.size > 0)) {
    const { References: Between } = await import("./references.ts");
    const plain = new Map(models.map((model) => [model.name, openTable(queries, model)]));
    references = new Between(models, plain, transactions.transaction);
  }
  for (const model of models) tables.set(model.name, openTable(queries, model, references));
  // Others learn nothing of an owner's writes, not even that there was one.
  const announced = models
    .filter(({ internal, owner }) => !internal && owner === undefined)
    .map(({ name }) => name);
  return {
    ...transactions,
    inMemory: database.inMemory,
    get isFailing() {
      return database.isFailing;
    },
    table(name) {
      const table = tables.get(name);
      if (table === undefined)
        throw new Error(
          `no enabled plugin declares the table "${name}": ${didYouMean(name, [...tables.keys()])}`,
        );
      return table;
    },
    version: (names = announced) => transactions.version(names),
    changes: (names = announced) => database.changes(names),
  };
}
