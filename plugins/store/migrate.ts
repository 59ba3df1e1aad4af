/**
 * Brings a database to the declared tables: creates missing tables, fills them with their seeds, and adds columns and
 * indexes. It drops no data and converts none. All of it is one transaction, so a start that fails leaves the database as
 * it was.
 */
import type { Kysely } from "kysely";
import type { Log } from "waymark";
import type { Migratable, Rows, Sql } from "./database.ts";
import { addColumn, createIndex, createTable, createUnique, dropUnique } from "./define-table.ts";
import { logStep, planMigration, type Step } from "./plan.ts";
import { sharedValues } from "./row-faults.ts";
import { insertSeed } from "./seed.ts";
import {
  createMetadataTable,
  METADATA_TABLE,
  readMetadata,
  writeMetadata,
} from "./table-metadata.ts";
import { tableError, type TableModel } from "./table-model.ts";

/** @param onStep is called after each step, before all of them are committed. */
export async function migrate(
  database: Migratable,
  models: readonly TableModel[],
  log: Log,
  onStep: (step: Step) => void = () => undefined,
): Promise<void> {
  // Without a lock, for which a start with nothing to do need not wait.
  const { steps, refusals } = await planMigration(database, models);
  if (steps.length === 0 && refusals.length === 0) return;
  await database.exclusively(async (sql) => {
    const existing = await database.tables();
    if (!existing.has(METADATA_TABLE)) await createMetadataTable(sql.builder, sql.dialect);
    // Another process may have made some of the steps before it left the lock.
    const plan = await planMigration(database, models);
    const [refusal] = plan.refusals;
    if (refusal !== undefined) throw refusal;
    const metadata = await readMetadata(database);
    for (const model of models) {
      const planned = plan.steps.filter(({ table }) => table === model.name);
      if (planned.length === 0) continue;
      const isNew = planned.some(({ change }) => change === "create-table");
      for (const step of planned) {
        const facts = await apply(sql, database, model, step);
        const level = isNew && step.change !== "create-table" ? "debug" : "info";
        log[level](logStep(step), { table: model.name, ...facts });
        onStep(step);
      }
      if (!isNew && planned.some((step) => isOwnerIndex(model, step)))
        await reportUnowned(sql.builder, model, log);
      await writeMetadata(sql.builder, model, isNew ? undefined : metadata.get(model.name));
    }
  });
}

/** Returns facts for the log. */
async function apply(
  { builder, dialect }: Sql,
  database: Migratable,
  model: TableModel,
  { change, fields }: Step,
): Promise<object> {
  const [field = ""] = fields;
  switch (change) {
    case "create-table":
      await createTable(builder, dialect, model);
      return { rows: await insertSeed(builder, model) };
    case "add-column":
      await addColumn(builder, dialect, model, model.column(field));
      break;
    case "adopt-column":
      break;
    case "create-index":
      await createIndex(builder, model, model.column(field));
      break;
    case "create-unique":
      await requireUnique(database, model, fields);
      await createUnique(builder, model, fields);
      break;
    case "drop-unique":
      await dropUnique(builder, model, fields);
  }
  return { fields };
}

/** The plan has looked at the rows that were there, and not at those of a seed. */
async function requireUnique(
  database: Migratable,
  model: TableModel,
  fields: readonly string[],
): Promise<void> {
  const columns = fields.map((field) => model.column(field));
  const fault = await sharedValues(database, model, columns, new Set(fields));
  if (fault !== undefined) throw tableError(model, fault);
}

function isOwnerIndex({ owner }: TableModel, { change, fields }: Step): boolean {
  return owner !== undefined && change === "create-index" && fields.includes(owner.name);
}

/** Rows that are older than the owner of their table have none, so that their readers no longer find them. */
async function reportUnowned(
  sql: Kysely<Rows>,
  { name, owner }: TableModel,
  log: Log,
): Promise<void> {
  if (owner === undefined) return;
  const unowned = await sql
    .selectFrom(name)
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where(owner.name, "is", null)
    .executeTakeFirstOrThrow();
  const rows = Number(unowned.rows);
  if (rows > 0) log.warn("rows have no owner, so that no caller sees them", { table: name, rows });
}
