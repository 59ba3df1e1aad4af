/** The fields of unique indexes and references, which an error names only in the language of the server. */
import type { Query } from "../database.ts";
import type { Rows } from "./sessions.ts";

const SCHEMA = "(select oid from pg_namespace where nspname = current_schema())";
const READ = `
  select name, attname, target from (
    select i.relname as name, '' as target, x.indrelid as relation, x.indkey::int2[] as keys
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indisunique and i.relnamespace = ${SCHEMA}
    union all select c.conname, t.relname, c.conrelid, c.conkey
    from pg_constraint c join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.connamespace = ${SCHEMA}
  ) as named join pg_attribute a on a.attrelid = relation and a.attnum = any(keys)
  order by array_position(keys, a.attnum)`;

interface Constraint {
  readonly fields: readonly string[];
  /** The table that a reference leads to; empty for unique fields. */
  readonly target: string;
}

export class Constraints {
  readonly #read: (query: Query) => Promise<Rows>;
  #byName: ReadonlyMap<string, Constraint> = new Map();

  constructor(read: (query: Query) => Promise<Rows>) {
    this.#read = read;
  }

  async load(): Promise<void> {
    const byName = new Map<string, Constraint>();
    for (const [name, field, target] of await this.#read({ sql: READ, parameters: [] })) {
      const { fields = [] } = byName.get(String(name)) ?? {};
      byName.set(String(name), { fields: [...fields, String(field)], target: String(target) });
    }
    this.#byName = byName;
  }

  /** Finds a constraint, which another node may have made since. */
  async find(name: string): Promise<Constraint> {
    if (!this.#byName.has(name)) await this.load();
    return this.#byName.get(name) ?? { fields: [], target: "" };
  }
}
