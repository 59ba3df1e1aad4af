/**
 * List queries that read a table as a whole, however little they return: which ones they are, what they cost, and the queue in
 * which they wait for each other, apart from queries that an index answers.
 */
import { currentCaller, type MaybePromise, type Queue } from "waymark";
import { chargeCaller } from "waymark/advanced";
import type { Column } from "./columns.ts";
import type { Database, Query } from "./database.ts";
import type { ResolvedQuery } from "./list-sql.ts";
import type { TableModel } from "./table-model.ts";

/** Rows of a table that are read in less time than matters. */
export const LARGE = 10_000;
/** The most requests that one query counts as, beside its own. */
const MAX_CHARGE = 50;
/** Charge of scans, as the policy of the limit states it. */
export const SCANS = { rowsPerRequest: LARGE, maxRequests: MAX_CHARGE };
/** Time for which a size is used, in milliseconds. */
const FRESH_MS = 60_000;
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

interface Size {
  readonly rows: number;
  readonly at: number;
}

/** Runs such queries: few at once, a part of them for each caller, and counted for their cost. */
export class Scans {
  readonly #database: Database;
  readonly #queue: Queue;
  readonly #sizes = new Map<string, Size>();

  constructor(database: Database, queue: Queue) {
    this.#database = database;
    this.#queue = queue;
  }

  async read(table: string, query: Query): ReturnType<Database["read"]> {
    const rows = await this.#rowsOf(table);
    if (rows < LARGE) return this.#database.read(query);
    chargeCaller(Math.min(Math.floor(rows / LARGE), MAX_CHARGE));
    const release = await this.#queue.take(currentCaller());
    try {
      return await this.#database.scan(query);
    } finally {
      release();
    }
  }

  /** A size that is old is used once more, while another look is under way. */
  #rowsOf(table: string): MaybePromise<number> {
    const known = this.#sizes.get(table);
    if (known === undefined) return this.#look(table);
    if (performance.now() > known.at + FRESH_MS) {
      this.#sizes.set(table, { ...known, at: performance.now() });
      this.#look(table).catch(() => {}); // the query itself reports why
    }
    return known.rows;
  }

  async #look(table: string): Promise<number> {
    const rows = await this.#database.countRows(table, LARGE);
    this.#sizes.set(table, { rows, at: performance.now() });
    return rows;
  }
}
