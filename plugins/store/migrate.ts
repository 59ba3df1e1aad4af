/**
 * Brings a database to the declared tables: creates missing tables, fills them with their seeds, and adds columns and
 * indexes. It drops no data and converts none. All of it is one transaction, so a start that fails leaves the database as
 * it was.
 */
import type { Kysely } from "kysely";
import type { Log } from "waymark";
import type { Column } from "./columns.ts";
import type { Migratable, Rows } from "./database.ts";
import { addColumn, createIndex, createTable, createUnique, dropUnique } from "./define-table.ts";
import { insertSeed } from "./seed.ts";
import {
  createMetadataTable,
  METADATA_TABLE,
  readMetadata,
  writeMetadata,
  type TableMetadata,
} from "./table-metadata.ts";
import { tableError, type TableModel } from "./table-model.ts";

export async function migrate(
  database: Migratable,
  models: readonly TableModel[],
  log: Log,
): Promise<void> {
  if (await isCurrent(database, models)) return;
  await database.exclusively(async ({ builder: sql, dialect }) => {
    const existing = await database.tables();
    if (!existing.has(METADATA_TABLE)) await createMetadataTable(sql, dialect);
    const metadata = await readMetadata(database);

    for (const model of models) {
      const present = existing.get(model.name.toLowerCase());
      const before = metadata.get(model.name);
      if (present === undefined) {
        await createTable(sql, dialect, model);
        const rows = await insertSeed(sql, model);
        log.info("created a table", { table: model.name, rows });
      } else {
        refuseChanges(model, before);
        const missing = model.columns.filter(({ name }) => !present.has(name));
        for (const column of missing) await addColumn(sql, dialect, model, column);
        if (missing.length > 0)
          log.info("extended a table", {
            table: model.name,
            columns: missing.map(({ name }) => name),
          });
      }
      const indexes = missingIndexes(model, before);
      for (const column of indexes) await createIndex(sql, model, column);
      if (present !== undefined && model.owner !== undefined && indexes.includes(model.owner))
        await reportUnowned(sql, model, model.owner, log);
      await changeUniques(sql, model, before);
      await writeMetadata(sql, model, present === undefined ? undefined : before);
    }
  });
}

/** Rows that are older than the owner of their table have none, so that their readers no longer find them. */
async function reportUnowned(
  sql: Kysely<Rows>,
  { name }: TableModel,
  owner: Column,
  log: Log,
): Promise<void> {
  const unowned = await sql
    .selectFrom(name)
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where(owner.name, "is", null)
    .executeTakeFirstOrThrow();
  const rows = Number(unowned.rows);
  if (rows > 0) log.warn("rows have no owner, so that no caller sees them", { table: name, rows });
}

/** Whether there is nothing to do. No lock is needed, since other processes only add. */
async function isCurrent(database: Migratable, models: readonly TableModel[]): Promise<boolean> {
  const existing = await database.tables();
  if (!existing.has(METADATA_TABLE)) return false;
  const metadata = await readMetadata(database);
  return models.every((model) => {
    const present = existing.get(model.name.toLowerCase());
    const before = metadata.get(model.name);
    return (
      before?.key === model.key.name &&
      missingIndexes(model, before).length === 0 &&
      sameUniques(model, before) &&
      model.columns.every(
        ({ name, kind }) =>
          present?.has(name) &&
          Object.hasOwn(before.columns, name) &&
          before.columns[name] === kind,
      )
    );
  });
}

function missingIndexes(
  { indexes }: TableModel,
  metadata: TableMetadata | undefined,
): readonly Column[] {
  return indexes.filter(({ name }) => metadata?.indexes?.includes(name) !== true);
}

function sameUniques({ uniques }: TableModel, { unique = [] }: TableMetadata): boolean {
  return unique.length === uniques.size && unique.every((fields) => uniques.has(fields));
}

/** Drops constraints whose declaration is gone, because writes would go on failing by them. */
async function changeUniques(
  sql: Kysely<Rows>,
  model: TableModel,
  { unique = [] }: Pick<TableMetadata, "unique"> = {},
): Promise<void> {
  for (const fields of unique) if (!model.uniques.has(fields)) await dropUnique(sql, model, fields);
  for (const [fields, columns] of model.uniques)
    if (!unique.includes(fields)) await createUnique(sql, model, columns);
}

function refuseChanges(model: TableModel, metadata: TableMetadata | undefined): void {
  if (metadata === undefined) {
    throw tableError(
      model,
      `exists already and was not created by this service: rename or drop it, or use another database`,
    );
  }
  const changes = model.columns.flatMap(({ name, kind }) => {
    const before = Object.hasOwn(metadata.columns, name) ? metadata.columns[name] : undefined;
    return before === undefined || before === kind
      ? []
      : [`the field "${name}" held ${before} and now holds ${kind}`];
  });
  if (metadata.key !== model.key.name)
    changes.push(`the key was "${metadata.key}" and is now "${model.key.name}"`);
  if (changes.length === 0) return;
  throw tableError(
    model,
    `has data that no longer fits its schema: ${changes.join("; ")}. ` +
      "Data is never converted: rename the field, convert the data by hand, or use another database",
  );
}
