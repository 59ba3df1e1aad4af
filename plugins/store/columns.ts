/** The columns of a table, and their values on the way into the database and back. */
import type { ColumnKind, Value } from "./database.ts";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** True if every row has this field. */
  readonly required: boolean;
  /** True if null is a value of this field. A null in another optional field reads as absent. */
  readonly nullable: boolean;
  /** The schema's default, as the column stores it; undefined if it has none. */
  readonly preset: Value | undefined;
}

/** Returns the columns of each table, whose name is in lower case. Each row names a table and one column. */
export function columnsByTable(
  rows: Iterable<readonly Value[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = new Map<string, Set<string>>();
  for (const [table, column] of rows) {
    const name = String(table).toLowerCase();
    const columns = tables.get(name) ?? new Set();
    tables.set(name, columns.add(String(column)));
  }
  return tables;
}

/** Checks that a row without a value in this column would break the table's schema. */
export function needsValue({ kind, required, nullable }: Column): boolean {
  return required && (!nullable || kind === "json");
}

/** Returns a scalar as the column stores it. Throws on other types, which a database would convert and compare wrongly. */
export function encodeScalar(column: Column, value: unknown): Value {
  if (value === null) return null;
  switch (column.kind) {
    case "text":
      if (typeof value === "string") return value;
      break;
    case "boolean":
      if (typeof value === "boolean") return value ? 1 : 0;
      break;
    case "integer":
    case "number":
      if (Number.isFinite(value)) return value as number; // isFinite is true for numbers only
      break;
    case "json":
      throw new Error(`the field "${column.name}" is not a scalar: it cannot be compared`);
  }
  throw new TypeError(
    `the field "${column.name}" holds ${column.kind}; received ${describe(value)}`,
  );
}

/** Returns a field of a row as the column stores it. */
export function encode(column: Column, value: unknown): Value {
  if (value === undefined || (value === null && column.kind !== "json")) {
    if (column.required && !(value === null && column.nullable)) {
      throw new TypeError(`the field "${column.name}" is required; received ${String(value)}`);
    }
    return null;
  }
  if (column.kind === "json") return JSON.stringify(value) ?? null;
  if (column.kind === "integer" && !Number.isSafeInteger(value)) {
    throw new TypeError(
      `the field "${column.name}" holds integers that a JavaScript number represents exactly; received ${describe(value)}`,
    );
  }
  return encodeScalar(column, value);
}

/** Returns an item; the first values of the row are the values of `columns`. Absent fields stay absent. */
export function decode(columns: readonly Column[], row: readonly Value[]): object {
  const item: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!;
    const value = row[index]!;
    if (value !== null) item[column.name] = decodeValue(column, value);
    else if (column.required) item[column.name] = absentValue(column);
  }
  return item;
}

/** Rows without a value are older than the schema, or written by a service that is. */
function absentValue(column: Column): unknown {
  const { preset = null } = column;
  return needsValue(column) ? decodeValue(column, preset) : null;
}

export function decodeValue(column: Column, value: Value): unknown {
  if (value === null) return null;
  if (column.kind === "boolean") return value === 1;
  if (column.kind === "json") return JSON.parse(String(value));
  return value;
}

function describe(value: unknown): string {
  return typeof value === "object"
    ? "an object or a list"
    : `the ${typeof value} ${JSON.stringify(value) ?? String(value)}`;
}
