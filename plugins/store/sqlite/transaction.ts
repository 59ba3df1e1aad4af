/** The transaction that is open on a handle. */
import { Unavailable } from "waymark";
import type { Query, Savepoint, Transaction, Value } from "../database.ts";
import { isFailure, violation } from "./errors.ts";
import type { Handle } from "./handle.ts";

export class OpenTransaction {
  readonly changed = new Set<string>();
  readonly #handle: Handle;
  readonly #onEnd: () => void;
  #savepoints = 0;
  #isOpen = true;

  /** @param onEnd lets others write. */
  constructor(handle: Handle, onEnd: () => void) {
    this.#handle = handle;
    this.#onEnd = onEnd;
  }

  read({ sql, parameters }: Query): readonly (readonly Value[])[] {
    return this.#use(() => this.#handle.rows(sql, parameters));
  }

  write(table: string, queries: readonly Query[]): number {
    return this.#use(() => {
      try {
        // One query alone is undone by SQLite when it fails.
        const changed = queries.length <= 1 ? this.#handle.run(queries) : this.#runAll(queries);
        if (changed > 0) this.changed.add(table);
        return changed;
      } catch (error) {
        throw violation(error, table) ?? error;
      }
    });
  }

  /** Returns the savepoint's name. */
  savepoint(): string {
    const name = `part_${++this.#savepoints}`;
    this.#use(() => this.#handle.exec(`savepoint ${name}`));
    return name;
  }

  release(savepoint: string): void {
    this.#use(() => this.#handle.exec(`release ${savepoint}`));
  }

  rollbackTo(savepoint: string): void {
    if (this.#isOpen)
      this.#use(() => this.#handle.exec(`rollback to ${savepoint}; release ${savepoint}`));
  }

  commit(): void {
    this.#use(() => this.#handle.exec("commit"));
    this.#end();
  }

  /** Rolls back, unless the transaction has ended. */
  rollback(): void {
    if (!this.#isOpen) return;
    try {
      this.#handle.rollback();
    } finally {
      this.#end();
    }
  }

  #runAll(queries: readonly Query[]): number {
    const savepoint = this.savepoint();
    try {
      const changed = this.#handle.run(queries);
      this.#handle.exec(`release ${savepoint}`);
      return changed;
    } catch (error) {
      if (!isFailure(error)) this.rollbackTo(savepoint);
      throw error;
    }
  }

  #use<T>(work: () => T): T {
    if (!this.#isOpen) throw new Unavailable("the database has undone the transaction");
    try {
      return work();
    } catch (error) {
      // SQLite may have undone all of it: the next query would be outside of the transaction.
      if (isFailure(error) || !this.#handle.database.isTransaction) this.rollback();
      throw error;
    }
  }

  #end(): void {
    this.#isOpen = false;
    this.#onEnd();
  }
}

/** The parts of a database that a transaction on it needs. */
interface Host {
  /** Runs work on the connection of the transaction, and reports failures of the file. */
  use<T>(work: () => T): Promise<T>;
  /** Throws if the file at the path is not the open file. */
  requireFile(): void;
  /** Called after a commit that changed these tables. */
  onCommit(changed: Iterable<string>): void;
  /** Resolves when all commits that it saw are durable, its own among them. */
  durable(): Promise<void>;
}

/** Returns the interface of a transaction. Each call acts at once, so that they act in their order. */
export function transactionOn(
  open: OpenTransaction,
  { use, requireFile, onCommit, durable }: Host,
): Transaction {
  const undo = async (work: () => void): Promise<void> => {
    try {
      await use(work);
    } catch {
      // The failure has ended the transaction, so that nothing of it stays.
    }
  };
  return {
    read: (query) => use(() => open.read(query)),
    write: (table, queries) => use(() => open.write(table, queries)),
    async savepoint(): Promise<Savepoint> {
      const name = await use(() => open.savepoint());
      return {
        release: () => use(() => open.release(name)),
        rollback: () => undo(() => open.rollbackTo(name)),
      };
    },
    async commit() {
      requireFile();
      await use(() => {
        open.commit();
        if (open.changed.size > 0) onCommit(open.changed); // in the same step, so that no read between them is kept
      });
      await durable();
    },
    async rollback() {
      await undo(() => open.rollback());
      await durable();
    },
  };
}
