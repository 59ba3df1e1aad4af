/**
 * List queries that read a table as a whole, however little they return: which ones they are, what they cost, and the queue in
 * which they wait for each other, apart from queries that an index answers.
 */
import { currentCaller, type Queue } from "waymark";
import { chargeCaller } from "waymark/advanced";
import { LRUCache } from "lru-cache";
import type { Column } from "./columns.ts";
import type { Database, Query, Value } from "./database.ts";
import { fulfils, type Comparison, type ResolvedQuery } from "./list-sql.ts";
import type { TableModel } from "./table-model.ts";

/** Rows of a table that are read in less time than matters. */
export const LARGE = 10_000;
/** The most requests that one query counts as, beside its own. */
const MAX_CHARGE = 50;
/** Charge of scans, as the policy of the limit states it. */
export const SCANS = { rowsPerRequest: LARGE, maxRequests: MAX_CHARGE };
/** Time for which a size is used, in milliseconds. */
const FRESH_MS = 60_000;
/** Characters of the keys of sizes: clients choose values. */
const MAX_KEYS = 1_000_000;
/** Time such a query waits for others, in milliseconds. */
export const MAX_WAIT_MS = 5000;

/** Checks that an index leads to the rows with a value of this column, and has them in its order. */
function isIndexed({ key, indexes, uniques }: TableModel, column: Column): boolean {
  return (
    column === key ||
    indexes.includes(column) ||
    [...uniques.values()].some(([first]) => first === column)
  );
}

/** Checks that a query reads as many rows as its table has, rather than as many as it returns. */
export function isScan(
  model: TableModel,
  { conditions: all, order: [first], limit }: Pick<ResolvedQuery, "conditions" | "order" | "limit">,
): boolean {
  const conditions = all.flatMap((condition) => ("either" in condition ? [] : [condition]));
  const values = conditions.filter(({ operator }) => operator === "eq" || operator === "in");
  // Rows of one owner, who has few of them.
  if (values.some(({ column }) => column === model.key || column === model.owner)) return false;
  // An index has their order, and may have no row that fits.
  const isLoose = conditions.some(
    ({ column, operator }) =>
      operator === "contains" || (operator === "ne" && column !== model.key),
  );
  // An alternative may need another index, or none.
  if (isLoose || conditions.length < all.length) return true;
  const [column, ...others] = new Set(conditions.map((condition) => condition.column));
  if (others.length > 0 || (limit === undefined && values.length === 0)) return true;
  const sorted = first?.column ?? model.key;
  if (!isIndexed(model, sorted)) return true;
  if (column === undefined || column === sorted) return false;
  return sorted !== model.key || values.length === 0 || !isIndexed(model, column);
}

/**
 * Returns the condition whose rows are all that a scan needs, as an index leads to them; undefined if there is none, or if
 * a database might rather read an index that has the order.
 */
export function narrowing(
  model: TableModel,
  { conditions, order: [first] }: Pick<ResolvedQuery, "conditions" | "order">,
): Comparison | undefined {
  const sorted = first?.column ?? model.key;
  if (sorted !== model.key && isIndexed(model, sorted)) return undefined;
  return conditions.find(
    (condition): condition is Comparison =>
      "operator" in condition &&
      (condition.operator === "eq" || condition.operator === "in") &&
      isIndexed(model, condition.column),
  );
}

/** Runs such queries: few at once, a part of them for each caller, and counted for their cost. */
export class Scans {
  readonly #database: Database;
  readonly #queue: Queue;
  /** A size that is old is used once more, while another look is under way. */
  readonly #sizes = new LRUCache<string, number, () => Promise<number>>({
    maxSize: MAX_KEYS,
    sizeCalculation: (_, key) => key.length,
    ttl: FRESH_MS,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_key, _stale, { context: count }) => count(),
  });

  constructor(database: Database, queue: Queue) {
    this.#database = database;
    this.#queue = queue;
  }

  /** Reads a query of a table at once where the table, or what the condition leaves of it, has few rows. */
  async read(table: string, query: Query, within?: Comparison): ReturnType<Database["read"]> {
    const rows = await this.#sizes.forceFetch(table, {
      context: () => this.#database.countRows(table, LARGE),
    });
    if (rows < LARGE) return this.#database.read(query);
    if (within !== undefined) {
      const key = JSON.stringify([table, within.column.name, within.values]);
      const context = () => this.#countWithin(table, within);
      if ((await this.#sizes.forceFetch(key, { context })) < LARGE)
        return this.#database.read(query);
    }
    chargeCaller(Math.min(Math.floor(rows / LARGE), MAX_CHARGE));
    const release = await this.#queue.take(currentCaller());
    try {
      return await this.#database.scan(query);
    } finally {
      release();
    }
  }

  async #countWithin(table: string, within: Comparison): Promise<number> {
    const { builder, dialect } = await this.#database.sql();
    const { sql, parameters } = builder
      .selectFrom((from) =>
        from
          .selectFrom(table)
          .select(from.lit(1).as("one"))
          .where((where) => fulfils(where, dialect, [within]))
          .limit(LARGE)
          .as("some"),
      )
      .select(({ fn }) => fn.countAll().as("rows"))
      .compile();
    const [[rows] = []] = await this.#database.read({
      sql,
      parameters: parameters as readonly Value[], // Kysely passes values on unchanged
    });
    return Number(rows);
  }
}
