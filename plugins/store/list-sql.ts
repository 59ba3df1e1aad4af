/** The SQL of a list query, for any database. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { FilterOperator } from "waymark/advanced";
import type { Column } from "./columns.ts";
import type { Dialect, Rows, Sql, Value } from "./database.ts";

export interface Comparison {
  readonly column: Column;
  readonly operator: FilterOperator;
  readonly values: readonly Value[];
}

/** A comparison, or lists of comparisons of which at least one holds as a whole. */
export type Condition = Comparison | { readonly either: readonly (readonly Comparison[])[] };

/** Returns a condition as a disjunction: lists of comparisons of which at least one holds as a whole. */
export function alternatives(condition: Condition): readonly (readonly Comparison[])[] {
  return "either" in condition ? condition.either : [[condition]];
}

export interface Order {
  readonly column: Column;
  readonly descending: boolean;
}

/** A list query with every name checked and every value encoded. */
export interface ResolvedQuery {
  readonly table: string;
  readonly selected: readonly Column[];
  readonly conditions: readonly Condition[];
  readonly order: readonly Order[];
  /** Values to continue after, one for each of `order`. */
  readonly after: readonly Value[] | undefined;
  readonly limit: number | undefined;
  /** Asks for the number of rows in place of the rows. */
  readonly isCount?: boolean;
}

/** SQL for all queries that differ only in values. `slots[i]` is the index of its i-th parameter in {@link valuesOf}. */
export interface Shape {
  readonly sql: string;
  readonly slots: readonly number[];
}

type Builder = ExpressionBuilder<Rows, string>;
type Bool = Expression<SqlBool>;

/** Returns the values of a query in the order of their slots. */
export function valuesOf({ conditions, after, limit }: ResolvedQuery): readonly Value[] {
  const values = conditions.flatMap((condition) =>
    alternatives(condition).flatMap((all) => all.flatMap((one) => one.values)),
  );
  if (after !== undefined) values.push(...after);
  if (limit !== undefined) values.push(limit);
  return values;
}

/** Returns equal keys for queries with the same SQL. Nulls count, since SQL has its own operators for them. */
export function shapeKey(query: ResolvedQuery): string {
  const { selected, conditions, order, after, limit, isCount = false } = query;
  let key = isCount ? "count " : limit === undefined ? "" : "limit ";
  for (const { name } of selected) key += `${name},`;
  for (const condition of conditions) {
    key += "?";
    for (const all of alternatives(condition)) {
      key += "|";
      for (const { column, operator, values } of all)
        key += `&${column.name}.${operator}${nullMask(values)}`;
    }
  }
  for (const { column, descending } of order)
    key += descending ? `>${column.name}` : `<${column.name}`;
  return after === undefined ? key : key + nullMask(after);
}

function nullMask(values: readonly Value[]): string {
  let mask = "=";
  for (const value of values) mask += value === null ? "0" : "1";
  return mask;
}

export function buildShape({ builder, dialect }: Sql, query: ResolvedQuery): Shape {
  // The index of its slot stands for a value. Kysely passes parameters on unchanged.
  let places = 0;
  const place = (value: Value): Value => {
    const slot = places++;
    return value === null ? null : slot;
  };

  let rows = builder.selectFrom(query.table);
  for (const condition of query.conditions) {
    const either = alternatives(condition).map((all) =>
      all.map((one) => ({ ...one, values: one.values.map(place) })),
    );
    rows = rows.where((eb) => holds(eb, dialect, { either }));
  }
  if (query.after !== undefined) {
    const slots = query.after.map(place);
    rows = rows.where((eb) => follows(eb, query.order, slots));
  }
  for (const { column, descending } of query.order) {
    rows = rows.orderBy(column.name, (by) => {
      const directed = descending ? by.desc() : by.asc();
      // Left out where no null can be, since it could keep a database from using its index.
      if (!mayBeNull(column)) return directed;
      return descending ? directed.nullsLast() : directed.nullsFirst();
    });
  }
  if (query.limit !== undefined) rows = rows.limit(place(query.limit) as number);

  const compiled =
    query.isCount === true
      ? rows.select((eb) => eb.fn.countAll<number>().as("rows")).compile()
      : rows.select(query.selected.map(({ name }) => name)).compile();
  return { sql: compiled.sql, slots: compiled.parameters as readonly number[] };
}

/** Builds conditions of queries that are built once and run once: the conditions hold their values. */
export function fulfils(eb: Builder, dialect: Dialect, conditions: readonly Condition[]): Bool {
  return eb.and(conditions.map((condition) => holds(eb, dialect, condition)));
}

function holds(eb: Builder, dialect: Dialect, condition: Condition): Bool {
  const either = alternatives(condition).map((all) =>
    all.map(({ column, operator, values }) => compare(eb, dialect, column.name, operator, values)),
  );
  return eb.or(either.map((all) => eb.and(all)));
}

const SYMBOLS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function compare(
  eb: Builder,
  dialect: Dialect,
  name: string,
  operator: FilterOperator,
  values: readonly Value[],
): Bool {
  const value = values[0] ?? null;
  const never = eb.or([]);
  switch (operator) {
    case "eq":
      return equals(eb, name, value);
    case "ne":
      return value === null
        ? eb(name, "is not", null)
        : eb.or([eb(name, "<>", value), eb(name, "is", null)]);
    case "in": {
      const nonNull = values.filter((one) => one !== null);
      const parts = nonNull.length === 0 ? [] : [eb(name, "in", nonNull)];
      return eb.or(nonNull.length === values.length ? parts : [...parts, eb(name, "is", null)]);
    }
    case "contains":
      return value === null ? never : dialect.contains(eb.ref(name), eb.val(value));
    default:
      return value === null ? never : eb(name, SYMBOLS[operator], value);
  }
}

/** A row follows these values when its first field is beyond the first value, or equal and the rest follows. */
function follows(eb: Builder, order: readonly Order[], values: readonly Value[]): Bool {
  const [first, ...rest] = order;
  const [value = null, ...others] = values;
  if (first === undefined) return eb.or([]);
  const { name } = first.column;
  const beyond = isBeyond(eb, first, value);
  if (rest.length === 0) return beyond;
  const either = eb.or([beyond, eb.and([equals(eb, name, value), follows(eb, rest, others)])]);
  if (value === null || mayBeNull(first.column)) return either;
  // Redundant, but it lets a database enter its index at this value.
  return eb.and([eb(name, first.descending ? "<=" : ">=", value), either]);
}

/** Nulls come first, and last in descending order. */
function isBeyond(eb: Builder, { column, descending }: Order, value: Value): Bool {
  if (value === null) return descending ? eb.or([]) : eb(column.name, "is not", null);
  if (!descending) return eb(column.name, ">", value);
  return mayBeNull(column)
    ? eb.or([eb(column.name, "<", value), eb(column.name, "is", null)])
    : eb(column.name, "<", value);
}

function equals(eb: Builder, name: string, value: Value): Bool {
  return value === null ? eb(name, "is", null) : eb(name, "=", value);
}

function mayBeNull(column: Column): boolean {
  return column.nullable || !column.required;
}
