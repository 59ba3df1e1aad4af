/**
 * Consequences of removing rows that others refer to, and the owners that references keep to. Rows that follow are changed as
 * all others are, within one transaction: the versions of their tables, and what is noted of the transaction, are right.
 */
import type { Filter } from "waymark";
import { ReferenceViolation, type Store, type Table, type TableRows } from "waymark/services";
import type { Reference, TableModel } from "./table-model.ts";

/** Keys in one condition; databases limit the parameters of a query. */
const MAX_KEYS = 500;

type Row = Readonly<Record<string, unknown>>;

export class References {
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #models: ReadonlyMap<string, TableModel>;
  /** References that ask for more than a refusal, by the table that they lead to. */
  readonly #followed: ReadonlyMap<string, readonly Reference[]>;
  readonly transaction: Store["transaction"];

  /** @param tables the tables of the models, the only ones that removals change. */
  constructor(
    models: readonly TableModel[],
    tables: ReadonlyMap<string, Table>,
    transaction: Store["transaction"],
  ) {
    this.#tables = tables;
    this.#models = new Map(models.map((model) => [model.name, model]));
    this.#followed = Map.groupBy(
      models
        .flatMap(({ references }) => [...references.values()])
        .filter(({ onDelete }) => onDelete !== "restrict"),
      ({ target }) => target,
    );
    this.transaction = transaction;
  }

  /** Checks that removals from this table may change other rows. */
  hasFollowers(table: string): boolean {
    return this.#followed.has(table);
  }

  /** Removes or changes the rows that refer to these keys of a table. */
  async follow(table: string, keys: readonly unknown[], seen = new Set<string>()): Promise<void> {
    for (const key of keys) seen.add(seenKey(table, key));
    for (const reference of this.#followed.get(table) ?? []) {
      const { table: name, column, onDelete } = reference;
      const rows = this.#tables.get(name)?.acrossOwners();
      if (rows === undefined) continue;
      const found = await this.#keysIn(name, rows, column.name, keys);
      const fresh =
        onDelete === "clear" ? [] : found.filter((key) => !seen.has(seenKey(name, key)));
      // In a circle each row would have to go first.
      const cleared = column.required && !column.nullable ? [] : without(found, fresh);
      if (cleared.length > 0)
        await rows.updateAll(cleared.map((key) => [String(key), { [column.name]: null }]));
      if (fresh.length === 0) continue;
      await this.follow(name, fresh, seen);
      await rows.removeAll(fresh.map(String));
    }
  }

  /** Returns the keys of rows whose field has one of these values. */
  async #keysIn(
    table: string,
    rows: TableRows,
    field: string,
    values: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const key = this.#models.get(table)?.key.name ?? "";
    const found: unknown[] = [];
    for (let start = 0; start < values.length; start += MAX_KEYS) {
      const some = values.slice(start, start + MAX_KEYS) as string[]; // keys are texts or numbers
      const filter: Filter = { field, operator: "in", value: some };
      const { items } = await rows.list<Row>({ fields: [key], filters: [filter] });
      found.push(...items.map((item) => item[key]));
    }
    return found;
  }

  /** Returns which of these keys rows have. */
  present(table: string, rows: TableRows, keys: readonly unknown[]): Promise<readonly unknown[]> {
    return this.#keysIn(table, rows, this.#models.get(table)?.key.name ?? "", keys);
  }

  /** Throws if a row of an owner would refer to a row of another one, as if that did not exist. */
  async requireOwn(
    { references }: TableModel,
    owner: string,
    rows: readonly object[],
  ): Promise<void> {
    for (const { table, column, target } of references.values()) {
      const rowsThere = this.#models.get(target)?.owner && this.#tables.get(target);
      if (rowsThere === undefined) continue;
      const field = column.name;
      const named = rows.map((row) => Reflect.get(row, field) as unknown);
      const values = [...new Set(named.filter((value) => value !== undefined && value !== null))];
      if (values.length === 0) continue;
      const own = await this.present(target, rowsThere.of({ id: owner }), values);
      if (own.length < values.length)
        throw new ReferenceViolation({ table, field, target }, "no-target");
    }
  }
}

function seenKey(table: string, key: unknown): string {
  return `${table} ${String(key)}`;
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  return all.filter((one) => !some.includes(one));
}
