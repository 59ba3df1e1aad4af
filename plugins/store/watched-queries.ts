/** Shows queries and transactions to observers, such as a tracer. */
import { Tracepoint } from "waymark";
import type { Span, SpanAttributes } from "waymark/advanced";
import type { Database, Query } from "./database.ts";
import type { Queries, Transactions } from "./transactions.ts";

const statements = new Tracepoint("statement");
const transactions = new Tracepoint("transaction");

/** The span of queries of one table. Their text has no values: those are parameters. */
class Statement implements Span {
  readonly kind = "client";
  isPending = false;
  error: unknown = undefined;
  readonly #system: Database["system"];
  readonly #table: string;
  readonly #queries: readonly Query[];

  constructor(system: Database["system"], table: string, queries: readonly Query[]) {
    this.#system = system;
    this.#table = table;
    this.#queries = queries;
  }

  get name(): string {
    return `${this.#operation} ${this.#table}`.trim();
  }

  get attributes(): SpanAttributes {
    return {
      "db.system.name": this.#system,
      "db.collection.name": this.#table,
      "db.operation.name": this.#operation,
      "db.query.text": this.#text,
      ...(this.#queries.length > 1 && { "db.operation.batch.size": this.#queries.length }),
    };
  }

  get #text(): string {
    return this.#queries[0]?.sql ?? "";
  }

  get #operation(): string {
    return /^\w+/.exec(this.#text)?.[0].toUpperCase() ?? "";
  }
}

export function watchable(system: Database["system"], unwatched: Transactions): Transactions {
  const { queries, transaction } = unwatched;
  const watch = <T>(table: string, several: readonly Query[], work: () => Promise<T>) =>
    statements.isWatched ? statements.run(new Statement(system, table, several), work) : work();
  const watched: Queries = {
    sql: () => queries.sql(),
    get isWithin() {
      return queries.isWithin;
    },
    read: (table, query) => watch(table, [query], () => queries.read(table, query)),
    scan: (table, query, within) => watch(table, [query], () => queries.scan(table, query, within)),
    write: (table, several, owners) =>
      watch(table, several, () => queries.write(table, several, owners)),
  };
  return {
    ...unwatched,
    queries: watched,
    transaction: (work, options) =>
      transactions.isWatched
        ? transactions.run(
            { name: "transaction", attributes: { "db.system.name": system } },
            async () => transaction(work, options),
          )
        : transaction(work, options),
  };
}
