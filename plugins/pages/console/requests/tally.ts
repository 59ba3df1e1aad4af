/** Counts and durations of answers. */
import { bucketOf, percentiles } from "../../../shared/histogram.ts";
import { isFailure } from "../../../shared/traffic.ts";

export class Tally {
  requests = 0;
  /** Answers with 4xx. */
  refused = 0;
  failures = 0;
  /** Counts by bucket; buckets without any are absent. */
  readonly #latencies: Record<number, number> = {};

  add(status: number, ms: number): void {
    this.requests++;
    if (isFailure(status)) this.failures++;
    else if (status >= 400) this.refused++;
    const bucket = bucketOf(ms);
    this.#latencies[bucket] = (this.#latencies[bucket] ?? 0) + 1;
  }

  merge(other: Tally): void {
    this.requests += other.requests;
    this.refused += other.refused;
    this.failures += other.failures;
    for (const [bucket, count] of Object.entries(other.#latencies))
      this.#latencies[Number(bucket)] = (this.#latencies[Number(bucket)] ?? 0) + count;
  }

  /** Returns the milliseconds within which half of the answers came, and 95 percent; undefined without any. */
  get latencyMs(): { readonly p50: number; readonly p95: number } | undefined {
    const [p50, p95] = percentiles(this.#latencies, [0.5, 0.95]) ?? [];
    return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
  }
}
