/** SQL for SQLite, built by Kysely. Imported on first use, since Kysely is slow to load. */
import type { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect, sql, type SqliteDatabase } from "kysely";
import type { ReferenceViolation } from "waymark/services";
import type { Dialect, ReferenceNames, Rows, Sql } from "../database.ts";
import { REFERENCE } from "./errors.ts";

const EVENTS = ["insert", "update", "remove", "rename"] as const;

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

function triggerOf({ table, field, target }: ReferenceNames, event: string): string {
  return `"${table}_${field}_${target}_${event}"`;
}

/**
 * Returns triggers after each change, so that rows may refer to themselves. SQLite's foreign keys cannot be added to a table
 * that exists, hold only for connections that ask for them, and do not say which one was broken.
 */
function createReference(names: Parameters<Dialect["createReference"]>[0]): readonly string[] {
  const { table, field: name, target, targetKey } = names;
  const refuse = (reason: ReferenceViolation["reason"]) =>
    `begin select raise(abort, '${REFERENCE} ${table} ${name} ${target} ${reason}'); end`;
  const field = `"${name}"`;
  const isLost = `new.${field} is not null and not exists (select 1 from "${target}" where "${targetKey}" = new.${field})`;
  const isUsed = `exists (select 1 from "${table}" where ${field} = old."${targetKey}")`;
  const lost = `when ${isLost} ${refuse("no-target")}`;
  const isRenamed = `new."${targetKey}" <> old."${targetKey}"`;
  return [
    `create trigger ${triggerOf(names, "insert")} after insert on "${table}" ${lost}`,
    `create trigger ${triggerOf(names, "update")} after update of ${field} on "${table}" ${lost}`,
    `create trigger ${triggerOf(names, "remove")} after delete on "${target}" when ${isUsed} ${refuse("still-referenced")}`,
    `create trigger ${triggerOf(names, "rename")} after update of "${targetKey}" on "${target}" when ${isRenamed} and ${isUsed} ${refuse("still-referenced")}`,
  ];
}

function dropReference(names: ReferenceNames): readonly string[] {
  return EVENTS.map((event) => `drop trigger if exists ${triggerOf(names, event)}`);
}
