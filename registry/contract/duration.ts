/** Durations: strings with units outside, numbers inside. */
import type { Duration } from "./route/route.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const DURATION_PATTERN = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

export function isDuration(text: string): text is Duration {
  return DURATION_PATTERN.test(text);
}

/** Milliseconds of `"60s"`. Throws a TypeError that shows the form on anything else. */
export function toMilliseconds(duration: Duration): number {
  const match = DURATION_PATTERN.exec(duration);
  if (!match)
    throw new TypeError(
      `a duration is a number with a unit such as "250ms", "60s", "5m", "1h" or "7d"; received ${JSON.stringify(duration)}`,
    );
  return Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? Number.NaN);
}

/** Returns whole seconds of `"60s"`, rounded down as caches count them (RFC 9111, section 1.2.2). */
export function toSeconds(duration: Duration): number {
  return Math.floor(toMilliseconds(duration) / 1000);
}
