/** A transaction on a connection of its own, from its beginning to its end. */
import { Unavailable } from "waymark";
import type { Query, Savepoint, Transaction } from "../database.ts";
import { noteOf } from "./changes.ts";
import { isBroken, isConflict, isFailure } from "./errors.ts";
import type { Rows, Session } from "./sessions.ts";
import type { Commit } from "./versions.ts";

/** The parts of a database that a transaction on it needs. */
interface Host {
  /** Returns the error for its caller. */
  explain(error: unknown, table?: string): Promise<unknown>;
  /** Called before the commit. */
  onCommit(): Commit;
  onEnd(transaction: OpenTransaction): void;
}

/** A query that fails ends a transaction of PostgreSQL, unless there is a savepoint before it. */
const GUARD = "waymark_guard";

export class OpenTransaction implements Transaction {
  readonly #session: Session;
  readonly #host: Host;
  readonly #changed = new Set<string>();
  /** Savepoints that enclose what is next: each has a guard of its own. */
  #depth = 0;
  /** True if a query has run since the guard. */
  #isUsed = false;
  /** The first failure after which nothing of it can be kept. */
  #failure: unknown;
  #isOpen = true;
  /** BEGIN, sent with the first query. */
  #beginning: Promise<void> | undefined;

  /** @param isBegun whether the session is in it already. */
  constructor(session: Session, isBegun: boolean, host: Host) {
    this.#session = session;
    this.#host = host;
    this.#beginning = session.exec(`${isBegun ? "" : "begin; "}savepoint ${GUARD}_0`);
    this.#beginning.catch(() => {}); // its first query reports it
  }

  async read(query: Query): Promise<Rows> {
    const [result] = await this.#run([query]);
    return result?.rows ?? [];
  }

  async write(table: string, queries: readonly Query[]): Promise<number> {
    let changed = 0;
    for (const { count } of await this.#run(queries, table)) changed += count;
    if (changed > 0) this.#changed.add(table);
    return changed;
  }

  async savepoint(): Promise<Savepoint> {
    const depth = ++this.#depth;
    const wasUsed = this.#isUsed;
    const name = `waymark_part_${depth}`;
    await this.#exec(`savepoint ${name}; savepoint ${GUARD}_${depth}`);
    this.#isUsed = false;
    const end = async (sql: string, isUsed: boolean) => {
      this.#depth = depth - 1;
      this.#isUsed = isUsed;
      await this.#exec(sql);
    };
    return {
      release: () => end(`release ${name}`, true),
      rollback: async () => {
        await end(`rollback to ${name}; release ${name}`, wasUsed).catch(() => {});
      },
    };
  }

  async commit(): Promise<void> {
    this.#requireUsable();
    const note = this.#changed.size > 0 ? `${noteOf(this.#changed)}; ` : "";
    const commit = this.#host.onCommit();
    try {
      await this.#session.exec(`${note}commit`);
    } catch (error) {
      this.#failure ??= error;
      if (isBroken(error)) commit.end(undefined);
      throw await this.#host.explain(error);
    }
    commit.end(new Map([...this.#changed].map((table) => [table, 1])));
    this.#end(false);
  }

  async rollback(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const isUndone = await this.#session.exec("rollback").then(
      () => true,
      () => false,
    );
    this.#end(!isUndone);
  }

  /** Ends it with its connection. */
  abandon(reason: Error): void {
    this.#failure ??= reason;
    this.#end(true);
  }

  /** Runs all queries or none of them. */
  async #run(queries: readonly Query[], table?: string) {
    this.#requireUsable();
    const guard = `${GUARD}_${this.#depth}`;
    const renewed = this.#isUsed
      ? this.#session.exec(`release ${guard}; savepoint ${guard}`)
      : this.#begin();
    this.#isUsed = true;
    const [renewal, ...results] = await Promise.allSettled([
      renewed,
      ...queries.map((query) => this.#session.query(query)),
    ]);
    const failed = [renewal, ...results].find((result) => result.status === "rejected");
    if (failed === undefined)
      return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const error: unknown = failed.reason;
    if (renewal.status === "rejected" || isConflict(error) || isFailure(error)) {
      this.#failure ??= error;
    } else {
      await this.#exec(`rollback to ${guard}`);
      this.#isUsed = false;
    }
    throw await this.#host.explain(error, table);
  }

  async #exec(sql: string): Promise<void> {
    this.#requireUsable();
    try {
      await Promise.all([this.#begin(), this.#session.exec(sql)]);
    } catch (error) {
      this.#failure ??= error;
      throw await this.#host.explain(error);
    }
  }

  #begin(): Promise<void> {
    const beginning = this.#beginning ?? Promise.resolve();
    this.#beginning = undefined;
    return beginning;
  }

  #requireUsable(): void {
    if (this.#isOpen && this.#failure === undefined) return;
    throw new Unavailable("the database has undone the transaction", { cause: this.#failure });
  }

  #end(isBrokenNow: boolean): void {
    this.#isOpen = false;
    this.#session.release(isBrokenNow);
    this.#host.onEnd(this);
  }
}
