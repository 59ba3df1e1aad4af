/** Reasons why the rows of a table do not permit a change of it. */
import { needsValue, type Column } from "./columns.ts";
import type { Inspectable, Query } from "./database.ts";
import type { Reference, TableModel } from "./table-model.ts";

type Readable = Pick<Inspectable, "read">;

/** Returns why columns cannot be added: rows would have no value in a column that needs a value. */
export async function missingValues(
  database: Readable,
  { name }: TableModel,
  added: readonly Column[],
): Promise<string | undefined> {
  const column = added.find((one) => needsValue(one) && one.preset === undefined);
  if (column === undefined) return undefined;
  const rows = await database.read(query(`select 1 from ${quoted(name)} limit 1`));
  if (rows.length === 0) return undefined;
  return (
    `has rows, and its new field "${column.name}" is required without a default: ` +
    "set a default in its schema, or make it optional"
  );
}

/** Checks that rows have no value in a column that exists. */
export async function lacksValues(
  database: Readable,
  { name }: TableModel,
  column: string,
): Promise<boolean> {
  const sql = `select 1 from ${quoted(name)} where ${quoted(column)} is null limit 1`;
  return (await database.read(query(sql))).length > 0;
}

/**
 * Returns why columns cannot be unique: rows share their values. Nulls are shared by any number.
 *
 * @param existing the columns that the table has; all rows will have the default in another column.
 */
export async function sharedValues(
  database: Readable,
  { name }: TableModel,
  unique: readonly Column[],
  existing: ReadonlySet<string>,
): Promise<string | undefined> {
  const present = unique.filter((column) => existing.has(column.name));
  const added = unique.filter((column) => !existing.has(column.name));
  if (added.some(({ preset = null }) => preset === null)) return undefined;
  const names = present.map((column) => quoted(column.name));
  const groups =
    names.length === 0
      ? ""
      : `where ${names.map((one) => `${one} is not null`).join(" and ")} group by ${names.join(", ")}`;
  const [shared] = await database.read(
    query(`select count(*) from ${quoted(name)} ${groups} having count(*) > 1 limit 1`),
  );
  if (shared === undefined) return undefined;
  return (
    `has ${Number(shared[0])} rows with the same ${unique.map((one) => quoted(one.name)).join(" and ")}, which is to be unique: ` +
    "change or remove all of them but one, or leave it out of the table's unique"
  );
}

/**
 * Returns why a reference cannot be: rows name a target that is not there.
 *
 * @param existing the columns of each table, by its name in lower case. Default: all of them are there.
 */
export async function rowsWithoutTarget(
  database: Readable,
  { table, column, target, targetKey }: Reference,
  existing?: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<string | undefined> {
  const columns = existing?.get(table.toLowerCase());
  if (columns?.has(column.name) === false) return undefined; // a new column
  const field = `one.${quoted(column.name)}`;
  const isThere = existing === undefined || existing.has(target.toLowerCase());
  const lacks = isThere
    ? ` and not exists (select 1 from ${quoted(target)} as other where other.${quoted(targetKey)} = ${field})`
    : "";
  const where = `${quoted(table)} as one where ${field} is not null${lacks}`;
  const [[count, sample] = []] = await database.read(
    query(`select count(*), min(${field}) from ${where}`),
  );
  if (Number(count) === 0) return undefined;
  return (
    `has ${Number(count)} rows whose ${quoted(column.name)} names no row of the table ${quoted(target)}, such as ${JSON.stringify(sample)}: ` +
    "insert what they name, change or remove them, or leave the field out of the table's references"
  );
}

const query = (sql: string): Query => ({ sql, parameters: [] });
/** Names of tables and fields have no quotation mark in them. */
const quoted = (name: string): string => `"${name}"`;
