/** The meaning of PostgreSQL's error codes (https://www.postgresql.org/docs/15/errcodes-appendix.html). The first two characters are the class. */
import { DatabaseError } from "pg";
import { messageOf, Unavailable } from "waymark";
import { Conflict } from "waymark/services";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
/** Connection, privileges that were taken away, missing database, resources, operator intervention, system, internal; class 25 is a transaction that cannot go on. */
const FAILURES: ReadonlySet<string> = new Set([
  "08",
  "25",
  "28",
  "3D",
  "53",
  "57",
  "58",
  "F0",
  "XX",
]);
const LOCK_NOT_AVAILABLE = "55P03";
/** Codes of passing errors: another transaction holds the lock; the pooler has lost a prepared statement. */
const PASSING: ReadonlySet<string> = new Set([LOCK_NOT_AVAILABLE, "26000"]);
/** The query was canceled because it took too long; the connection is as good as before. */
const CANCELED = "57014";

/** Checks that the transaction failed only because of others. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Checks that another transaction held a lock for longer than this transaction would wait. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_NOT_AVAILABLE;
}

/** Checks that server, network or load fails, not the query. Every error that the server did not send is a failure. */
export function isFailure(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || PASSING.has(code) || FAILURES.has(code.slice(0, 2));
}

/** Checks that nothing more can be asked of the connection. */
export function isBroken(error: unknown): boolean {
  if (error instanceof Unavailable) return false; // it never had one
  const code = codeOf(error);
  return code === undefined || (code.startsWith("57P") && code !== CANCELED) || code === "25P03";
}

/** Returns the broken constraint on unique values or on a reference, with the table that it belongs to. */
export function brokenConstraint(
  error: unknown,
): { readonly name: string; readonly table: string; readonly isReference: boolean } | undefined {
  const code = codeOf(error);
  if (code !== UNIQUE_VIOLATION && code !== FOREIGN_KEY_VIOLATION) return undefined;
  const { constraint: name = "", table = "" } = error as DatabaseError; // it has a code
  return { name, table, isReference: code === FOREIGN_KEY_VIOLATION };
}

export function unavailable(error: unknown): Unavailable {
  if (error instanceof Unavailable) return error;
  if (isLockTimeout(error))
    return new Conflict(`others kept what it changes: ${messageOf(error)}`, { cause: error });
  return new Unavailable(`the database cannot be used: ${messageOf(error)}`, { cause: error });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
