/** SQL for SQLite, built by Kysely. Imported on first use, since Kysely is slow to load. */
import type { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect, sql, type SqliteDatabase } from "kysely";
import type { Dialect, Rows, Sql } from "../database.ts";
import { createReference, dropReference } from "./references.ts";

const dialect: Dialect = {
  // SQLite's default collation compares the bytes of UTF-8, which is the order of code points.
  types: { text: "text", integer: "integer", number: "real", boolean: "integer", json: "text" },
  // Not LIKE, which ignores case.
  contains: (text, part) => sql<boolean>`instr(${text}, ${part}) > 0`,
  createReference: (reference) => createReference(reference).map((text) => sql.raw(text)),
  dropReference: (names) => dropReference(names).map((text) => sql.raw(text)),
};

export function sqlOf(connection: DatabaseSync): Sql {
  return {
    builder: new Kysely<Rows>({
      dialect: new SqliteDialect({ database: kyselyDatabase(connection) }),
    }),
    dialect,
  };
}

/** Returns the interface of better-sqlite3 that Kysely's dialect expects. Only migrations use it: nothing is cached. */
function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bindable(parameters)),
        run: (parameters) => statement.run(...bindable(parameters)),
        iterate: (parameters) => statement.iterate(...bindable(parameters)),
      };
    },
  };
}

function bindable(parameters: readonly unknown[]): (string | number | null)[] {
  return parameters as (string | number | null)[]; // columns hold no other types
}
