/** Uses of the store by a rule, which must be over at its end: a later decision would come too late to refuse the write. */
import { show, type HandlerCall } from "waymark";
import type { Store, Table, TableRows } from "waymark/services";

type Fail = (code: string, options?: Parameters<HandlerCall["fail"]>[1]) => never;

/** The uses by one run of a rule. */
export class RuleUses {
  readonly #rule: string;
  /** Errors for uses that are not over, with the stack of each. */
  readonly #pending = new Set<Error>();
  #refusal: Error | undefined;
  #hasEnded = false;

  /** @param rule the rule as messages name it. */
  constructor(rule: string) {
    this.#rule = rule;
  }

  /** Runs the rule. Throws if it ends before everything that it uses, or refuses and goes on. */
  async run(rule: () => unknown): Promise<unknown> {
    try {
      const returned = rule();
      // Checked at the very end of the rule: a use that nothing awaits may be over soon.
      if (!isThenable(returned)) return this.#checked(returned);
      return await Promise.resolve(returned).then((value) => this.#checked(value));
    } finally {
      this.#hasEnded = true;
    }
  }

  store(store: Store): Store {
    return {
      inMemory: store.inMemory,
      get isFailing() {
        return store.isFailing;
      },
      table: (name) => this.#table(store.table(name)),
      version: (tables) => store.version(tables),
      changes: (tables) => store.changes(tables),
      transaction: (work, options) =>
        this.#follow("transaction", () => store.transaction(work, options)),
      changed: () => store.changed(),
      beforeCommit: (work) => store.beforeCommit(work),
      afterCommit: (work) => store.afterCommit(work),
    };
  }

  rows(rows: TableRows): TableRows {
    return {
      list: (query) => this.#follow("list", () => rows.list(query)),
      find: (key) => this.#follow("find", () => rows.find(key)),
      count: (where) => this.#follow("count", () => rows.count(where)),
      exists: (where) => this.#follow("exists", () => rows.exists(where)),
      insert: (added) => this.#follow("insert", () => rows.insert(added)),
      upsert: (row) => this.#follow("upsert", () => rows.upsert(row)),
      update: (key, changes, where) =>
        this.#follow("update", () => rows.update(key, changes, where)),
      updateAll: (changes) => this.#follow("updateAll", () => rows.updateAll(changes)),
      remove: (key) => this.#follow("remove", () => rows.remove(key)),
      removeAll: (keys) => this.#follow("removeAll", () => rows.removeAll(keys)),
    };
  }

  fail(fail: Fail): Fail {
    return (code, options) => {
      this.#refuseLate(`fail(${show(code)})`);
      this.#refusal = new Error(
        `fail(${show(code)}) did not end ${this.#rule}: await what calls it, and catch no refusal`,
      );
      return fail(code, options);
    };
  }

  #table(table: Table): Table {
    return {
      ...this.rows(table),
      of: (principal) => this.rows(table.of(principal)),
      acrossOwners: () => this.rows(table.acrossOwners()),
    };
  }

  #checked(value: unknown): unknown {
    const [pending] = this.#pending;
    const error = pending ?? this.#refusal;
    if (error !== undefined) throw error;
    return value;
  }

  /** Follows a use until it is over. If the rule ended before, the code after the use never runs. */
  #follow<T>(use: string, begin: () => Promise<T>): Promise<T> {
    this.#refuseLate(use);
    const error = new Error(`${use} was not awaited before the end of ${this.#rule}: await it`);
    this.#pending.add(error);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#pending.delete(error);
        if (!this.#hasEnded) settle();
      };
      begin().then(
        (value) => end(() => resolve(value)),
        (reason: unknown) => end(() => reject(reason)),
      );
    });
  }

  #refuseLate(use: string): void {
    if (this.#hasEnded)
      throw new Error(`${use} came after the end of ${this.#rule}: await what it follows`);
  }
}

function isThenable(value: unknown): boolean {
  return typeof Object(value).then === "function";
}
