/**
 * Latencies as counts in buckets, each 9 percent wider than the one before: counts of several intervals and instances add
 * up, which percentiles do not. The metrics plugin has other buckets, because Prometheus needs a few fixed bounds.
 */
import { isFailure } from "./traffic.ts";

/** Milliseconds up to which the first bucket reaches. */
const FIRST_MS = 1 / 16;
/** Buckets in which latencies double. */
const PER_DOUBLING = 8;
/** The last one, from 64 s, takes the rest. */
const BUCKETS = 20 * PER_DOUBLING + 1;

/** Counts by bucket; buckets without any are absent. */
export type Histogram = Readonly<Record<string, number>>;

/** Returns the bucket of a latency in milliseconds. */
export function bucketOf(ms: number): number {
  if (!(ms > FIRST_MS)) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log2(ms / FIRST_MS) * PER_DOUBLING));
}

/** Returns the middle of a bucket in milliseconds. */
function middleOf(bucket: number): number {
  return FIRST_MS * 2 ** ((bucket - 0.5) / PER_DOUBLING);
}

/** Returns the milliseconds within which these shares of all counts lie, to 5 percent; undefined without any. */
export function percentiles<const Shares extends readonly number[]>(
  counts: Histogram,
  shares: Shares,
): { readonly [K in keyof Shares]: number } | undefined {
  const ascending = Object.entries(counts); // keys that are whole numbers come in their order
  const total = ascending.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return undefined;
  const at = (share: number): number => {
    let left = Math.max(1, Math.ceil(share * total));
    const [bucket = 0] = ascending.find(([, count]) => (left -= count) <= 0) ?? [];
    return Math.round(middleOf(Number(bucket)) * 1000) / 1000;
  };
  return shares.map(at) as { readonly [K in keyof Shares]: number }; // map keeps the length
}

/** Counts latencies greater than a limit in milliseconds, which counts as the upper bound of its bucket. */
export function slowerThan(counts: Histogram, ms: number): number {
  const bound = bucketOf(ms);
  return Object.entries(counts).reduce(
    (sum, [bucket, count]) => (Number(bucket) > bound ? sum + count : sum),
    0,
  );
}

/** Counts the answers of one interval. Recording happens on every request: a few additions, no allocation. */
export class Meter {
  readonly #counts = new Uint32Array(BUCKETS);
  #requests = 0;
  #failures = 0;

  /** Records that a request was answered with `status`, `ms` milliseconds after it was taken up. */
  record(status: number, ms: number): void {
    this.#requests++;
    if (isFailure(status)) this.#failures++;
    const bucket = bucketOf(ms);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  /** Returns what was recorded since the last call. */
  take(): { readonly requests: number; readonly failures: number; readonly latencies: Histogram } {
    const latencies = Object.fromEntries([...this.#counts.entries()].filter(([, n]) => n > 0));
    const taken = { requests: this.#requests, failures: this.#failures, latencies };
    this.#counts.fill(0);
    this.#requests = 0;
    this.#failures = 0;
    return taken;
  }
}
