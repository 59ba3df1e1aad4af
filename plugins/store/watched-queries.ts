/** Shows queries and transactions to those who watch, such as a tracer. */
import { Tracepoint, type Span } from "waymark";
import type { Database, Query } from "./database.ts";
import type { Queries, Transactions } from "./transactions.ts";

const statements = new Tracepoint("statement");
const transactions = new Tracepoint("transaction");

/** The span of queries of one table. Their text has no values: those are parameters. */
function spanOf(system: Database["system"], table: string, queries: readonly Query[]): Span {
  const [text = ""] = queries.map(({ sql }) => sql);
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? "";
  return {
    name: `${operation} ${table}`.trim(),
    kind: "client",
    attributes: {
      "db.system.name": system,
      "db.collection.name": table,
      "db.operation.name": operation,
      "db.query.text": text,
      ...(queries.length > 1 && { "db.operation.batch.size": queries.length }),
    },
  };
}

export function watchable(system: Database["system"], unwatched: Transactions): Transactions {
  const { queries, transaction } = unwatched;
  const watched: Queries = {
    sql: () => queries.sql(),
    get isWithin() {
      return queries.isWithin;
    },
    read: (table, query) =>
      statements.isWatched
        ? statements.run(spanOf(system, table, [query]), async () => queries.read(table, query))
        : queries.read(table, query),
    write: (table, several, owners) =>
      statements.isWatched
        ? statements.run(spanOf(system, table, several), async () =>
            queries.write(table, several, owners),
          )
        : queries.write(table, several, owners),
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
