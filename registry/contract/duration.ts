/** Durations and rates: strings with units outside, numbers inside. */
import type { Duration, Rate } from "./route.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

export const DURATION_PATTERN = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const RATE_PATTERN = /^(\d+)\/(s|min|h)$/;

/** Milliseconds of `"60s"`. Throws a TypeError that shows the form on anything else. */
export function toMilliseconds(duration: Duration): number {
  const match = DURATION_PATTERN.exec(duration);
  if (!match)
    throw new TypeError(
      `a duration is a number with a unit such as "250ms", "60s", "5m", "1h" or "7d"; received ${JSON.stringify(duration)}`,
    );
  return Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? Number.NaN);
}

/** Whole seconds of `"60s"`, rounded down as caches count them (RFC 9111, section 1.2.2). */
export function toSeconds(duration: Duration): number {
  return Math.floor(toMilliseconds(duration) / 1000);
}

/** `"600/min"` as a limit per window. Throws a TypeError that shows the form on anything else. */
export function parseRate(rate: Rate): { readonly limit: number; readonly windowSeconds: number } {
  const match = RATE_PATTERN.exec(rate);
  if (!match)
    throw new TypeError(
      `a rate is an amount per time such as "10/s", "600/min" or "1000/h"; received ${JSON.stringify(rate)}`,
    );
  return { limit: Number(match[1]), windowSeconds: (UNIT_MS[match[2] ?? ""] ?? Number.NaN) / 1000 };
}
