/** Adds up the samples of all instances by the quarter of an hour, in memory: a week is a few hundred sums. */
import type { HealthReport } from "waymark";
import type { CheckRecord, Clock, History, HistoryPart, Stretch, Table } from "waymark/services";
import { percentiles, slowerThan, type Histogram } from "./histogram.ts";
import { keyAt, type Sample, worse, eachRow } from "./rows.ts";

/** Length of a bucket in milliseconds, at least that of an interval of samples. */
const BUCKET_MS = 900_000;
/** Milliseconds for which a reading counts, unless something was recorded since. */
const FRESH_MS = 1000;

/** Milliseconds for which single samples are at hand, after which they are known by their buckets. */
const RECENT_MS = 3_600_000;

type Counts = Pick<Sample, "requests" | "failures"> & { readonly latencies: Histogram };

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
  /** Those of the latest hour, oldest first. */
  let recent: readonly Sample[] = [];
  /** When the first one of all was taken. */
  let firstAt: number | undefined;
  /** The time up to which samples were read. */
  let readTo = 0;
  let freshUntil = 0;
  /** How often something was recorded. */
  let recorded = 0;
  let reading: Promise<void> | undefined;

  /** Reads what is new, and the hour before it again: single samples are of it, and other instances may have been late. */
  async function read(): Promise<void> {
    const now = clock.now();
    const recordedBefore = recorded;
    const oldest = bucketStart(now - keepMs);
    const from = Math.max(oldest, bucketStart(readTo - RECENT_MS));
    const current = new Map([...buckets].filter(([at]) => at >= oldest && at < from));
    const value = keyAt(Math.max(0, from));
    const latest: Sample[] = [];
    for await (const sample of eachRow<Sample>(table, [{ field: "id", operator: "gte", value }])) {
      const at = bucketStart(sample.at);
      const bucket = current.get(at) ?? new Sums();
      current.set(at, bucket);
      bucket.addSample(sample);
      if (sample.at > now - RECENT_MS) latest.push(sample);
      firstAt = Math.min(firstAt ?? sample.at, sample.at);
    }
    buckets = current;
    recent = latest;
    readTo = now;
    // A sample recorded meanwhile may be missing.
    if (recorded === recordedBefore) freshUntil = performance.now() + FRESH_MS;
  }

  async function refresh(): Promise<void> {
    if (performance.now() >= freshUntil)
      await (reading ??= read().finally(() => (reading = undefined)));
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
      await refresh();
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
    async latest(spanMs: number, limitMs: number): Promise<Stretch> {
      await refresh();
      const now = clock.now();
      const start = now - spanMs;
      const from = Math.max(start, firstAt ?? now, buckets.keys().next().value ?? now);
      return sumUp(
        spanMs <= RECENT_MS
          ? recent.filter(({ at }) => at > start)
          : [...buckets].flatMap(([at, sums]) => (at + BUCKET_MS > start ? [sums] : [])),
        from,
        limitMs,
      );
    },
  };
}

/** @param from the time up to which it reaches back. */
function sumUp(parts: Iterable<Counts>, from: number, limitMs: number): Stretch {
  let [requests, failures, slow] = [0, 0, 0];
  for (const part of parts) {
    requests += part.requests;
    failures += part.failures;
    slow += slowerThan(part.latencies, limitMs);
  }
  return { from, requests, failures, slow };
}

function bucketStart(at: number): number {
  return Math.floor(at / BUCKET_MS) * BUCKET_MS;
}
