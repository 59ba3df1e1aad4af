/**
 * Brings a database to the declared tables: creates missing tables, fills them with their seeds, and adds columns, indexes
 * and constraints. It drops no data and converts none. All of it is one transaction, so a start that fails leaves the database as
 * it was.
 */
import type { Log } from "waymark";
import type { Migratable } from "./database.ts";
import { isTaking, planMigration, type Step } from "./plan.ts";
import type { TableModel } from "./table-model.ts";

interface Migration {
  /** Called after each step, before all of them are committed. */
  readonly onStep?: (step: Step) => void;
  /** Leaves what the plugins do not declare, since a newer revision on the same database may. Default: false. */
  readonly onlyAdds?: boolean;
  /** Called before the first change, which waits for it. */
  readonly begin?: () => Promise<void>;
}

export async function migrate(
  database: Migratable,
  models: readonly TableModel[],
  log: Log,
  { onStep = () => undefined, onlyAdds = false, begin = async () => undefined }: Migration = {},
): Promise<void> {
  const isDue = (step: Step) => !onlyAdds || !isTaking(step);
  // Without a lock, for which a start with nothing to do need not wait.
  const { steps, refusals } = await planMigration(database, models);
  for (const step of steps.filter((one) => !isDue(one)))
    log.info("a constraint that is not declared stays until waymark migrate", {
      table: step.table,
      fields: step.fields,
    });
  if (!steps.some(isDue) && refusals.length === 0) return;
  await begin();
  const { takeSteps } = await import("./take-steps.ts"); // most starts have nothing to do
  await takeSteps(database, models, log, { isDue, onStep });
}
