/** Medians with their ranges. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function figure(values: readonly number[]): Figure {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** The median, and where that of all values there could be lies, 19 times in 20: between two of these in their order. */
export function interval(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length));
  const [low = -Infinity, high = Infinity] = [sorted[rank - 1], sorted[sorted.length - rank]];
  return { median: median(sorted), low, high };
}

/** Ratios of samples taken in the same round. */
export function ratios(values: readonly number[], to: readonly number[]): readonly number[] {
  return values.map((value, round) => value / (to[round] ?? Number.NaN));
}

/** The value below which this share of all lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
