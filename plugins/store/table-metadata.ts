/**
 * The store's own table: for each table, the kinds that its columns were created for. A database knows fewer kinds than
 * schemas do.
 */
import type { Kysely } from "kysely";
import type { ColumnKind, Database, Dialect, Rows } from "./database.ts";
import type { TableModel } from "./table-model.ts";

export const METADATA_TABLE = "waymark_tables";

/** Everything stays in it after its declaration is gone, as it stays in the table, but for constraints that were dropped. */
export interface TableMetadata {
  readonly key: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Fields with an index; absent in metadata that is older than indexes. */
  readonly indexes?: readonly string[];
  /** Unique fields, by their names in the model; absent if there are none. */
  readonly unique?: readonly string[];
  /** References that the database enforces, as the model names them; absent if there are none. */
  readonly references?: readonly string[];
  /** Columns that were created with a default; absent if there are none. */
  readonly filled?: readonly string[];
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

/** The parts of a migration that declarations do not show. */
export interface Made {
  /** Columns. */
  readonly created: ReadonlySet<string>;
  /** References, as the model names them. */
  readonly references: readonly string[];
  /** Unique fields and references, as the model names them. */
  readonly dropped: ReadonlySet<string>;
}

export async function writeMetadata(
  sql: Kysely<Rows>,
  { name, key, columns, indexes, uniques }: TableModel,
  before: TableMetadata | undefined,
  { created, references, dropped }: Made,
): Promise<void> {
  const declared = Object.fromEntries(columns.map((column) => [column.name, column.kind]));
  const known = JSON.stringify({
    key: key.name,
    columns: { ...before?.columns, ...declared },
    indexes: [...new Set([...(before?.indexes ?? []), ...indexes.map((column) => column.name)])],
    ...listed("unique", before?.unique, [...uniques.keys()], dropped),
    ...listed("references", before?.references, references, dropped),
    ...listed(
      "filled",
      before?.filled,
      columns.flatMap(({ name: column, preset = null }) =>
        preset !== null && created.has(column) ? [column] : [],
      ),
    ),
  } satisfies TableMetadata);
  if (before !== undefined && known === JSON.stringify(before)) return;
  await sql
    .insertInto(METADATA_TABLE)
    .values({ name, known })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ known }))
    .execute();
}

function listed(
  key: "unique" | "references" | "filled",
  before: readonly string[] = [],
  added: readonly string[],
  gone?: ReadonlySet<string>,
): Partial<TableMetadata> {
  const all = [...new Set([...before, ...added])].filter((one) => gone?.has(one) !== true);
  return all.length === 0 ? {} : { [key]: all };
}
