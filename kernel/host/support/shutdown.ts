/** Time limits, and closers that run under one. */
import { messageOf } from "../../../registry/schema/words.ts";
import type { Log } from "../../../registry/contract/types.ts";

/** Time for one closer, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5_000;

/** The longest delay of a Node timer, in milliseconds. A longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export interface Closer {
  readonly plugin: string;
  readonly close: () => unknown;
}

/** Runs the closers, the last one first, and empties the list. A failing or hanging closer is logged and does not stop the others. */
export async function closeAll(
  closers: Closer[],
  log: Log,
  timeoutMs = CLOSE_TIMEOUT_MS,
): Promise<void> {
  for (let last = closers.pop(); last !== undefined; last = closers.pop()) {
    const { plugin, close } = last;
    try {
      await withTimeout(
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

/**
 * Returns the result of `run`, or throws the error that `onTimeout` makes, and then calls `abort`: a result that settles
 * because of the abort is too late. The limit is at most 24 days.
 */
export async function withTimeout<T>(
  ms: number,
  run: () => Promise<T>,
  onTimeout: () => Error,
  abort?: () => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    const expire = () => {
      reject(onTimeout());
      abort?.();
    };
    timer = setTimeout(expire, Math.min(ms, LONGEST_MS));
  });
  try {
    return await Promise.race([run(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
