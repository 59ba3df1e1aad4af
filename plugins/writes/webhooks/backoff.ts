/** Waits between the attempts of a delivery. */

export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
  readonly jitter: "none" | "full";
}

/** An answer's wish beyond it is not followed, in seconds. */
const MAX_RETRY_AFTER = 3600;

/** Returns milliseconds until the next attempt, after so many that failed before this one. */
export function retryDelay(
  { baseMs, maxMs, jitter }: Backoff,
  failed: number,
  retryAfter: number | undefined,
): number {
  const wait = Math.min(maxMs, baseMs * 2 ** failed);
  const drawn = jitter === "full" ? Math.ceil(wait * Math.random()) : wait;
  return Math.max(drawn, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER) * 1000);
}
