/**
 * Adds up the samples of all instances by the quarter of an hour, in memory: a week is a few hundred sums. The time before is
 * known by the hour.
 */
import type { Clock, History, Stretch, Table } from "waymark/services";
import { eachRow } from "../../shared/rows.ts";
import { slowerThan, type Histogram } from "../../shared/histogram.ts";
import { type createHours, HOUR_MS, hourStart } from "./hours.ts";
import { keyAt, type Sample } from "./rows.ts";
import { Sums } from "./sums.ts";

/** Length of a bucket in milliseconds, at least the length of an interval of samples. */
const BUCKET_MS = 900_000;
/** Milliseconds for which a reading counts, unless something was recorded since. */
const FRESH_MS = 1000;

/** Milliseconds for which single samples are at hand, after which they are known by their buckets. */
const RECENT_MS = 3_600_000;

type Counts = Pick<Sample, "requests" | "failures"> & { readonly latencies: Histogram };

/** Sums and the length of their time in milliseconds. */
interface Slice {
  readonly at: number;
  readonly lengthMs: number;
  readonly sums: Sums;
}

export function createBuckets(
  table: Table,
  hours: ReturnType<typeof createHours>,
  clock: Clock,
  keepMs: number,
) {
  /** Sums by the time when their bucket begins. */
  let buckets = new Map<number, Sums>();
  let older: ReadonlyMap<number, Sums> = new Map();
  /** Hour in which `older` was read; undefined if hours were added since. */
  let olderReadIn: number | undefined;
  /** Buckets and hours, without overlap. */
  let slices: readonly Slice[] = [];
  /** Samples of the latest hour, oldest first. */
  let recent: readonly Sample[] = [];
  /** Time when the first sample was taken. */
  let firstAt: number | undefined;
  /** The time up to which samples were read. */
  let readTo = 0;
  let freshUntil = 0;
  /** Number of recordings. */
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
    if (olderReadIn !== hourStart(now)) {
      olderReadIn = hourStart(now);
      older = await hours.read();
    }
    buckets = current;
    slices = slicesOf(buckets, older);
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
    /** Makes the next reader look into the store: something was recorded; with `hours`, sums of hours. */
    invalidate(what?: "hours"): void {
      recorded++;
      freshUntil = 0;
      if (what === "hours") olderReadIn = undefined;
    },
    async over(partMs: number, count: number): ReturnType<History["over"]> {
      if (!(partMs > 0) || partMs % BUCKET_MS !== 0)
        throw new RangeError(`parts are multiples of ${BUCKET_MS} ms; received ${partMs}`);
      await refresh();
      const end = (Math.floor(clock.now() / partMs) + 1) * partMs;
      const start = end - count * partMs;
      const sums = Array.from({ length: count }, () => new Sums());
      const total = new Sums();
      for (const { at, sums: slice } of slices) {
        const sum = sums[Math.floor((at - start) / partMs)];
        if (sum === undefined) continue;
        sum.add(slice);
        total.add(slice);
      }
      const parts = sums.map((sum, i) => sum.part(start + i * partMs, start + (i + 1) * partMs));
      return { parts, total: total.part(start, end) };
    },
    async latest(spanMs: number, limitMs: number): Promise<Stretch> {
      await refresh();
      const now = clock.now();
      const start = now - spanMs;
      const [first = { at: now, lengthMs: 0 }] = slices;
      // The first slice begins before the first sample that is in it.
      const sampledAt = firstAt ?? now;
      const isIn = sampledAt < first.at + first.lengthMs;
      const from = Math.max(start, first.at, isIn ? sampledAt : 0);
      return sumUp(
        spanMs <= RECENT_MS
          ? recent.filter(({ at }) => at > start)
          : slices.flatMap(({ at, lengthMs, sums }) => (at + lengthMs > start ? [sums] : [])),
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

/** Returns the buckets in order, with the hours before and between them that have more samples than their buckets. */
function slicesOf(buckets: ReadonlyMap<number, Sums>, hours: ReadonlyMap<number, Sums>): Slice[] {
  const sampled = new Map<number, number>();
  for (const [at, { samples }] of buckets)
    sampled.set(hourStart(at), samples + (sampled.get(hourStart(at)) ?? 0));
  const whole = new Set(
    [...hours].flatMap(([at, { samples }]) => (samples > (sampled.get(at) ?? 0) ? [at] : [])),
  );
  const fine = [...buckets].filter(([at]) => !whole.has(hourStart(at)));
  const coarse = [...hours].filter(([at]) => whole.has(at));
  return [
    ...fine.map(([at, sums]) => ({ at, lengthMs: BUCKET_MS, sums })),
    ...coarse.map(([at, sums]) => ({ at, lengthMs: HOUR_MS, sums })),
  ].toSorted((a, b) => a.at - b.at);
}
