/** A transaction, or a part of one, as the work sees it: begun by its first use of a table, and closed to uses after its end. */
import type { Transaction } from "./database.ts";

/** Work that is still under way when its transaction has ended. */
const LATE =
  "a table was used in a transaction that has ended: await all work within the transaction, or begin it in store.afterCommit()";

/** A transaction that has begun, or the part of it that a scope is. */
export interface Begun {
  readonly transaction: Transaction;
  keep(): Promise<void>;
  /** Rejects if changes of others that it saw are not known to be durable. */
  undo(): Promise<void>;
}

export class Scope {
  readonly #begin: () => Promise<Begun>;
  readonly #parent: Scope | undefined;
  #begun: Begun | undefined;
  /** State of the scope. While `ending`, new uses are refused, and uses under way end. */
  #state: "open" | "ending" | "kept" | "undone" = "open";
  /** Reason why the scope has ended. */
  #reason: Error | undefined;
  /** Resolves when the uses so far have ended. */
  #last: Promise<void> = Promise.resolve();
  #listeners: (() => void)[] = [];

  constructor(begin: () => Promise<Begun>, parent?: Scope) {
    this.#begin = begin;
    this.#parent = parent;
  }

  get isOpen(): boolean {
    return this.#state === "open" && this.#parent?.isOpen !== false;
  }

  /** Runs one use at a time: uses of the scope wait while a part of it is open, since that may yet be undone. */
  async use<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { transaction, release } = await this.#enter();
    try {
      return await work(transaction);
    } finally {
      release();
    }
  }

  /** Returns a part that can be undone alone. */
  part(): Scope {
    return new Scope(async () => {
      const { transaction, release } = await this.#enter();
      try {
        const savepoint = await transaction.savepoint();
        return {
          transaction,
          keep: () => savepoint.release().then(release),
          undo: async () => {
            if (!this.#isUndone()) await savepoint.rollback();
            release();
          },
        };
      } catch (error) {
        release();
        throw error;
      }
    }, this);
  }

  /** Keeps the changes once the uses under way have ended. When it throws, they are yet to be undone. */
  async keep(): Promise<void> {
    this.#requireOpen();
    this.#state = "ending";
    const release = await this.#turn();
    release();
    if (this.#state !== "ending" || this.#parent?.isOpen === false) throw this.#over();
    await this.#begun?.keep();
    this.#state = "kept";
    for (const listener of this.#listeners.splice(0)) this.afterCommit(listener);
  }

  /** Undoes the changes, now. Rejects if changes of others that it saw are not known to be durable. */
  async undo(reason?: Error): Promise<void> {
    if (this.#state === "undone" || this.#state === "kept") return;
    this.#state = "undone";
    this.#reason = reason;
    this.#listeners = [];
    await this.#begun?.undo();
  }

  /** Runs the listener when the outermost scope is kept; at once if it has been. */
  afterCommit(listener: () => void): void {
    if (this.#state === "open" || this.#state === "ending") this.#listeners.push(listener);
    else if (this.#state === "kept" && this.#parent !== undefined)
      this.#parent.afterCommit(listener);
    else if (this.#state === "kept") listener();
  }

  /** Waits for the turn of a use, and begins before the first one. */
  async #enter(): Promise<{ readonly transaction: Transaction; readonly release: () => void }> {
    this.#requireOpen();
    const release = await this.#turn();
    try {
      this.#requireOpen();
      this.#begun ??= await this.#open();
      return { transaction: this.#begun.transaction, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Begins the transaction. The scope may end while it waits to begin. */
  async #open(): Promise<Begun> {
    const begun = await this.#begin();
    if (this.isOpen) return begun;
    await begun.undo();
    throw this.#over();
  }

  async #turn(): Promise<() => void> {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = turn.promise;
    await before;
    return turn.resolve;
  }

  #requireOpen(): void {
    if (!this.isOpen) throw this.#over();
  }

  /** Checks that its changes, and the changes of its parts, are gone. */
  #isUndone(): boolean {
    return this.#state === "undone" || (this.#parent !== undefined && this.#parent.#isUndone());
  }

  #over(): Error {
    if (this.#reason !== undefined) return this.#reason;
    const parent = this.#parent;
    return parent === undefined || parent.isOpen ? new Error(LATE) : parent.#over();
  }
}
