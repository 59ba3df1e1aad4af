/** The time limit of a check. */

const TICK_MS = 1000;

/** Resolves to whether work ends within a time, in milliseconds, not counting what `waitedMs` returns. */
export async function endsWithin(
  work: Promise<void>,
  limitMs: number,
  waitedMs: () => number,
): Promise<boolean> {
  const began = performance.now();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = () => {
    if (performance.now() - began - waitedMs() >= limitMs) resolve(false);
  };
  const timer = setInterval(look, Math.min(TICK_MS, limitMs));
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearInterval(timer);
  }
}
