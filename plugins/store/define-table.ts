/** The SQL that creates and extends tables. */
import type { Kysely } from "kysely";
import { toJsonSchema } from "waymark";
import { encode, type Column } from "./columns.ts";
import type { Dialect, Rows } from "./database.ts";
import { tableError, type TableModel } from "./table-model.ts";

export async function createTable(
  sql: Kysely<Rows>,
  { types }: Dialect,
  { name, key, columns }: TableModel,
): Promise<void> {
  let table = sql.schema.createTable(name);
  for (const column of columns) {
    // Only the key is not null, so that rows can still be inserted after a later version drops a field.
    table = table.addColumn(column.name, types[column.kind], (built) =>
      column === key ? built.primaryKey().notNull() : built,
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

export async function addColumn(
  sql: Kysely<Rows>,
  { types }: Dialect,
  model: TableModel,
  column: Column,
): Promise<void> {
  await sql.schema.alterTable(model.name).addColumn(column.name, types[column.kind]).execute();
  if (!column.required || (column.nullable && column.kind !== "json")) return;
  const preset = toJsonSchema(model.of).root.properties?.[column.name]?.default;
  if (preset !== undefined) {
    await sql
      .updateTable(model.name)
      .set({ [column.name]: encode(column, preset) })
      .execute();
  } else if (
    (await sql.selectFrom(model.name).select(model.key.name).limit(1).execute()).length > 0
  ) {
    throw tableError(
      model,
      `has rows, and its new field "${column.name}" is required without a default: ` +
        "set a default in its schema, or make it optional",
    );
  }
}
