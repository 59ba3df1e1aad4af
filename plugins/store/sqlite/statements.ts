import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SqliteDatabase } from "kysely";

/** Preparing costs about as much as a short query; shapes of queries repeat. */
const MAX_STATEMENTS = 200;

/** Prepares each SQL text once and forgets the least recently used. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Its rows come as arrays. */
  get(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      if (this.#prepared.size >= MAX_STATEMENTS)
        this.#prepared.delete(this.#prepared.keys().next().value!);
    } else {
      this.#prepared.delete(sql);
    }
    this.#prepared.set(sql, statement); // a map keeps its keys in the order they were set
    return statement;
  }
}

/** The database as Kysely's dialect knows it: the interface of better-sqlite3. It serves the start only, so nothing is cached. */
export function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bindable(parameters)),
        run: (parameters) => statement.run(...bindable(parameters)),
        iterate: (parameters) => statement.iterate(...bindable(parameters)),
      };
    },
  };
}

function bindable(parameters: readonly unknown[]): (string | number | null)[] {
  return parameters as (string | number | null)[]; // the columns hold nothing else
}
