/** Waits for other processes, in timers: SQLite itself would block the event loop. */
import { setTimeout as sleep } from "node:timers/promises";
import { Unavailable } from "waymark";
import { lockWait } from "../lock-wait.ts";
import { isBusy } from "./errors.ts";

/** Milliseconds until a lock is tried again. */
export const PAUSE_MS = 20;
/** Time an operation waits for other processes in all, in milliseconds. */
const LONGEST_WAIT_MS = 5000;

/** Repeats `work` while another process holds the lock of `path`. When `work` throws, it must leave nothing behind. */
export function retryWhileLocked<T>(path: string, work: () => T, signal?: AbortSignal): Promise<T> {
  const began = performance.now();
  return retry(path, work, () => began, signal);
}

/** @param since when waiting began, in milliseconds. */
async function retry<T>(
  path: string,
  work: () => T,
  since: () => number,
  signal?: AbortSignal,
): Promise<T> {
  const requirePatience = (cause: unknown) => {
    if (!isBusy(cause)) throw cause;
    if (performance.now() > since() + LONGEST_WAIT_MS) {
      throw new Unavailable(
        `the database ${path} has been locked by another process for more than ${LONGEST_WAIT_MS / 1000} s: ` +
          'end that process, or set another "file" for the plugin "store"',
        { cause },
      );
    }
  };
  try {
    return work();
  } catch (cause) {
    requirePatience(cause);
  }
  return lockWait("sqlite", async () => {
    for (;;) {
      await sleep(PAUSE_MS, undefined, { signal });
      try {
        return work();
      } catch (cause) {
        requirePatience(cause);
      }
    }
  });
}

/**
 * Runs writes one after the other, in the order of the calls. Only the first one tries the lock, so that many waiting
 * writers cost no more than one; each waits for other processes at most as long as if it were alone. Work that returns a
 * promise has its turn until that settles.
 */
export function writeQueue(path: string): <T>(work: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** Time since which other processes hold the lock, as far as writes met it; undefined after a write that did not. */
  let lockedSince: number | undefined;
  return async (work) => {
    const called = performance.now();
    // Waiting for writes of this process does not count.
    const since = () => Math.max(called, lockedSince ?? performance.now());
    const attempt = () => {
      try {
        const result = work();
        lockedSince = undefined;
        return result;
      } catch (error) {
        lockedSince = isBusy(error) ? (lockedSince ?? performance.now()) : undefined;
        throw error;
      }
    };
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    waiting++;
    try {
      if (waiting > 1) await before;
      return await retry(path, attempt, since);
    } finally {
      waiting--;
      // Other work has its turn between two writes.
      if (waiting > 0) setImmediate(turn.resolve);
      else turn.resolve();
    }
  };
}
