/**
 * Brings a database to the declared tables: creates what is missing and fills new tables with their seeds. Nothing is ever
 * dropped or converted. All of it is one transaction: a start that fails or dies leaves the database as it was.
 */
import type { Kysely } from "kysely";
import { toJsonSchema } from "waymark";
import type { Log } from "waymark";
import { encode } from "./columns.ts";
import type { Column, TableModel } from "./columns.ts";
import type { ColumnKind, Database, Dialect, Rows } from "./database.ts";
import { plantSeed } from "./seed.ts";

/** Remembers for each table what its columns were made for: a database knows fewer kinds than schemas do. */
const MEMORY = "waymark_tables";

/** What is remembered of a table. Columns that are declared no longer stay in it, as they stay in the table. */
interface Known {
  readonly key: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Fields with an index; absent in what was remembered before there were any. */
  readonly indexes?: readonly string[];
}

export async function migrate(
  database: Database,
  models: readonly TableModel[],
  log: Log,
): Promise<void> {
  if (await isCurrent(database, models)) return;
  await database.exclusively(async ({ builder: sql, dialect }) => {
    const existing = await database.tables();
    if (!existing.has(MEMORY)) await createMemory(sql, dialect);
    const memory = await recall(database);

    for (const model of models) {
      const present = existing.get(model.name.toLowerCase());
      const known = memory.get(model.name);
      if (present === undefined) {
        await createTable(sql, dialect, model);
        const planted = await plantSeed(sql, model);
        log.info("created a table", { table: model.name, rows: planted });
      } else {
        refuseChanges(model, known);
        const missing = model.columns.filter(({ name }) => !present.has(name));
        for (const column of missing) await addColumn(sql, dialect, model, column);
        if (missing.length > 0)
          log.info("extended a table", {
            table: model.name,
            columns: missing.map(({ name }) => name),
          });
      }
      for (const column of missingIndexes(model, known)) await createIndex(sql, model, column);
      await remember(sql, model, present === undefined ? undefined : known);
    }
  });
}

/** Whether there is nothing to do. A look without a lock suffices: others only ever add. */
async function isCurrent(database: Database, models: readonly TableModel[]): Promise<boolean> {
  const existing = await database.tables();
  if (!existing.has(MEMORY)) return false;
  const memory = await recall(database);
  return models.every((model) => {
    const present = existing.get(model.name.toLowerCase());
    const known = memory.get(model.name);
    return (
      known?.key === model.key.name &&
      missingIndexes(model, known).length === 0 &&
      model.columns.every(
        ({ name, kind }) =>
          present?.has(name) && Object.hasOwn(known.columns, name) && known.columns[name] === kind,
      )
    );
  });
}

async function createMemory(sql: Kysely<Rows>, { types }: Dialect): Promise<void> {
  await sql.schema
    .createTable(MEMORY)
    .addColumn("name", types.text, (column) => column.primaryKey().notNull())
    .addColumn("known", types.json, (column) => column.notNull())
    .execute();
}

async function recall(database: Database): Promise<ReadonlyMap<string, Known>> {
  const rows = await database.read({ sql: `select name, known from ${MEMORY}`, parameters: [] });
  return new Map(rows.map(([name, known]) => [String(name), JSON.parse(String(known)) as Known]));
}

/** Reads from the file, and no more than that. Throws when it cannot. */
export async function touch(database: Database): Promise<void> {
  await database.read({ sql: `select name from ${MEMORY} limit 1`, parameters: [] });
}

async function remember(
  sql: Kysely<Rows>,
  { name, key, columns, indexes }: TableModel,
  known: Known | undefined,
): Promise<void> {
  const declared = Object.fromEntries(columns.map((column) => [column.name, column.kind]));
  const next = JSON.stringify({
    key: key.name,
    columns: { ...known?.columns, ...declared },
    indexes: [...new Set([...(known?.indexes ?? []), ...indexes.map((column) => column.name)])],
  } satisfies Known);
  if (known !== undefined && next === JSON.stringify(known)) return;
  await sql
    .insertInto(MEMORY)
    .values({ name, known: next })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ known: next }))
    .execute();
}

async function createTable(
  sql: Kysely<Rows>,
  { types }: Dialect,
  { name, key, columns }: TableModel,
): Promise<void> {
  let table = sql.schema.createTable(name);
  for (const column of columns) {
    // Only the key is declared not null: a field that a later version drops must not stand in the way of its inserts.
    table = table.addColumn(column.name, types[column.kind], (built) =>
      column === key ? built.primaryKey().notNull() : built,
    );
  }
  await table.execute();
}

/** Indexes that are declared no longer stay, as columns do. */
function missingIndexes({ indexes }: TableModel, known: Known | undefined): readonly Column[] {
  return indexes.filter(({ name }) => known?.indexes?.includes(name) !== true);
}

async function createIndex(
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

async function addColumn(
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
    throw new Error(
      `${titleOf(model)} has rows, and its new field "${column.name}" is required without a default: ` +
        "give the field a default in its schema, or make it optional",
    );
  }
}

function refuseChanges(model: TableModel, known: Known | undefined): void {
  if (known === undefined) {
    throw new Error(
      `${titleOf(model)} exists already and was not made by this service: rename or drop it, or use another database`,
    );
  }
  const changes = model.columns.flatMap(({ name, kind }) => {
    const before = Object.hasOwn(known.columns, name) ? known.columns[name] : undefined;
    return before === undefined || before === kind
      ? []
      : [`the field "${name}" held ${before} and now holds ${kind}`];
  });
  if (known.key !== model.key.name)
    changes.push(`the key was "${known.key}" and now is "${model.key.name}"`);
  if (changes.length === 0) return;
  throw new Error(
    `${titleOf(model)} has data that its schema no longer fits: ${changes.join("; ")}. ` +
      "Data is never converted: give the field a new name, convert the data by hand, or use another database",
  );
}

function titleOf({ name, plugin }: TableModel): string {
  return `the table "${name}" of the plugin "${plugin}"`;
}
