import type { DatabaseSync, StatementSync } from "node:sqlite";

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
