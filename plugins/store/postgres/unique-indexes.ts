/** The fields of unique indexes, which an error names only in the language of the server. */
import type { Query } from "../database.ts";
import type { Rows } from "./sessions.ts";

const READ = `
  select i.relname, a.attname from pg_index x join pg_class i on i.oid = x.indexrelid
  join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any(x.indkey)
  where x.indisunique and i.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  order by array_position(x.indkey::int2[], a.attnum)`;

export class UniqueIndexes {
  readonly #read: (query: Query) => Promise<Rows>;
  #fields: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(read: (query: Query) => Promise<Rows>) {
    this.#read = read;
  }

  async load(): Promise<void> {
    const fields = new Map<string, string[]>();
    for (const [index, field] of await this.#read({ sql: READ, parameters: [] })) {
      const known = fields.get(String(index)) ?? [];
      fields.set(String(index), [...known, String(field)]);
    }
    this.#fields = fields;
  }

  /** Another node may have made it since. */
  async fieldsOf(index: string): Promise<readonly string[]> {
    if (!this.#fields.has(index)) await this.load();
    return this.#fields.get(index) ?? [];
  }
}
