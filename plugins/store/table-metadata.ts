/**
 * The store's own table: for each table, the kinds that its columns were created for. A database knows fewer kinds than
 * schemas do.
 */
import type { Kysely } from "kysely";
import type { ColumnKind, Database, Dialect, Rows } from "./database.ts";
import type { TableModel } from "./table-model.ts";

export const METADATA_TABLE = "waymark_tables";

/** Columns and indexes stay in it after their declaration is gone, as they stay in the table. Constraints do not. */
export interface TableMetadata {
  readonly key: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Fields with an index; absent in metadata that is older than indexes. */
  readonly indexes?: readonly string[];
  /** Unique fields, as the model names them; absent where there are none. */
  readonly unique?: readonly string[];
}

export async function createMetadataTable(sql: Kysely<Rows>, { types }: Dialect): Promise<void> {
  await sql.schema
    .createTable(METADATA_TABLE)
    .addColumn("name", types.text, (column) => column.primaryKey().notNull())
    .addColumn("known", types.json, (column) => column.notNull())
    .execute();
}

/** Returns the metadata by table. */
export async function readMetadata(
  database: Pick<Database, "read">,
): Promise<ReadonlyMap<string, TableMetadata>> {
  const sql = `select name, known from ${METADATA_TABLE}`;
  const rows = await database.read({ sql, parameters: [] });
  return new Map(
    rows.map(([name, json]) => [String(name), JSON.parse(String(json)) as TableMetadata]),
  );
}

export async function writeMetadata(
  sql: Kysely<Rows>,
  { name, key, columns, indexes, uniques }: TableModel,
  before: TableMetadata | undefined,
): Promise<void> {
  const declared = Object.fromEntries(columns.map((column) => [column.name, column.kind]));
  const known = JSON.stringify({
    key: key.name,
    columns: { ...before?.columns, ...declared },
    indexes: [...new Set([...(before?.indexes ?? []), ...indexes.map((column) => column.name)])],
    ...(uniques.size > 0 && { unique: [...uniques.keys()] }),
  } satisfies TableMetadata);
  if (before !== undefined && known === JSON.stringify(before)) return;
  await sql
    .insertInto(METADATA_TABLE)
    .values({ name, known })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ known }))
    .execute();
}
