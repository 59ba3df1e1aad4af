/** Tables as plugins declare them. */
import type { Schema } from "waymark";

/** A table of the store: `of` has the columns, `key` names the primary key, `seed` is a JSON file with the first rows. */
export interface TableDeclaration {
  readonly of: Schema;
  readonly key: string;
  /** Scalar fields that rows are looked for by; each has an index of its own. */
  readonly indexes?: readonly string[];
  /**
   * Scalar fields, alone or together, whose values no two rows share; absent values and nulls are shared by any number.
   * Writes that break it throw a `UniqueViolation`. It holds for all rows, also of other owners,
   * whose values it would show: of a table with an owner, name the owner among the fields.
   */
  readonly unique?: readonly (string | readonly string[])[];
  /**
   * The text field with the id of the principal that a row belongs to. Handlers bind such a table to their caller, who
   * reaches no other rows, and none without an owner. Default: rows belong to no principal.
   */
  readonly owner?: string;
  /**
   * Scalar fields that hold the key of a row of another table, or of the same one: `{ officeId: { to: "offices.id" } }`. The
   * database refuses rows without their target; see `TableReference`. Not enforced while the plugin of that table is off.
   */
  readonly references?: Readonly<Record<string, TableReference>>;
  /**
   * Ids of plugins that may write the rows, by `writeTable`. Others read them by `readTable`, and write through the routes of
   * this plugin. Default: none.
   */
  readonly writableBy?: readonly string[];
  readonly seed?: URL;
  /**
   * Personal data in the rows, in one line of Markdown for the privacy page: `**Letters.** Your letters are stored with
   * your id.` Default: none, or with an `owner` a line about resources of callers.
   */
  readonly personal?: string;
  /** The plugin's own records, which change without news for clients: `data.changed` does not follow them. Default: false. */
  readonly internal?: boolean;
}

/** Target of a field, and what becomes of its row when the row there is removed. */
export interface TableReference {
  /** The table and its key: `"offices.id"`. Of a table with an owner, it leads only to rows of the same owner. */
  readonly to: string;
  /**
   * `"restrict"` refuses to remove the row there while others refer to it, `"cascade"` removes those as well, `"clear"` empties
   * their field, which must be optional. Default: `"restrict"`.
   */
  readonly onDelete?: "restrict" | "cascade" | "clear";
}

/** A table with its owner. */
export interface SealedTable extends TableDeclaration {
  readonly name: string;
  readonly plugin: string;
}

/** A token, or the token of another plugin's table that an instance of the store is bound to. */
export interface NeedOfTable {
  readonly table?: { readonly name: string; readonly writes: boolean };
  readonly optional?: true;
}
