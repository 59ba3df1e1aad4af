/** Samples added up, and the rows of the hours in which they are kept for long. */

import type { CheckRecord, HistoryPart, HealthReport } from "waymark/services";
import { worse } from "../../shared/states.ts";
import { percentiles } from "../../shared/histogram.ts";
import { type HourRow, keyAt, type Sample } from "./rows.ts";

/** Milliseconds that a sample of an earlier version covers, which did not record them. */
const UNRECORDED_MS = 60_000;

type Fields = Omit<HourRow, "id" | "at">;
type Trouble = Pick<Sample, "status" | "degradedMs" | "downMs">;

export class Sums {
  samples = 0;
  requests = 0;
  failures = 0;
  coveredMs = 0;
  degradedMs = 0;
  downMs = 0;
  status: HealthReport["status"] | undefined;
  readonly latencies: Record<string, number> = {};
  readonly checks: Record<string, CheckRecord> = {};

  addSample({ checks, ...sample }: Sample): void {
    const records = Object.entries(checks).map(([name, { ms = 0, ...check }]) => {
      const times = timesOf(check, sample.coveredMs);
      const record = { status: check.status, samples: 1, slowestMs: ms, ...times };
      return [name, { ...record, ok: check.status === "ok" ? 1 : 0 }] as const;
    });
    const times = timesOf(sample, sample.coveredMs);
    this.add({ ...sample, ...times, samples: 1, checks: Object.fromEntries(records) });
  }

  add(sums: Fields): void {
    this.samples += sums.samples;
    this.requests += sums.requests;
    this.failures += sums.failures;
    this.coveredMs += sums.coveredMs;
    this.degradedMs += sums.degradedMs;
    this.downMs += sums.downMs;
    if (sums.status !== undefined) this.status = worse(this.status, sums.status);
    for (const [bucket, count] of Object.entries(sums.latencies))
      this.latencies[bucket] = (this.latencies[bucket] ?? 0) + count;
    for (const [name, record] of Object.entries(sums.checks)) {
      const sum = this.checks[name];
      this.checks[name] = {
        status: worse(sum?.status, record.status),
        samples: record.samples + (sum?.samples ?? 0),
        ok: record.ok + (sum?.ok ?? 0),
        slowestMs: Math.max(record.slowestMs, sum?.slowestMs ?? 0),
        coveredMs: record.coveredMs + (sum?.coveredMs ?? 0),
        degradedMs: record.degradedMs + (sum?.degradedMs ?? 0),
        downMs: record.downMs + (sum?.downMs ?? 0),
      };
    }
  }

  part(from: number, to: number): HistoryPart {
    const { latencies, ...sums } = this;
    const shares = percentiles(latencies, [0.5, 0.95, 0.99]);
    const latencyMs = shares && { p50: shares[0], p95: shares[1], p99: shares[2] };
    return { from, to, ...sums, status: this.status, latencyMs };
  }

  /** Returns the row of the hour that begins at `at`. */
  row(at: number): HourRow {
    const { status, ...sums } = this;
    return { id: keyAt(at), at, ...sums, ...(status === undefined ? {} : { status }) };
  }
}

/** Returns the milliseconds of a sample, and the milliseconds of trouble among them. */
function timesOf({ status, degradedMs = 0, downMs = 0 }: Trouble, coveredMs: number | undefined) {
  if (coveredMs !== undefined) return { coveredMs, degradedMs, downMs };
  const whole = (state: Trouble["status"]) => (status === state ? UNRECORDED_MS : 0);
  return { coveredMs: UNRECORDED_MS, degradedMs: whole("degraded"), downMs: whole("down") };
}
