/** Waits for other processes, and classifies SQLite's errors. */
import { setTimeout as sleep } from "node:timers/promises";

/** How long SQLite waits for a lock, in milliseconds. It blocks the event loop meanwhile. */
export const BLOCKING_WAIT = 20;
/** How long an operation waits for other processes in all, in milliseconds. */
const LONGEST_WAIT = 5000;

/** Result codes (https://www.sqlite.org/rescode.html). The low byte of an extended code is its primary code. */
const BUSY = 5;
const LOCKED = 6;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;

function resultCode(error: unknown): number | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
  return typeof code === "number" ? code : undefined;
}

export function isBusy(error: unknown): boolean {
  const code = (resultCode(error) ?? 0) & 0xff;
  return code === BUSY || code === LOCKED;
}

export function isDuplicate(error: unknown): boolean {
  const code = resultCode(error);
  return code === CONSTRAINT_PRIMARYKEY || code === CONSTRAINT_UNIQUE;
}

/** Repeats `work` while another process holds the lock of `path`. When `work` throws, it must leave nothing behind. */
export async function retryWhileLocked<T>(
  path: string,
  work: () => T,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + LONGEST_WAIT;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > deadline) {
        throw new Error(
          `the database ${path} has been locked by another process for more than ${LONGEST_WAIT / 1000} s: ` +
            'end that process, or set another "file" for the plugin "store"',
          { cause: error },
        );
      }
    }
    await sleep(BLOCKING_WAIT, undefined, { signal });
  }
}
