/** Validates list queries against their table and runs them. */
import type { Filter, ListPage } from "waymark";
import type { Condition, TableQuery } from "waymark/services";
import type { FilterOperator, Scalar, SortKey } from "waymark/advanced";
import { LRUCache } from "lru-cache";
import { decode, decodeValue, encodeScalar, type Column } from "./columns.ts";
import type { Value } from "./database.ts";
import { buildShape, shapeKey, valuesOf } from "./list-sql.ts";
import type {
  Comparison,
  Condition as ResolvedCondition,
  Order,
  ResolvedQuery,
  Shape,
} from "./list-sql.ts";
import { isScan, narrowing } from "./scans.ts";
import type { TableModel } from "./table-model.ts";
import type { Queries } from "./transactions.ts";

/** Clients choose queries, so the number of shapes is unbounded. */
const MAX_SHAPES = 500;

/**
 * Returns the functions that list and count the rows of a table. They throw on a query that does not match the table.
 *
 * An absent field counts as null. Null equals null and differs from every value, sorts before every value, and matches no
 * other operator. Text compares by code point. Items have their fields in the order of the schema. Without a sort the
 * order is the order of the key.
 */
export function openList(
  database: Queries,
  model: TableModel,
): {
  list(query?: Partial<TableQuery>): Promise<ListPage<object>>;
  count(where: readonly Condition[]): Promise<number>;
} {
  const shapes = new LRUCache<string, Shape>({ max: MAX_SHAPES });
  const shapeFor = async (query: ResolvedQuery): Promise<Shape> => {
    const id = shapeKey(query);
    let shape = shapes.get(id);
    if (shape === undefined) {
      shape = buildShape(await database.sql(), query);
      shapes.set(id, shape);
    }
    return shape;
  };

  const count = async (where: readonly Condition[]): Promise<number> => {
    const query: ResolvedQuery = {
      table: model.name,
      selected: [],
      conditions: where.map((condition) => resolveCondition(model, condition)),
      order: [],
      after: undefined,
      limit: undefined,
      isCount: true,
    };
    const [[rows] = []] = await read(query);
    return Number(rows);
  };

  const read = async (query: ResolvedQuery): Promise<readonly (readonly Value[])[]> => {
    const { sql, slots } = await shapeFor(query);
    const values = valuesOf(query);
    const statement = { sql, parameters: slots.map((slot) => values[slot]!) };
    if (!isScan(model, query)) return database.read(model.name, statement);
    return database.scan(model.name, statement, narrowing(model, query));
  };

  const list = async ({
    fields,
    filters = [],
    sort = [],
    limit,
    after,
  }: Partial<TableQuery> = {}): Promise<ListPage<object>> => {
    checkLimit(limit);
    const requested = new Set(fields?.map((name) => model.column(name)) ?? model.columns);
    const columns = model.columns.filter((column) => requested.has(column));
    const order = resolveOrder(model, sort);
    const selected = [...new Set([...columns, ...order.map(({ column }) => column)])];
    const query: ResolvedQuery = {
      table: model.name,
      selected,
      conditions: filters.map((condition) => resolveCondition(model, condition)),
      order,
      after: after === undefined ? undefined : resolveAfter(order, after),
      limit: limit === undefined ? undefined : limit + 1, // one more shows whether another page follows
    };
    const rows = await read(query);
    const items = rows.slice(0, limit).map((row) => decode(columns, row));
    const last = limit === undefined || rows.length <= limit ? undefined : rows[limit - 1];
    if (last === undefined) return { items }; // also for a limit of 0, which leaves nothing to continue from
    return {
      items,
      next: order.map(
        ({ column }) => decodeValue(column, last[selected.indexOf(column)]!) as Scalar,
      ),
    };
  };
  return { list, count };
}

function checkLimit(limit: number | undefined): void {
  if (limit === undefined || (Number.isSafeInteger(limit) && limit >= 0)) return;
  throw new RangeError(`the limit ${limit} is not a whole number from 0`);
}

function resolveOrder(model: TableModel, sort: readonly SortKey[]): readonly Order[] {
  if (sort.length === 0) return [{ column: model.key, descending: false }];
  return sort.map(({ field, descending }) => {
    const column = model.column(field);
    if (column.kind === "json")
      throw new Error(`the field "${field}" is not a scalar: lists cannot be sorted by it`);
    return { column, descending };
  });
}

function resolveAfter(order: readonly Order[], after: readonly Scalar[]): readonly Value[] {
  if (after.length !== order.length)
    throw new Error(
      `received ${after.length} values to continue after, for ${order.length} sort fields`,
    );
  return order.map(({ column, descending }, index) =>
    comparable(column, descending ? "lt" : "gt", encodeScalar(column, after[index])),
  );
}

/** Throws on a condition that does not match the table. */
export function resolveCondition(model: TableModel, condition: Condition): ResolvedCondition {
  if (!("or" in condition)) return resolveFilter(model, condition);
  const either = condition.or.map((one) =>
    [one].flat().map((filter: Filter) => resolveFilter(model, filter)),
  );
  return { either };
}

function resolveFilter(model: TableModel, { field, operator, value }: Filter): Comparison {
  const column = model.column(field);
  const many = Array.isArray(value);
  if (many !== (operator === "in"))
    throw new Error(
      `the operator "${operator}" of "${field}" received ${many ? "a list" : "one value"}`,
    );
  if (operator === "contains" && column.kind !== "text") {
    throw new Error(`the field "${field}" holds ${column.kind}: "contains" is for text`);
  }
  const values: readonly unknown[] = many ? value : [value];
  const encoded = values.map((one) => comparable(column, operator, encodeScalar(column, one)));
  return { column, operator, values: encoded };
}

/** An integer that no column holds. */
const BEYOND = 2 ** 53;

/** Returns a value that compares alike with all integers of a column: a database may refuse others. */
function comparable({ kind }: Column, operator: FilterOperator, value: Value): Value {
  if (kind !== "integer" || value === null || Number.isSafeInteger(value)) return value;
  if (operator === "eq" || operator === "ne" || operator === "in") return BEYOND;
  const whole = operator === "gt" || operator === "lte" ? Math.floor : Math.ceil;
  return Math.max(-BEYOND, Math.min(whole(Number(value)), BEYOND));
}
