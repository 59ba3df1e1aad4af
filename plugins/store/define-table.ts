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

/** Throws when rows break it. Nulls are shared by any number of rows, in the index as well. */
export async function createUnique(
  sql: Kysely<Rows>,
  model: TableModel,
  columns: readonly Column[],
): Promise<void> {
  const names = columns.map((column) => column.name);
  const shared = await sql
    .selectFrom(model.name)
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .where((eb) => eb.and(names.map((name) => eb(name, "is not", null))))
    .groupBy(names)
    .having((eb) => eb(eb.fn.countAll(), ">", 1))
    .limit(1)
    .executeTakeFirst();
  if (shared !== undefined) {
    throw tableError(
      model,
      `has ${Number(shared.rows)} rows with the same ${names.map((name) => `"${name}"`).join(" and ")}, which is to be unique: ` +
        "change or remove all of them but one, or leave it out of the table's unique",
    );
  }
  await sql.schema
    .createIndex(uniqueName(model, names.join(",")))
    .unique()
    .ifNotExists()
    .on(model.name)
    .columns(names)
    .execute();
}

/** @param fields as the model names them. */
export async function dropUnique(
  sql: Kysely<Rows>,
  model: TableModel,
  fields: string,
): Promise<void> {
  await sql.schema.dropIndex(uniqueName(model, fields)).ifExists().execute();
}

function uniqueName({ name }: TableModel, fields: string): string {
  return `${name}_unique_${fields}`;
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
