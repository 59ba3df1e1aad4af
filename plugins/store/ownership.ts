/** The limits of one owner's access to a table: its queries see no other rows, and its writes touch none. */
import type { ListQuery } from "waymark";
import type { TableModel } from "./table-model.ts";

export class Ownership {
  readonly #table: string;
  readonly #field: string;
  readonly #id: string;

  constructor({ name }: TableModel, field: string, id: string) {
    this.#table = name;
    this.#field = field;
    this.#id = id;
  }

  /** @param fields those of a query that names none. */
  narrow(query: Partial<ListQuery>, fields: readonly string[]): Partial<ListQuery> {
    const own = { field: this.#field, operator: "eq", value: this.#id } as const;
    return { ...query, fields: query.fields ?? fields, filters: [own, ...(query.filters ?? [])] };
  }

  /** Returns the row with its owner. Throws on one of another owner. */
  claim(row: object): object {
    const named: unknown = Reflect.get(row, this.#field);
    if (named !== undefined) this.#refuseOthers(named);
    return { ...row, [this.#field]: this.#id };
  }

  /** Throws on changes that would hand the row to another owner, or take it from all. */
  refuseTransfer(changes: object): void {
    if (Object.hasOwn(changes, this.#field)) this.#refuseOthers(Reflect.get(changes, this.#field));
  }

  #refuseOthers(owner: unknown): void {
    if (owner === this.#id) return;
    throw new Error(
      `a row of the table "${this.#table}" was to belong to another owner than the caller: leave the field "${this.#field}" to the store, or use acrossOwners()`,
    );
  }
}
