/** Waits between the attempts of a delivery. */

export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** An answer's wish beyond it is not followed, in seconds. */
const MAX_RETRY_AFTER = 3600;

/** Returns milliseconds until the next attempt, after so many that failed before this one: a random part of the wait. */
export function retryDelay(
  { baseMs, maxMs }: Backoff,
  failed: number,
  retryAfter: number | undefined,
): number {
  const wait = Math.min(maxMs, baseMs * 2 ** failed);
  const drawn = Math.ceil(wait * Math.random()); // so that deliveries spread
  return Math.max(drawn, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER) * 1000);
}
