/** The first rows of tables, from which examples take values. */
import { readFileSync } from "node:fs";
import type { Json, JsonSchema } from "waymark";
import { type Converted, flatten, toJsonSchema } from "waymark/advanced";
import type { SealedTable } from "waymark/services";

/** Items of a list in a row, so that an example can be read at a glance. */
const MOST_ITEMS = 2;

type Definitions = Converted["definitions"];
type Values = Readonly<Record<string, Json>>;

/** An object of a seed, with the forms of its members. */
interface SeedObject {
  readonly forms: ReadonlyMap<string, string>;
  readonly values: Values;
}

/** The first row of each table of a plugin, and the objects within it. */
export class SeedRows {
  readonly #objects: readonly SeedObject[];
  readonly #tables: readonly { readonly key: string; readonly row: Values }[];

  constructor(tables: readonly SealedTable[]) {
    const rows = tables.flatMap(({ of, key, seed }) => {
      const row = seed && firstRow(seed);
      return row === undefined ? [] : [{ of, key, row }];
    });
    this.#tables = rows;
    this.#objects = rows.flatMap(({ of, row }) => {
      const { root, definitions } = toJsonSchema(of);
      return objectsIn(root, row, definitions);
    });
  }

  /** Returns the values of the members that an object has in common with the row that it shares most members with. */
  valuesFor(object: JsonSchema, definitions: Definitions): Values {
    const forms = formsOf(object, definitions);
    let found: Values = {};
    for (const one of this.#objects) {
      const shared = Object.entries(one.values).filter(
        ([name]) => forms.has(name) && forms.get(name) === one.forms.get(name),
      );
      if (shared.length > Object.keys(found).length) found = Object.fromEntries(shared);
    }
    return found;
  }

  /** Returns the value of a path parameter: of the field of its name or, for the last one, of the key. */
  parameter(name: string, isLast: boolean): Json | undefined {
    const [named] = this.#tables.flatMap(({ row }) => row[name] ?? []);
    const [first] = this.#tables;
    return named ?? (isLast ? first?.row[first.key] : undefined);
  }
}

/** Returns undefined if the file has no rows: the store reports what is wrong with it. */
function firstRow(seed: URL): Values | undefined {
  try {
    const rows: readonly (Values | undefined)[] = JSON.parse(readFileSync(seed, "utf8"));
    return JSON.parse(JSON.stringify(rows[0]), (_name, value: unknown) =>
      Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value,
    );
  } catch {
    return undefined;
  }
}

/** Returns the object, and the first of each list of objects within it. */
function objectsIn(
  schema: JsonSchema,
  value: Json | undefined,
  definitions: Definitions,
): readonly SeedObject[] {
  const flat = withoutNull(flatten(schema, definitions), definitions);
  if (Array.isArray(value))
    return typeof flat.items === "object" ? objectsIn(flat.items, value[0], definitions) : [];
  if (typeof value !== "object" || value === null || flat.properties === undefined) return [];
  const values = value as Values; // a list is none
  const within = Object.entries(flat.properties).flatMap(([name, member]) =>
    objectsIn(member, values[name], definitions),
  );
  return [{ forms: formsOf(flat, definitions), values }, ...within];
}

/** Returns the members of an object as texts, equal for those that take the same values. */
function formsOf(
  { properties = {} }: JsonSchema,
  definitions: Definitions,
): ReadonlyMap<string, string> {
  const entries = Object.entries(properties).map(([name, member]) => {
    const flat = withoutNull(flatten(member, definitions), definitions);
    const { description: _, default: __, examples: ___, ...form } = flat;
    return [name, JSON.stringify(form)] as const;
  });
  return new Map(entries);
}

/** Returns the only alternative beside null: patches remove a member by null. */
function withoutNull(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return only === undefined || others.length > 0 ? schema : flatten(only, definitions);
}
