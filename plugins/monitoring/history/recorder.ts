/** Records the past: a sample for each interval, an incident for each change of state. */
import { type HealthReport, type Log, messageOf } from "waymark";
import type { Clock, EventBus, Health, History, Store } from "waymark/services";
import { Bins } from "./buckets.ts";
import type { Meter } from "./histogram.ts";
import { Incidents } from "./incidents.ts";
import { INCIDENTS, keyAt, type Sample, SAMPLES, worse } from "./rows.ts";
import { latest, trim } from "./queries.ts";

/** What the recorder works with. */
export interface Recording {
  readonly store: Store;
  readonly health: Health;
  readonly clock: Clock;
  readonly bus: EventBus | undefined;
  readonly meter: Meter;
  readonly log: Log;
  /** Name of this instance, asked when it is first needed. */
  readonly instance: () => string;
  readonly intervalMs: number;
  readonly keepMs: number;
  readonly maxSamples: number;
  readonly maxIncidents: number;
}

/** Samples after which surplus ones are removed. */
const SWEEP_EVERY = 60;
/** Intervals without a sample after which an instance counts as gone. */
const SILENCE = 5;

/** Never rejects but where it is asked for what the store keeps. `close` records the interval that is not over yet. */
export function createRecorder(recording: Recording): History & { close(): Promise<void> } {
  const { store, health, clock, bus, meter, log, instance, intervalMs, keepMs } = recording;
  const { maxSamples, maxIncidents } = recording;
  const samples = store.table(SAMPLES);
  const bins = new Bins(samples, clock, keepMs);
  const incidents = new Incidents(store.table(INCIDENTS), instance, maxIncidents);
  let closed = false;
  const kept = createReporter(log, () => closed);
  const slack = Math.min(SWEEP_EVERY, Math.ceil(maxSamples / 10));

  /** What was found since the last sample: the worst, and the longest that each check took. */
  let status: HealthReport["status"] | undefined;
  let checks: Sample["checks"] = {};
  let lastAt: number | undefined;
  let untilSweep = 0;
  let writing: Promise<void> | undefined;

  async function observe(): Promise<void> {
    const overview = await health.report();
    if (closed) return;
    status = worse(status, overview.status);
    for (const { plugin, name, status: found, durationMs } of overview.checks) {
      const known = checks[`${plugin}:${name}`];
      const ms = Math.max(durationMs ?? 0, known?.ms ?? 0);
      checks[`${plugin}:${name}`] = {
        status: worse(known?.status, found),
        ...(durationMs === undefined && known?.ms === undefined ? {} : { ms: rounded(ms) }),
      };
    }
    await kept("incidents", async () => {
      await incidents.resume();
      for (const { at, ...change } of incidents.note(overview))
        bus?.publish("status.changed", { ...change, timestamp: new Date(at).toISOString() });
      await incidents.flush();
    });
  }

  /** Records what was found since the last sample, unless nobody has looked. */
  async function record(): Promise<void> {
    const at = clock.now();
    if (status === undefined || at === lastAt) return;
    lastAt = at;
    const { requests, failures, latencies } = meter.take();
    const id = keyAt(at, instance());
    const found = status;
    const counted = { requests, failures, latencies };
    const sample: Sample = { id, instance: instance(), at, status, ...counted, checks };
    status = undefined;
    checks = {};
    writing = kept("a sample", async () => {
      await samples.insert([sample]);
      bins.forget();
      bus?.publish("status.sampled", { status: found, timestamp: new Date(at).toISOString() });
    });
    await writing;
  }

  async function tidy(): Promise<void> {
    const now = clock.now();
    await incidents.endAbandoned(now, SILENCE * intervalMs, async (other) => {
      const filter = { field: "instance", operator: "eq", value: other } as const;
      return (await latest<Sample>(samples, 1, [filter]))[0]?.at;
    });
    if (untilSweep-- > 0) return;
    // So many fit in until the next time.
    await trim(samples, maxSamples - slack, keyAt(Math.max(0, now - keepMs)));
    untilSweep = slack - 1;
  }

  const look = oneAtATime(observe);
  const sample = oneAtATime(async () => {
    await look();
    await kept("old samples", tidy);
    await record();
  });
  return {
    over: (partMs, count) => bins.over(partMs, count),
    incidents: (atMost) => incidents.list(atMost),
    look,
    sample,
    async close() {
      await writing;
      // Without another look: a check that hangs must not hold up the end.
      await record();
      closed = true;
    },
  };
}

/** Whoever asks while it runs gets the same run. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run().finally(() => (running = undefined)));
}

/** Runs what may fail; of failures in a row the first is logged, and that it works again. At the end, nothing is. */
function createReporter(
  log: Log,
  atEnd: () => boolean,
): (what: string, run: () => Promise<void>) => Promise<void> {
  const failing = new Set<string>();
  return async (what, run) => {
    try {
      await run();
      if (failing.delete(what)) log.info("the history is kept again", { what });
    } catch (error) {
      if (!failing.has(what) && !atEnd())
        log.warn("the history cannot be kept", { what, reason: messageOf(error) });
      failing.add(what);
    }
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
