/** A declared table as the database stores it. */
import { messageOf } from "waymark";
import {
  ContributionError,
  fieldDefaults,
  fieldNames,
  requiredNames,
  scalarFields,
} from "waymark/advanced";
import type { Schema } from "waymark";
import type { SealedTable } from "waymark/services";
import { encode, type Column } from "./columns.ts";

/** A declared table with its columns, in the order of its schema. */
export interface TableModel {
  readonly name: string;
  readonly plugin: string;
  readonly of: Schema;
  readonly seed: URL | undefined;
  readonly internal: boolean;
  readonly columns: readonly Column[];
  readonly key: Column;
  /** Holds the id of the principal that a row belongs to; undefined if rows belong to the service. */
  readonly owner: Column | undefined;
  /** Columns with an index, in which rows of the same value are in the order of the key. */
  readonly indexes: readonly Column[];
  /** Columns whose values no two rows share, by a name of theirs. */
  readonly uniques: ReadonlyMap<string, readonly Column[]>;
  /** References by a name of theirs, also to tables that no enabled plugin declares. */
  readonly references: ReadonlyMap<string, Reference>;
  /** Throws on a field that the table does not have. */
  column(name: string): Column;
}

/** A field that holds the key of a row of another table, or of the same one. */
export interface Reference {
  readonly table: string;
  readonly column: Column;
  /** Name of the table that it leads to, and of the key there. */
  readonly target: string;
  readonly targetKey: string;
  readonly onDelete: "restrict" | "cascade" | "clear";
}

/** Kysely reads dots and blanks as syntax, and databases differ in other characters. */
const NAME = /^[\p{L}\p{N}_$@-]+$/u;
const KINDS = { string: "text", integer: "integer", number: "number", boolean: "boolean" } as const;

/** Throws if the names or the key of a registered table do not suit a database. */
export function tableModel(table: SealedTable): TableModel {
  const { name, plugin } = table;
  if (!NAME.test(name) || /^(sqlite|pg|waymark)_/i.test(name)) {
    throw tableError(
      table,
      `cannot be stored under this name: use letters, digits, "_" and "-", and no prefix of the database`,
    );
  }
  const scalars = scalarFields(table.of);
  const required = new Set(requiredNames(table.of));
  const defaults = fieldDefaults(table.of);
  const columns = fieldNames(table.of).map((field): Column => {
    const scalar = Object.hasOwn(scalars, field) ? scalars[field] : undefined;
    const column = {
      name: field,
      kind: scalar === undefined ? "json" : KINDS[scalar.type],
      required: required.has(field),
      nullable: scalar?.nullable ?? true,
      preset: undefined,
    } as const;
    if (!Object.hasOwn(defaults, field)) return column;
    try {
      return { ...column, preset: encode(column, defaults[field]) };
    } catch (cause) {
      throw tableError(table, `has a default that cannot be stored: ${messageOf(cause)}`, {
        cause,
      });
    }
  });

  const byName = new Map(columns.map((column) => [column.name, column]));
  const lowered = new Set<string>();
  for (const { name: field } of columns) {
    if (!NAME.test(field) || field === "__proto__") {
      throw tableError(
        table,
        `has a field ${JSON.stringify(field)}: use letters, digits, "_", "$", "@" and "-" in names of fields`,
      );
    }
    if (lowered.has(field.toLowerCase()))
      throw tableError(table, `has two fields "${field}" that differ only in case: rename one`);
    lowered.add(field.toLowerCase());
  }
  const key = byName.get(table.key);
  const suits = key?.required === true && !key.nullable;
  if (!suits || key.kind === "json" || key.kind === "boolean") {
    throw tableError(
      table,
      `has the key "${table.key}": the key must be a required string or number field of its schema`,
    );
  }

  const owner = table.owner === undefined ? undefined : byName.get(table.owner);
  if (table.owner !== undefined && owner?.kind !== "text") {
    throw tableError(
      table,
      `has the owner "${table.owner}": the owner must be a string field of its schema, which holds the id of a principal`,
    );
  }

  const scalar = (field: string, role: string): Column => {
    const column = byName.get(field);
    if (column !== undefined && column.kind !== "json") return column;
    const names = columns.filter(({ kind }) => kind !== "json").map((one) => one.name);
    throw tableError(
      table,
      `has ${role} "${field}", which is not a scalar field of its schema: name one of ${names.join(", ")}`,
    );
  };
  const indexes = (table.indexes ?? []).map((field) => scalar(field, "an index of"));
  const uniques = uniqueFields(table).map((fields) => {
    const parts = fields.map((field) => scalar(field, "the unique field"));
    return [fields.join(","), parts] as const; // no name has a comma in it
  });

  const references = Object.entries(table.references ?? {}).map(
    ([field, { to, onDelete = "restrict" }]) => {
      const column = scalar(field, "the reference");
      const [target = "", targetKey = ""] = to.split("."); // no name has a dot in it
      return [`${field}>${target}`, { table: name, column, target, targetKey, onDelete }] as const;
    },
  );

  // The key has an index of its own.
  const found = [owner, ...references.map(([, { column }]) => column)].filter(
    (column) => column !== undefined && column !== key,
  );
  return {
    name,
    plugin,
    of: table.of,
    seed: table.seed,
    internal: table.internal === true,
    columns,
    key,
    owner,
    indexes: [...new Set([...indexes, ...found])].filter((column) => column !== undefined),
    uniques: new Map(uniques),
    references: new Map(references),
    column: (field) => {
      const column = byName.get(field);
      if (column === undefined)
        throw new Error(`the table "${name}" has no field ${JSON.stringify(field)}`);
      return column;
    },
  };
}

/** Throws unless each entry is a field, or a list of some. */
function uniqueFields(table: SealedTable): readonly (readonly string[])[] {
  const { unique = [] } = table;
  const lists = Array.isArray(unique) ? unique.map((fields) => [fields].flat()) : [[]];
  if (lists.every((fields) => fields.length > 0 && new Set(fields).size === fields.length))
    return lists;
  throw tableError(
    table,
    `has unique: ${JSON.stringify(unique)}, which is not a list of fields: write unique: ["name"], or [["name", "place"]] for fields that are unique together`,
  );
}

type Named = Pick<TableModel, "name" | "plugin">;

/** Returns the table as messages name it. */
export function titleOf({ name, plugin }: Named): string {
  return `the table "${name}" of the plugin "${plugin}"`;
}

/** Blames the plugin that declares the table. */
export function tableError(table: Named, problem: string, options?: ErrorOptions): Error {
  return new ContributionError(table.plugin, `${titleOf(table)} ${problem}`, options);
}
