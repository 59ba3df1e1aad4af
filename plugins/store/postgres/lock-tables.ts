/** Begins a transaction that no other one may change some tables beside. */
import { setTimeout as sleep } from "node:timers/promises";
import { isConflict, isLockTimeout } from "./errors.ts";
import { LOCK_TIMEOUT_MS, type Session } from "./sessions.ts";

/**
 * Milliseconds that it waits for a table with earlier tables locked. Work that has changed one of them may wait for it
 * in turn: it goes on sooner than PostgreSQL looks for deadlocks, after a second, and ends one of the two.
 */
const PATIENCE_MS = 100;

/**
 * Locking takes no snapshot, so that all which follows sees what was committed before.
 * Gives up after as long as a statement may wait. Releases the session whenever it throws.
 *
 * @param tables their names, quoted.
 */
export async function beginLocked(session: Session, tables: readonly string[]): Promise<void> {
  const until = performance.now() + LOCK_TIMEOUT_MS;
  try {
    while (!(await tryToLock(session, tables, until))) await sleep(Math.random() * PATIENCE_MS);
  } catch (error) {
    session.release(true);
    throw error;
  }
}

/** Returns false if others have the tables, and `until`, as of `performance.now()`, is not over. */
async function tryToLock(
  session: Session,
  tables: readonly string[],
  until: number,
): Promise<boolean> {
  try {
    await session.exec(
      `begin; set local lock_timeout = '${PATIENCE_MS}ms'; ` +
        `lock table ${tables.join(", ")} in share row exclusive mode; set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
    );
    return true;
  } catch (error) {
    const isPassing = isLockTimeout(error) || isConflict(error);
    if (!isPassing || performance.now() > until) throw error;
    await session.exec("rollback");
    return false;
  }
}
