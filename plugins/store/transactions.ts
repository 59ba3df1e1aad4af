/** Transactions of a store, on any database. A call belongs to the transaction in whose work it began. */
import { AsyncLocalStorage } from "node:async_hooks";
import { messageOf, Unavailable, type Log } from "waymark";
import { Conflict, type Store } from "waymark/services";
import type { BeginOptions, Database, Query, Transaction } from "./database.ts";
import type { Scans } from "./scans.ts";
import { Scope } from "./scope.ts";

const ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;

type Changed = Map<string, Set<string | null>>;

/** A database as tables use it: within a transaction, in that. */
export interface Queries extends Pick<Database, "sql"> {
  /** True if it matters whose rows a write changes. */
  readonly isWithin: boolean;
  read(table: string, query: Query): ReturnType<Database["read"]>;
  /** Reads like `read`, for a query that may read the table as a whole, as `isScan` of scans.ts says. */
  scan: Scans["read"];
  /** @param owners the owners of the rows. */
  write(
    table: string,
    queries: readonly Query[],
    owners?: Iterable<string | null>,
  ): Promise<number>;
}

function note(changed: Changed, table: string, owners: Iterable<string | null>): void {
  const all = changed.get(table) ?? new Set();
  for (const owner of owners) all.add(owner);
  changed.set(table, all);
}

interface Context {
  readonly scope: Scope;
  /** The tables that it has changed, with the owners of rows: also in its parts, once they are kept. */
  readonly changed: Changed;
  /** Work at its end. A part has its own, which ends with it. */
  readonly before: (() => unknown)[];
  /** State shared by the parts of one transaction. */
  readonly attempt: {
    /** The serialisation failure that the work met, also when it went on. */
    conflict?: unknown;
  };
  /** Tables that all attempts have used, and tables that they wrote or were about to write, in their order. */
  readonly used: Set<string>;
  readonly written: Set<string>;
}

export interface Transactions extends Pick<
  Store,
  "transaction" | "beforeCommit" | "afterCommit" | "changed"
> {
  readonly queries: Queries;
  version(tables: Iterable<string>): number | undefined;
}

export function openTransactions(
  database: Database,
  scans: Pick<Scans, "read">,
  log: Log,
): Transactions {
  /** Contexts, made by the first transaction: without one there is nothing to look up. */
  let contexts: AsyncLocalStorage<Context | undefined> | undefined;
  let hidden = 0;

  const noteFailure = ({ attempt }: Context, error: unknown): void => {
    if (database.isSerializationFailure(error)) attempt.conflict ??= error;
  };

  async function use<T>(
    context: Context,
    table: string,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    context.used.add(table);
    try {
      return await context.scope.use(work);
    } catch (error) {
      noteFailure(context, error);
      throw error;
    }
  }

  async function run<T>(
    storage: AsyncLocalStorage<Context | undefined>,
    context: Context,
    work: () => Promise<T>,
    over?: Promise<never>,
  ): Promise<T> {
    const { scope, attempt } = context;
    const finish = async (): Promise<T> => {
      const result = await work();
      for (const last of context.before) await last(); // which may add more
      if (attempt.conflict !== undefined) throw attempt.conflict;
      await scope.keep();
      return result;
    };
    try {
      const end = storage.run(context, finish);
      return await (over === undefined ? end : Promise.race([end, over]));
    } catch (error) {
      noteFailure(context, error);
      await scope.undo();
      throw error;
    }
  }

  /** Returns the outermost scope of a transaction. `over` rejects if it has taken too long. */
  function outermost(
    timeoutMs: number,
    begin: BeginOptions,
  ): { readonly scope: Scope; readonly over: Promise<never> } {
    const expiry = Promise.withResolvers<never>();
    const scope = new Scope(async () => {
      const transaction = await database.begin(begin);
      // Work that never ends must not hold up other writes for ever.
      const timer = setTimeout(() => {
        const reason = new Unavailable(
          `a transaction was undone, because it was still open after ${timeoutMs / 1000} s: end it sooner, or set its timeoutMs`,
        );
        scope.undo(reason).catch(() => {});
        expiry.reject(reason);
      }, timeoutMs).unref();
      return {
        transaction,
        keep() {
          clearTimeout(timer);
          return transaction.commit();
        },
        undo() {
          clearTimeout(timer);
          return transaction.rollback();
        },
      };
    });
    return { scope, over: expiry.promise };
  }

  const afterCommit: Store["afterCommit"] = (work) => {
    const report = (error: unknown) =>
      log.error("work after a commit failed", { reason: messageOf(error) });
    const listener = (): void => {
      try {
        // Outside of the transaction, which has ended.
        const end = contexts === undefined ? work() : contexts.run(undefined, work);
        if (end instanceof Promise) end.catch(report);
      } catch (error) {
        report(error);
      }
    };
    const context = contexts?.getStore();
    if (context === undefined) listener();
    else context.scope.afterCommit(listener);
  };

  return {
    queries: {
      sql: () => database.sql(),
      read(table, query) {
        const context = contexts?.getStore();
        if (context === undefined) return database.read(query);
        return use(context, table, (transaction) => transaction.read(query));
      },
      scan(table, query, within) {
        return this.isWithin ? this.read(table, query) : scans.read(table, query, within);
      },
      get isWithin() {
        return contexts?.getStore() !== undefined;
      },
      write(table, queries, owners = []) {
        const context = contexts?.getStore();
        return context === undefined
          ? database.write(table, queries)
          : use(context, table, async (transaction) => {
              context.written.add(table);
              const rows = await transaction.write(table, queries);
              if (rows > 0) note(context.changed, table, owners);
              return rows;
            });
      },
    },

    version(tables) {
      // Lists that are kept by it would be made of changes that others must not see, or hide them from the work.
      return contexts?.getStore()?.scope.isOpen === true ? -++hidden : database.version(tables);
    },

    async transaction(work, { attempts = ATTEMPTS, timeoutMs = TIMEOUT_MS } = {}) {
      const storage = (contexts ??= new AsyncLocalStorage());
      const outer = storage.getStore();
      if (outer !== undefined) {
        const changed: Changed = new Map();
        const part = { ...outer, scope: outer.scope.part(), changed, before: [] };
        const result = await run(storage, part, work);
        for (const [table, owners] of changed) note(outer.changed, table, owners);
        return result;
      }
      const used = new Set<string>();
      const written = new Set<string>();
      for (let count = 1; ; count++) {
        const after = new Set([...written, ...used]);
        const { scope, over } = outermost(timeoutMs, { attempt: count, after });
        const context: Context = {
          scope,
          attempt: {},
          used,
          written,
          changed: new Map(),
          before: [],
        };
        try {
          return await run(storage, context, work, over);
        } catch (error) {
          const { conflict } = context.attempt;
          if (conflict === undefined) throw error;
          if (count >= attempts) {
            throw new Conflict(
              `a transaction conflicted with others ${count} times: ${messageOf(conflict)}`,
              { cause: conflict },
            );
          }
        }
      }
    },

    changed: () => contexts?.getStore()?.changed,

    beforeCommit(work) {
      const context = contexts?.getStore();
      if (context?.scope.isOpen === true) context.before.push(work);
      else afterCommit(work);
    },

    afterCommit,
  };
}
