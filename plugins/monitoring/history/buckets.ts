/** Samples of all instances, added up by the quarter of an hour and kept in memory: a week is a few hundred sums. */
import type { HealthReport } from "waymark";
import type { CheckRecord, Clock, HistoryPart, Table } from "waymark/services";
import { percentiles } from "./histogram.ts";
import { keyAt, type Sample, worse } from "./rows.ts";
import { each } from "./queries.ts";

/** What parts of time are made of, in milliseconds. No interval of samples is longer. */
const BIN_MS = 900_000;

/** Milliseconds for which what was read counts, unless something was recorded since. */
const FRESH_MS = 1000;

type Status = HealthReport["status"];

/** Sums of samples, and sums of sums. */
class Sums {
  samples = 0;
  requests = 0;
  failures = 0;
  status: Status | undefined;
  readonly latencies = new Map<number, number>();
  readonly checks = new Map<string, CheckRecord>();

  addSample({ requests, failures, status, latencies, checks }: Sample): void {
    this.#add(1, requests, failures, status);
    for (const [bucket, count] of Object.entries(latencies)) this.#count(Number(bucket), count);
    for (const [name, { status: found, ms = 0 }] of Object.entries(checks))
      this.#check(name, { status: found, samples: 1, ok: found === "ok" ? 1 : 0, slowestMs: ms });
  }

  addSums({ samples, requests, failures, status, latencies, checks }: Sums): void {
    this.#add(samples, requests, failures, status);
    for (const [bucket, count] of latencies) this.#count(bucket, count);
    for (const [name, record] of checks) this.#check(name, record);
  }

  #add(samples: number, requests: number, failures: number, status: Status | undefined): void {
    this.samples += samples;
    this.requests += requests;
    this.failures += failures;
    if (status !== undefined) this.status = worse(this.status, status);
  }

  #count(bucket: number, count: number): void {
    this.latencies.set(bucket, (this.latencies.get(bucket) ?? 0) + count);
  }

  #check(name: string, { status, samples, ok, slowestMs }: CheckRecord): void {
    const known = this.checks.get(name);
    this.checks.set(name, {
      status: worse(known?.status, status),
      samples: samples + (known?.samples ?? 0),
      ok: ok + (known?.ok ?? 0),
      slowestMs: Math.max(slowestMs, known?.slowestMs ?? 0),
    });
  }

  part(from: number, to: number): HistoryPart {
    const { samples, requests, failures, status } = this;
    const found = percentiles(this.latencies, [0.5, 0.95, 0.99]);
    const latencyMs = found && { p50: found[0], p95: found[1], p99: found[2] };
    const checks = Object.fromEntries(this.checks);
    return { from, to, samples, requests, failures, latencyMs, status, checks };
  }
}

export class Bins {
  readonly #table: Table;
  readonly #clock: Clock;
  readonly #keepMs: number;
  /** By the time they begin. */
  #bins = new Map<number, Sums>();
  /** The time up to which samples were read. */
  #readTo: number | undefined;
  #freshUntil = 0;
  /** How often something was recorded. */
  #recorded = 0;
  #reading: Promise<void> | undefined;

  constructor(table: Table, clock: Clock, keepMs: number) {
    this.#table = table;
    this.#clock = clock;
    this.#keepMs = keepMs;
  }

  /** Something was recorded. */
  forget(): void {
    this.#recorded++;
    this.#freshUntil = 0;
  }

  async over(
    partMs: number,
    count: number,
  ): Promise<{ readonly parts: readonly HistoryPart[]; readonly total: HistoryPart }> {
    if (!(partMs > 0) || partMs % BIN_MS !== 0)
      throw new RangeError(`parts are multiples of ${BIN_MS} ms; received ${partMs}`);
    if (performance.now() >= this.#freshUntil)
      await (this.#reading ??= this.#read().finally(() => (this.#reading = undefined)));

    const end = (Math.floor(this.#clock.now() / partMs) + 1) * partMs;
    const start = end - count * partMs;
    const sums = Array.from({ length: count }, () => new Sums());
    const total = new Sums();
    for (const [at, bin] of this.#bins) {
      const sum = sums[Math.floor((at - start) / partMs)];
      if (sum === undefined) continue;
      sum.addSums(bin);
      total.addSums(bin);
    }
    const parts = sums.map((sum, i) => sum.part(start + i * partMs, start + (i + 1) * partMs));
    return { parts, total: total.part(start, end) };
  }

  /** Reads what is new; also the last bin but one again, as other instances may have been late. */
  async #read(): Promise<void> {
    const now = this.#clock.now();
    const recorded = this.#recorded;
    const oldest = binOf(now - this.#keepMs);
    const from = Math.max(oldest, binOf((this.#readTo ?? 0) - BIN_MS));
    const bins = new Map([...this.#bins].filter(([at]) => at >= oldest && at < from));
    const value = keyAt(Math.max(0, from));
    for await (const sample of each<Sample>(this.#table, [
      { field: "id", operator: "gte", value },
    ])) {
      const at = binOf(sample.at);
      const bin = bins.get(at) ?? new Sums();
      bins.set(at, bin);
      bin.addSample(sample);
    }
    this.#bins = bins;
    this.#readTo = now;
    // What was recorded meanwhile may be missing.
    if (recorded === this.#recorded) this.#freshUntil = performance.now() + FRESH_MS;
  }
}

function binOf(at: number): number {
  return Math.floor(at / BIN_MS) * BIN_MS;
}
