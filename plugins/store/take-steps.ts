/** Makes the steps of a migration, each as SQL, in one transaction. */
import type { Kysely } from "kysely";
import type { Log } from "waymark";
import type { Migratable, Rows, Sql } from "./database.ts";
import {
  addColumn,
  createIndex,
  createTable,
  createUnique,
  dropUnique,
  fillColumn,
} from "./define-table.ts";
import { isTaking, logStep, planMigration, rowFaults, type Step } from "./plan.ts";
import { insertSeed } from "./seed.ts";
import {
  createMetadataTable,
  METADATA_TABLE,
  readMetadata,
  writeMetadata,
  type Made,
} from "./table-metadata.ts";
import { tableError, type TableModel } from "./table-model.ts";

interface Steps {
  isDue(step: Step): boolean;
  onStep(step: Step): void;
}

/** Plans again under the lock, and makes the steps that are due. */
export async function takeSteps(
  database: Migratable,
  models: readonly TableModel[],
  log: Log,
  { isDue, onStep }: Steps,
): Promise<void> {
  await database.exclusively(async (sql) => {
    const existing = await database.tables();
    if (!existing.has(METADATA_TABLE)) await createMetadataTable(sql.builder, sql.dialect);
    // Another process may have made some of the steps before it left the lock.
    const plan = await planMigration(database, models);
    const [refusal] = plan.refusals;
    if (refusal !== undefined) throw refusal;
    const metadata = await readMetadata(database);
    const own = plan.steps.filter(({ table }) => database.own?.includes(table));
    if (own.length > 0) await database.createOwn?.();
    own.forEach((step) => onStep(step));
    const due = plan.steps.filter((step) => isDue(step));
    const created = new Set(
      due.flatMap(({ change, table }) => (change === "create-table" ? [table] : [])),
    );
    const byName = new Map(models.map((model) => [model.name, model]));
    for (const step of due) {
      const model = byName.get(step.table);
      if (model === undefined) continue; // a table of its own
      const facts = await apply(sql, database, model, step);
      const isPart = created.has(model.name) && step.change !== "create-table";
      log[isPart ? "debug" : "info"](logStep(step), { table: model.name, ...facts });
      onStep(step);
    }
    for (const model of models) {
      const planned = due.filter((step) => step.table === model.name);
      if (planned.length === 0) continue;
      const isNew = created.has(model.name);
      if (!isNew && planned.some((step) => isOwnerIndex(model, step)))
        await reportUnowned(sql.builder, model, log);
      const before = isNew ? undefined : metadata.get(model.name);
      await writeMetadata(sql.builder, model, before, madeBy(planned));
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
    case "fill-column": {
      const rows = await fillColumn(builder, model, model.column(field));
      await database.noteChange?.(model.name);
      return { fields, rows };
    }
    case "create-index":
      await createIndex(builder, model, model.column(field));
      break;
    case "create-unique":
      await requireUnique(database, model, fields);
      await createUnique(builder, model, fields);
      break;
    case "drop-unique":
      await dropUnique(builder, model, fields);
      break;
    case "create-reference": {
      const reference = model.references.get(fields.join(">"));
      if (reference === undefined) break;
      const { rowsWithoutTarget } = await rowFaults();
      const fault = await rowsWithoutTarget(database, reference);
      if (fault !== undefined) throw tableError(model, fault);
      const { table, target, targetKey } = reference;
      const names = { table, field, target, targetKey };
      for (const one of dialect.createReference(names)) await one.execute(builder);
      break;
    }
    case "drop-reference": {
      const [, target = ""] = fields;
      const names = { table: model.name, field, target };
      for (const one of dialect.dropReference(names)) await one.execute(builder);
    }
  }
  return { fields };
}

function madeBy(steps: readonly Step[]): Made {
  const creates = ({ change }: Step) => change === "create-table" || change === "add-column";
  const isNewReference = ({ change }: Step) => change === "create-reference";
  return {
    references: steps.filter(isNewReference).map(nameOf),
    created: new Set(steps.filter(creates).flatMap(({ fields }) => fields)),
    dropped: new Set(steps.filter(isTaking).map(nameOf)),
  };
}

/** Returns the name of the constraint of a step, as the model has it. */
function nameOf(step: Step): string {
  return step.fields.join(isReference(step) ? ">" : ",");
}

function isReference({ change }: Step): boolean {
  return change === "create-reference" || change === "drop-reference";
}

/** Throws if rows share these values: the plan has looked at the rows that were there, and not at rows of a seed. */
async function requireUnique(
  database: Migratable,
  model: TableModel,
  fields: readonly string[],
): Promise<void> {
  const columns = fields.map((field) => model.column(field));
  const { sharedValues } = await rowFaults();
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
