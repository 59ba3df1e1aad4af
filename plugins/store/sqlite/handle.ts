/** An open database file with its prepared statements. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Query, Value } from "../database.ts";

/** Prepared statements to keep: preparing costs about as much as a short query, and queries repeat. */
const MAX_STATEMENTS = 200;

export class Handle {
  readonly database: DatabaseSync;
  readonly #statements: LRUCache<string, StatementSync>;
  #dataVersion: StatementSync | undefined;

  constructor(path: string, { readOnly = false }: { readonly readOnly?: boolean } = {}) {
    // Without a time-out, because waiting blocks the event loop (lock.ts).
    const database = (this.database = new DatabaseSync(path, { timeout: 0, readOnly }));
    this.#statements = new LRUCache({
      max: MAX_STATEMENTS,
      memoMethod: (text) => {
        const statement = database.prepare(text);
        statement.setReturnArrays(true);
        return statement;
      },
    });
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  rows(sql: string, parameters: readonly Value[] = []): readonly (readonly Value[])[] {
    return this.#statements.memo(sql).all(...parameters) as unknown as Value[][]; // its type does not know setReturnArrays
  }

  /** Changes with every write of another connection. Kept lists read it for most requests, hence apart from the cache. */
  dataVersion(): Value | undefined {
    if (this.#dataVersion === undefined) {
      this.#dataVersion = this.database.prepare("pragma data_version");
      this.#dataVersion.setReturnArrays(true);
    }
    return (this.#dataVersion.get() as unknown as Value[] | undefined)?.[0]; // as in rows
  }

  /** Returns the number of changed rows. */
  run(queries: readonly Query[]): number {
    let changed = 0;
    for (const { sql, parameters } of queries)
      changed += Number(this.#statements.memo(sql).run(...parameters).changes);
    return changed;
  }

  /** Sets what holds for a connection, not for the file. */
  configure(): void {
    // 16 MiB; views and triggers run no unsafe code
    this.exec("pragma cache_size = -16384; pragma trusted_schema = off");
  }

  rollback(): void {
    if (this.database.isOpen && this.database.isTransaction) this.exec("rollback");
  }

  /** Closes the database. Idempotent. */
  close(): void {
    if (this.database.isOpen) this.database.close();
  }
}
