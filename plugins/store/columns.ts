/** The columns of a table, and the way of a row into them and back. */
import { fieldNames, requiredNames, scalarFields } from "waymark";
import type { Schema, TableDeclaration } from "waymark";
import type { ColumnKind, Value } from "./database.ts";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Every row has this field. */
  readonly required: boolean;
  /** Null is a value of this field. An optional field that is null reads as absent. */
  readonly nullable: boolean;
}

/** A declared table with its columns, in the order of its schema. */
export interface TableModel {
  readonly name: string;
  readonly plugin: string;
  readonly of: Schema;
  readonly seed: URL | undefined;
  readonly columns: readonly Column[];
  readonly key: Column;
  /** Columns with an index; rows of the same value are in the key's order in it. */
  readonly indexes: readonly Column[];
  /** Throws on a field that the table does not have. */
  column(name: string): Column;
}

/** Names that mean the same in every database and in Kysely, which reads dots and blanks as syntax. */
const NAME = /^[\p{L}\p{N}_$@-]+$/u;
const KINDS = { string: "text", integer: "integer", number: "number", boolean: "boolean" } as const;

/** @param table a table of the registry. Throws when its names or its key do not suit a database. */
export function tableModel(
  table: TableDeclaration & { readonly name: string; readonly plugin: string },
): TableModel {
  const { name, plugin } = table;
  const where = `the table "${name}" of the plugin "${plugin}"`;
  if (!NAME.test(name) || /^(sqlite|pg|waymark)_/i.test(name)) {
    throw new Error(
      `${where} cannot be stored under this name: use letters, digits, "_" and "-", and no prefix of the database`,
    );
  }
  const scalars = scalarFields(table.of);
  const required = new Set(requiredNames(table.of));
  const columns = fieldNames(table.of).map((field): Column => {
    const scalar = Object.hasOwn(scalars, field) ? scalars[field] : undefined;
    return {
      name: field,
      kind: scalar === undefined ? "json" : KINDS[scalar.type],
      required: required.has(field),
      nullable: scalar?.nullable ?? true,
    };
  });

  const byName = new Map(columns.map((column) => [column.name, column]));
  const lowered = new Set<string>();
  for (const { name: field } of columns) {
    if (!NAME.test(field) || field === "__proto__") {
      throw new Error(
        `${where} has a field ${JSON.stringify(field)}: use letters, digits, "_", "$", "@" and "-" in names of fields`,
      );
    }
    if (lowered.has(field.toLowerCase()))
      throw new Error(`${where} has two fields "${field}" that differ only in case: rename one`);
    lowered.add(field.toLowerCase());
  }
  const key = byName.get(table.key);
  if (
    key === undefined ||
    key.kind === "json" ||
    key.kind === "boolean" ||
    !key.required ||
    key.nullable
  ) {
    throw new Error(
      `${where} has the key "${table.key}": the key must be a required string or number field of its schema`,
    );
  }

  const indexes = (table.indexes ?? []).map((field) => {
    const column = byName.get(field);
    if (column !== undefined && column.kind !== "json") return column;
    throw new Error(
      `${where} has an index of "${field}", which is no scalar field of its schema: name one of ${columns
        .filter(({ kind }) => kind !== "json")
        .map((one) => one.name)
        .join(", ")}`,
    );
  });

  return {
    name,
    plugin,
    of: table.of,
    seed: table.seed,
    columns,
    key,
    indexes,
    column: (field) => {
      const column = byName.get(field);
      if (column === undefined)
        throw new Error(`the table "${name}" has no field ${JSON.stringify(field)}`);
      return column;
    },
  };
}

/** A scalar as the column holds it. Throws on a value of another type: databases would convert it and compare falsely. */
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
      if (Number.isFinite(value)) return value as number; // isFinite is true of numbers only
      break;
    case "json":
      throw new Error(`the field "${column.name}" is no scalar: it cannot be compared`);
  }
  throw new TypeError(
    `the field "${column.name}" holds ${column.kind}; received ${describe(value)}`,
  );
}

/** A field of a row as the column holds it. */
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
      `the field "${column.name}" holds integers that a number holds exactly; received ${describe(value)}`,
    );
  }
  return encodeScalar(column, value);
}

/** A row in the order of the table's columns. Throws on fields that the table does not have. */
export function encodeRow(model: TableModel, row: object): readonly Value[] {
  for (const field of Object.keys(row)) model.column(field);
  return model.columns.map((column) =>
    encode(column, Object.hasOwn(row, column.name) ? Reflect.get(row, column.name) : undefined),
  );
}

/** An item from the first values of a row, which are those of `columns`. Absent fields stay absent. */
export function decode(columns: readonly Column[], row: readonly Value[]): object {
  const item: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!;
    const value = row[index]!;
    if (value !== null) item[column.name] = decodeValue(column, value);
    else if (column.required) item[column.name] = null;
  }
  return item;
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
