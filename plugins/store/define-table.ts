/** The SQL that creates and extends tables. */
import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { Column } from "./columns.ts";
import type { Dialect, Rows } from "./database.ts";
import type { TableModel } from "./table-model.ts";

export async function createTable(
  sql: Kysely<Rows>,
  { types }: Dialect,
  { name, key, columns }: TableModel,
): Promise<void> {
  let table = sql.schema.createTable(name);
  for (const column of columns) {
    // Only the key is not null, so that rows can still be inserted after a later version drops a field.
    table = table.addColumn(column.name, types[column.kind], (built) =>
      column === key ? built.primaryKey().notNull() : withDefault(built, column),
    );
  }
  await table.execute();
}

export async function createIndex(
  sql: Kysely<Rows>,
  { name, key }: TableModel,
  column: Column,
): Promise<void> {
  await sql.schema
    .createIndex(`${name}_by_${column.name}`)
    .ifNotExists()
    .on(name)
    .columns(column === key ? [key.name] : [column.name, key.name])
    .execute();
}

/** Nulls are shared by any number of rows, in the index as well. */
export async function createUnique(
  sql: Kysely<Rows>,
  model: TableModel,
  fields: readonly string[],
): Promise<void> {
  await sql.schema
    .createIndex(uniqueName(model, fields))
    .unique()
    .ifNotExists()
    .on(model.name)
    .columns([...fields])
    .execute();
}

export async function dropUnique(
  sql: Kysely<Rows>,
  model: TableModel,
  fields: readonly string[],
): Promise<void> {
  await sql.schema.dropIndex(uniqueName(model, fields)).ifExists().execute();
}

function uniqueName({ name }: TableModel, fields: readonly string[]): string {
  return `${name}_unique_${fields.join(",")}`;
}

export async function addColumn(
  sql: Kysely<Rows>,
  { types }: Dialect,
  { name }: TableModel,
  column: Column,
): Promise<void> {
  await sql.schema
    .alterTable(name)
    .addColumn(column.name, types[column.kind], (built) => withDefault(built, column))
    .execute();
}

/** Returns the number of rows that had no value. */
export async function fillColumn(
  sql: Kysely<Rows>,
  { name }: TableModel,
  { name: column, preset = null }: Column,
): Promise<number> {
  const [{ numUpdatedRows } = { numUpdatedRows: 0 }] = await sql
    .updateTable(name)
    .set({ [column]: preset })
    .where(column, "is", null)
    .execute();
  return Number(numUpdatedRows);
}

/** Adds the default; existing rows have it too, and rows that a service inserts which does not know the column. */
function withDefault(
  built: ColumnDefinitionBuilder,
  { preset = null }: Column,
): ColumnDefinitionBuilder {
  return preset === null ? built : built.defaultTo(preset);
}
