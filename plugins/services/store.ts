/** Tokens of the data: the store, its transactions, and the tables of other plugins. */
import type { Service } from "waymark/advanced";
import { service, Unavailable, type MaybePromise } from "waymark";
import type { NeedOfTable, SealedTable } from "./table-declaration.ts";
import type {
  DeclaredTables,
  RowIn,
  RowReader,
  Table,
  TableOf,
  TableReader,
  TableRows,
} from "./table-rows.ts";
import { Tables } from "./tables.ts";

/** Thrown if a row would have the key of another row, or values that a table declares as unique. Nothing was changed. */
export class UniqueViolation extends Error {
  readonly table: string;
  /** Fields whose values another row has; a single field for a key. */
  readonly fields: readonly string[];

  constructor(table: string, fields: readonly string[], options?: ErrorOptions) {
    const names = fields.map((field) => `"${field}"`).join(" and ");
    super(
      `a row with this ${names} exists already in the table "${table}": choose another value, or change that row`,
      options,
    );
    this.name = "UniqueViolation";
    this.table = table;
    this.fields = fields;
  }
}

/**
 * Thrown if a row would refer to a row that does not exist, or if a row that others refer to would be removed. Nothing was
 * changed. Routes that write in a transaction answer with 422 `unprocessable-content`, or 404 for a field that their path
 * fixes, or with 409 `still-referenced` where they declare that.
 */
export class ReferenceViolation extends Error {
  /** The table whose rows refer to others. */
  readonly table: string;
  readonly field: string;
  /** The table that they refer to. */
  readonly target: string;
  readonly reason: "no-target" | "still-referenced";

  constructor(
    { table, field, target }: Readonly<Record<"table" | "field" | "target", string>>,
    reason: ReferenceViolation["reason"],
    options?: ErrorOptions,
  ) {
    super(
      reason === "no-target"
        ? `the field "${field}" of a row of the table "${table}" names no row of the table "${target}": insert that first, or name another`
        : `rows of the table "${table}" refer by "${field}" to a row of the table "${target}" that was to be removed: remove those first, or declare onDelete`,
      options,
    );
    this.name = "ReferenceViolation";
    this.table = table;
    this.field = field;
    this.target = target;
    this.reason = reason;
  }
}

/**
 * Thrown when changes by others kept a transaction or a write from its end, however often it ran. Nothing was changed. Routes
 * that write in a transaction answer it with 409 `write-conflict`.
 */
export class Conflict extends Unavailable {}

/** The limits of a transaction. A part of another one has none of its own. */
export interface TransactionOptions {
  /** Runs of the work in all, if it conflicts with other transactions. Default: 5. */
  readonly attempts?: number;
  /** Milliseconds after its first use of a table in which it has to end, or is undone. Default: 30,000. */
  readonly timeoutMs?: number;
}

/** The only door to domain data. Tables are those that enabled plugins declare. */
export interface Store {
  /** The data is in the memory of this process: no other process sees it, and it ends with this one. Default: false. */
  readonly inMemory?: boolean | undefined;
  /** The data cannot be read at the moment, as the server behind it fails. Default: false. */
  readonly isFailing?: boolean | undefined;
  /** Throws if no enabled plugin declares the table. */
  table(name: string): Table;
  /**
   * Grows whenever one of these tables changes, as far as this process knows: at once with its own changes, and with
   * other processes' within the time that the guarantee of the store states. Undefined while that cannot be kept: then
   * nothing that was read before may be used. Default: all tables but the internal ones and those with an owner. Within a
   * transaction every call returns another number, which no other call does, so that nothing that is read there is kept.
   */
  version(tables?: Iterable<string>): number | undefined;
  /**
   * Returns how often these tables have been changed, by all that was committed before the call. All processes on the
   * same data count alike if the store is made for several. Default: the same tables as of `version`.
   */
  changes(tables?: Iterable<string>): MaybePromise<number>;
  /**
   * Runs work whose changes are made together, or not at all if it throws. Until then all else sees the state before.
   * Every table that the work uses, and all that it awaits, takes part; a use after its end throws. Within another
   * transaction it is a part of that one, which can be undone alone. The work may run several times.
   */
  transaction<T>(work: () => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The tables that the transaction has changed so far, parts that were kept included, each with the owners of the changed
   * rows: null for rows without one, none for a table without owners. Undefined outside of a transaction.
   */
  changed(): ReadonlyMap<string, ReadonlySet<string | null>> | undefined;
  /**
   * Runs work at the end of the transaction, or of the part of one, that calls this, and within it: its changes are kept or
   * undone together with all others, and an error in it undoes them. Without a transaction as `afterCommit`, at once.
   */
  beforeCommit(work: () => unknown): void;
  /**
   * Runs work once the outermost transaction has committed, and never if the change is undone; without a transaction, at once.
   * An error in it, or in a promise that it returns, is logged.
   */
  afterCommit(work: () => unknown): void;
}
export const Store = service<Store>("store", {
  shared: true,
  track(store, { plugin, of }) {
    const reached = new Set<string>();
    const table: Store["table"] = (name) => {
      const owner = reached.has(name) ? plugin : ownerOf(name, of(Tables));
      if (owner !== undefined && owner !== plugin) throw foreign(name, owner, plugin);
      const own = store.table(name);
      reached.add(name);
      return own;
    };
    const instance: Store = {
      inMemory: store.inMemory,
      get isFailing() {
        return store.isFailing;
      },
      table,
      version: (tables) => store.version(tables),
      changes: (tables) => store.changes(tables),
      transaction: (work, options) => store.transaction(work, options),
      changed: () => store.changed(),
      beforeCommit: (work) => store.beforeCommit(work),
      afterCommit: (work) => store.afterCommit(work),
    };
    return { instance, version: () => store.version(reached) };
  },
});

function ownerOf(name: string, tables: readonly SealedTable[]): string | undefined {
  return tables.find((table) => table.name === name)?.plugin;
}

/** Store of a plugin whose tables are declared: other names, and other fields than theirs, do not compile. */
export interface StoreOf<T extends DeclaredTables> extends Omit<Store, "table"> {
  table<Name extends keyof T & string>(name: Name): TableOf<RowIn<T[Name]["of"]>>;
}

/**
 * Returns the token of the store with the types of a plugin's own tables, which it declares as a value before:
 * `needs: { store: storeOf(tables) }`. It is the same service as {@link Store}.
 */
export function storeOf<const T extends DeclaredTables>(_tables: T): Service<StoreOf<T>> {
  return Store as unknown as Service<StoreOf<T>>; // the types of the names are all that differs
}

function foreign(table: string, owner: string, plugin: string): Error {
  return new Error(
    `the table "${table}" belongs to the plugin "${owner}", and "${plugin}" has not declared that it uses it: ` +
      `write needs: { ${/^\w+$/.test(table) ? table : "rows"}: readTable("${table}") } to read it, and write through the routes of "${owner}"`,
  );
}

/**
 * Makes the token of another plugin's table, to read it: `needs: { offices: readTable<Office>("offices") }`. The start is
 * refused while no enabled plugin declares the table; with `optional`, the handler then receives undefined.
 */
export function readTable<Row extends object = object>(name: string): Service<TableReader<Row>> {
  return tableToken<TableReader<Row>>(name, false, (table) => {
    const reader = (rows: TableRows): RowReader<Row> => ({
      list: (query) => rows.list<Row>(query),
      find: (key) => rows.find<Row>(key),
      count: (where) => rows.count(where),
      exists: (where) => rows.exists(where),
    });
    return {
      ...reader(table),
      of: (principal) => reader(table.of(principal)),
      acrossOwners: () => reader(table.acrossOwners()),
    };
  });
}

/** Makes the token of a table that its owner lets this plugin write: `writableBy` names the plugin. */
export function writeTable(name: string): Service<Table> {
  return tableToken<Table>(name, true, (table) => table);
}

function tableToken<T extends object>(
  name: string,
  writes: boolean,
  bind: (table: Table) => T,
): Service<T> {
  const token = service<T>(Store.id, {
    shared: true,
    track(instance, { of }) {
      const store = instance as unknown as Store; // the service of this id
      // Its type says that it may be undefined where it is optional; the start is refused where it is not.
      if (ownerOf(name, of(Tables)) === undefined)
        return { instance: undefined as unknown as T, version: () => 0 };
      return { instance: bind(store.table(name)), version: () => store.version([name]) };
    },
  });
  const need: Service<T> & NeedOfTable = { ...token, table: { name, writes } };
  return need;
}
