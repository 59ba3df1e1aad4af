/** Closes what plugins opened, whatever each of them does about it. */
import { messageOf } from "../../registry/contract/finding.ts";
import type { Log } from "../../registry/contract/types.ts";

/** Time for one closer, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The longest that a timer of Node holds; it fires at once when asked for more. */
const LONGEST_MS = 2 ** 31 - 1;

export interface Closer {
  readonly plugin: string;
  readonly close: () => unknown;
}

/** Runs the closers, the last first, and empties the list. One that fails or hangs is logged and does not stop the others. */
export async function closeAll(
  closers: Closer[],
  log: Log,
  timeoutMs = CLOSE_TIMEOUT_MS,
): Promise<void> {
  for (let last = closers.pop(); last !== undefined; last = closers.pop()) {
    const { plugin, close } = last;
    try {
      await inTime(
        timeoutMs,
        async () => close(),
        () => new Error(`it had not closed after ${timeoutMs} ms`),
      );
    } catch (error) {
      const reason = messageOf(error);
      log.error("a plugin failed to close", { plugin, reason });
    }
  }
}

/** Gives what `run` gives, or throws what `late` makes when that takes too long. More than 24 days count as that. */
export async function inTime<T>(ms: number, run: () => Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(ms, LONGEST_MS));
  });
  try {
    return await Promise.race([run(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
