/** The tables of a server, read from its data file: whether a request changed them, and whether they agree. */
import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** Tables beside those of resources. */
const BESIDE = /^(idempotency|migration|sqlite|status)/i;

const DISAGREEMENTS = [
  `select 'there are ' || count(*) || ' default locales' from locales where "default" having count(*) <> 1`,
  `select 'the sum of the ledger is wrong' from (select count(*) as n, total(amount) as amount from entries)
   where n <> coalesce((select entries from sums), 0) or amount <> coalesce((select amount from sums), 0)`,
];

export class TableState {
  readonly #database: DatabaseSync;
  readonly #tables: readonly string[];
  #version: unknown;
  #digest = "";

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    this.#tables = this.#texts(
      "select name from sqlite_schema where type = 'table' order by name",
    ).filter((name) => !BESIDE.test(name));
  }

  /** A check sum of all rows. */
  digest(): string {
    const [version] = this.#texts("select data_version from pragma_data_version");
    if (version === this.#version) return this.#digest;
    this.#version = version;
    const rows = this.#tables.map((name) =>
      JSON.stringify(this.#database.prepare(`select * from "${name}"`).all()),
    );
    return (this.#digest = hash("sha256", rows.join("\n")));
  }

  /** Rules of the resources that the rows break. */
  disagreements(): readonly string[] {
    return DISAGREEMENTS.flatMap((sql) => this.#texts(sql));
  }

  close(): void {
    this.#database.close();
  }

  #texts(sql: string): string[] {
    return this.#database
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row).map(String));
  }
}
