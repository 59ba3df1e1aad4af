/** Brings the database to the declared tables at a start, or insists on that. */
import { inspectDatabase } from "./engine.ts";
import type { Inspectable, OpenOptions } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Options } from "./options.ts";
import { describeStep, isNeeded, missingOwn, planMigration } from "./plan.ts";
import { METADATA_TABLE } from "./table-metadata.ts";
import type { TableModel } from "./table-model.ts";

export async function preparation(
  options: Options,
  models: readonly TableModel[],
  {
    signal,
    log,
    checked,
  }: Pick<OpenOptions, "signal" | "log"> & { readonly checked: () => Promise<void> },
): Promise<OpenOptions["prepare"]> {
  // A file has the revision that was started last; a database server has several while one replaces the other.
  const onlyAdds = options.url !== undefined;
  if (options.migrate === "auto")
    return (database) => migrate(database, models, log, { onlyAdds, begin: checked });
  const isOff = options.migrate === "off";
  const look = async (database: Inspectable) => {
    if (!isOff || (await isNew(database))) await verifyTables(database, models);
  };
  if (options.url === undefined) await inspectDatabase(options, signal, look); // opening creates a file
  return look;
}

/** Checks that no start or `waymark migrate` has prepared the database, as far as a glance shows. */
async function isNew(database: Inspectable): Promise<boolean> {
  const existing = await database.tables();
  return !existing.has(METADATA_TABLE) || missingOwn(database, existing).length > 0;
}

async function verifyTables(database: Inspectable, models: readonly TableModel[]): Promise<void> {
  const { steps, refusals } = await planMigration(database, models);
  const [refusal] = refusals;
  if (refusal !== undefined) throw refusal;
  const needed = steps.filter(isNeeded).map(describeStep);
  if (needed.length === 0) return;
  throw new Error(
    `the database lacks what the plugins declare; it takes ${needed.length} ${needed.length === 1 ? "step" : "steps"} to ${needed.join(", ")}: ` +
      'run waymark migrate, or set "migrate" of the plugin "store" to "auto"',
  );
}
