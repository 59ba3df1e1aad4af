/** The meaning of SQLite's result codes (https://www.sqlite.org/rescode.html). The low byte of an extended code is its primary code. */

import { messageOf } from "waymark";
import { ReferenceViolation, UniqueViolation } from "waymark/services";

const BUSY = 5;
const LOCKED = 6;
const CANTOPEN = 14;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_TRIGGER = 1811;
/** Begins the messages of the triggers of references. Names have no blanks in them. */
export const REFERENCE = "waymark_reference";
/** CORRUPT, NOTADB. */
const DAMAGES: ReadonlySet<number> = new Set([11, 26]);
/** READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const FAILURES: ReadonlySet<number> = new Set([8, 10, 11, 13, 14, 15, 26]);

/** Changes were committed, and are not known to be durable. */
export class FlushFailure extends Error {
  constructor(cause: unknown) {
    super(`the write-ahead log could not be written to the disk: ${messageOf(cause)}`, { cause });
  }
}

function resultCode(error: unknown): number {
  const code: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
  return typeof code === "number" ? code : 0;
}

/** Checks that another process holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error) & 0xff;
  return code === BUSY || code === LOCKED;
}

/** Checks that the disk, the file or its permissions fail, and not the query. */
export function isFailure(error: unknown): boolean {
  return error instanceof FlushFailure || FAILURES.has(resultCode(error) & 0xff);
}

/** Checks that SQLite could not open the file; SQLite does not say which file. */
export function isUnopened(error: unknown): boolean {
  return (resultCode(error) & 0xff) === CANTOPEN;
}

/** Checks that the file is not an intact database. */
export function isDamage(error: unknown): boolean {
  return DAMAGES.has(resultCode(error) & 0xff);
}

/** Returns the failure of a constraint: a unique value that exists, or a reference; undefined for all else. */
export function violation(error: unknown, table: string): Error | undefined {
  const code = resultCode(error);
  if (code === CONSTRAINT_TRIGGER) return referenceViolation(error);
  if (code !== CONSTRAINT_PRIMARYKEY && code !== CONSTRAINT_UNIQUE) return undefined;
  // "UNIQUE constraint failed: table.field, table.field". No name has a dot, a comma or a blank in it.
  const [, columns = ""] = String(Object(error).message).split(": ");
  const fields = columns.split(", ").map((column) => column.slice(column.indexOf(".") + 1));
  return new UniqueViolation(table, fields, { cause: error });
}

/** Returns the failure that a trigger has reported; undefined for all else. */
function referenceViolation(error: unknown): ReferenceViolation | undefined {
  const [mark, table = "", field = "", target = "", reason] = String(Object(error).message).split(
    " ",
  );
  if (mark !== REFERENCE) return undefined;
  const isLost = reason === "no-target";
  return new ReferenceViolation(
    { table, field, target },
    isLost ? "no-target" : "still-referenced",
    { cause: error },
  );
}
