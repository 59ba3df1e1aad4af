/** Adds up the samples of all instances by the quarter of an hour, in memory: a week is a few hundred sums. */
import type { HealthReport } from "waymark";
import type { CheckRecord, Clock, History, HistoryPart, Table } from "waymark/services";
import { percentiles } from "./histogram.ts";
import { keyAt, type Sample, worse, eachRow } from "./rows.ts";

/** Length of a bucket in milliseconds, at least that of an interval of samples. */
const BUCKET_MS = 900_000;
/** Milliseconds for which a reading counts, unless something was recorded since. */
const FRESH_MS = 1000;

/** Samples added up. */
class Sums {
  samples = 0;
  requests = 0;
  failures = 0;
  status: HealthReport["status"] | undefined;
  readonly latencies: Record<string, number> = {};
  readonly checks: Record<string, CheckRecord> = {};

  addSample({ checks, ...sample }: Sample): void {
    const records = Object.entries(checks).map(([name, { status, ms = 0 }]) => {
      const record = { status, samples: 1, ok: status === "ok" ? 1 : 0, slowestMs: ms };
      return [name, record] as const;
    });
    this.add({ ...sample, samples: 1, checks: Object.fromEntries(records) });
  }

  add({
    samples,
    requests,
    failures,
    status,
    latencies,
    checks,
  }: Omit<Sums, "add" | "addSample" | "part">): void {
    this.samples += samples;
    this.requests += requests;
    this.failures += failures;
    if (status !== undefined) this.status = worse(this.status, status);
    for (const [bucket, count] of Object.entries(latencies))
      this.latencies[bucket] = (this.latencies[bucket] ?? 0) + count;
    for (const [name, record] of Object.entries(checks)) {
      const sum = this.checks[name];
      this.checks[name] = {
        status: worse(sum?.status, record.status),
        samples: record.samples + (sum?.samples ?? 0),
        ok: record.ok + (sum?.ok ?? 0),
        slowestMs: Math.max(record.slowestMs, sum?.slowestMs ?? 0),
      };
    }
  }

  part(from: number, to: number): HistoryPart {
    const { samples, requests, failures, status, checks } = this;
    const shares = percentiles(this.latencies, [0.5, 0.95, 0.99]);
    const latencyMs = shares && { p50: shares[0], p95: shares[1], p99: shares[2] };
    return { from, to, samples, requests, failures, latencyMs, status, checks };
  }
}

export function createBuckets(table: Table, clock: Clock, keepMs: number) {
  /** By the time they begin. */
  let buckets = new Map<number, Sums>();
  /** The time up to which samples were read. */
  let readTo = 0;
  let freshUntil = 0;
  /** How often something was recorded. */
  let recorded = 0;
  let reading: Promise<void> | undefined;

  /** Reads what is new, and the last bucket but one again, as other instances may have been late. */
  async function read(): Promise<void> {
    const now = clock.now();
    const recordedBefore = recorded;
    const oldest = bucketStart(now - keepMs);
    const from = Math.max(oldest, bucketStart(readTo - BUCKET_MS));
    const current = new Map([...buckets].filter(([at]) => at >= oldest && at < from));
    const value = keyAt(Math.max(0, from));
    for await (const sample of eachRow<Sample>(table, [{ field: "id", operator: "gte", value }])) {
      const at = bucketStart(sample.at);
      const bucket = current.get(at) ?? new Sums();
      current.set(at, bucket);
      bucket.addSample(sample);
    }
    buckets = current;
    readTo = now;
    // A sample recorded meanwhile may be missing.
    if (recorded === recordedBefore) freshUntil = performance.now() + FRESH_MS;
  }

  return {
    /** Makes the next reader look into the store: something was recorded. */
    invalidate(): void {
      recorded++;
      freshUntil = 0;
    },
    async over(partMs: number, count: number): ReturnType<History["over"]> {
      if (!(partMs > 0) || partMs % BUCKET_MS !== 0)
        throw new RangeError(`parts are multiples of ${BUCKET_MS} ms; received ${partMs}`);
      if (performance.now() >= freshUntil)
        await (reading ??= read().finally(() => (reading = undefined)));

      const end = (Math.floor(clock.now() / partMs) + 1) * partMs;
      const start = end - count * partMs;
      const sums = Array.from({ length: count }, () => new Sums());
      const total = new Sums();
      for (const [at, bucket] of buckets) {
        const sum = sums[Math.floor((at - start) / partMs)];
        if (sum === undefined) continue;
        sum.add(bucket);
        total.add(bucket);
      }
      const parts = sums.map((sum, i) => sum.part(start + i * partMs, start + (i + 1) * partMs));
      return { parts, total: total.part(start, end) };
    },
  };
}

function bucketStart(at: number): number {
  return Math.floor(at / BUCKET_MS) * BUCKET_MS;
}
