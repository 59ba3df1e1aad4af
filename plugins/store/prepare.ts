/** How a start brings the database to the declared tables, or insists on that. */
import { inspectDatabase } from "./engine.ts";
import type { Inspectable, OpenOptions } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Options } from "./options.ts";
import { describeStep, isNeeded, planMigration } from "./plan.ts";
import type { TableModel } from "./table-model.ts";

export async function preparation(
  options: Options,
  models: readonly TableModel[],
  { signal, log }: Pick<OpenOptions, "signal" | "log">,
): Promise<OpenOptions["prepare"]> {
  if (options.migrate === "off") return async () => undefined;
  // A file has the revision that was started last; a database server has several while one replaces the other.
  const onlyAdds = options.url !== undefined;
  if (options.migrate !== "verify")
    return (database) => migrate(database, models, log, { onlyAdds });
  const verify = (database: Inspectable) => verifyTables(database, models);
  await inspectDatabase(options, signal, verify); // before opening creates a file
  return verify;
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
