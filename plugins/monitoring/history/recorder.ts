/** Records a sample for each interval and an incident for each change of state. */
import { type HealthReport, type Log, messageOf } from "waymark";
import type { Clock, EventBus, Health, History, Store } from "waymark/services";
import { worse } from "../../shared/states.ts";
import { createBuckets } from "./buckets.ts";
import { createHours } from "./hours.ts";
import type { Meter } from "./histogram.ts";
import { createIncidents } from "./incidents.ts";
import { HOURS, INCIDENTS, keyAt, type Sample, SAMPLES, latest, trim } from "./rows.ts";
import { createTroubles } from "./troubles.ts";

interface Recording {
  readonly store: Store;
  readonly health: Health;
  readonly clock: Clock;
  readonly bus: EventBus | undefined;
  readonly meter: Meter;
  readonly log: Log;
  /** Name of this instance; not known before the server listens. */
  readonly instance: () => string;
  readonly intervalMs: number;
  readonly keepMs: number;
  readonly keepHoursMs: number;
  readonly maxSamples: number;
  readonly maxIncidents: number;
}

/** Samples after which surplus ones are removed. */
const SWEEP_EVERY = 60;
/** Intervals without a sample after which an instance counts as gone. */
const SILENCE = 5;

/** Only reading what the store keeps may reject. `close` records the interval that is not over yet. */
export function createRecorder(recording: Recording): History & { close(): Promise<void> } {
  const { store, health, clock, bus, meter, log, instance, intervalMs, keepMs } = recording;
  const { maxSamples, maxIncidents } = recording;
  const samples = store.table(SAMPLES);
  const hours = createHours(store.table(HOURS), samples, clock, recording.keepHoursMs);
  const buckets = createBuckets(samples, hours, clock, keepMs);
  const incidents = createIncidents(store.table(INCIDENTS), instance, maxIncidents);
  let closed = false;
  const attempt = createReporter(log, () => closed);
  const slack = Math.min(SWEEP_EVERY, Math.ceil(maxSamples / 10));

  /** The worst states since the last sample, and the longest that each check took. */
  let status: HealthReport["status"] | undefined;
  let checks: Sample["checks"] = {};
  const troubles = createTroubles();
  let lastAt: number | undefined;
  let untilSweep = 0;
  let writing: Promise<void> | undefined;

  async function observe(): Promise<void> {
    const overview = await health.report();
    if (closed) return;
    status = worse(status, overview.status);
    troubles.note(overview);
    for (const { plugin, name, durationMs, ...check } of overview.checks) {
      const before = checks[`${plugin}:${name}`];
      const ms = Math.max(durationMs ?? 0, before?.ms ?? 0);
      checks[`${plugin}:${name}`] = {
        status: worse(before?.status, check.status),
        ...(durationMs === undefined && before?.ms === undefined ? {} : { ms: rounded(ms) }),
      };
    }
    await attempt("incidents", async () => {
      await incidents.resume();
      for (const { at, ...change } of incidents.note(overview))
        bus?.publish("status.changed", { ...change, timestamp: new Date(at).toISOString() });
      await incidents.flush();
    });
  }

  /** Records what was seen since the last sample, if health was looked at. */
  async function record(): Promise<void> {
    const at = clock.now();
    if (status === undefined || at === lastAt) return;
    lastAt = at;
    const id = keyAt(at, instance());
    const { service, ...times } = troubles.take();
    for (const [name, check] of Object.entries(checks))
      Object.assign(check, times.checks.get(name));
    const { coveredMs } = times;
    const sample: Sample = {
      id,
      instance: instance(),
      at,
      status,
      ...meter.take(),
      checks,
      coveredMs,
      ...service,
    };
    status = undefined;
    checks = {};
    writing = attempt("a sample", async () => {
      await samples.insert([sample]);
      buckets.invalidate();
      const timestamp = new Date(at).toISOString();
      bus?.publish("status.sampled", { status: sample.status, timestamp });
    });
    await writing;
  }

  async function prune(): Promise<void> {
    const now = clock.now();
    await incidents.endAbandoned(now, SILENCE * intervalMs, async (other) => {
      const filter = { field: "instance", operator: "eq", value: other } as const;
      return (await latest<Sample>(samples, 1, [filter]))[0]?.at;
    });
    if (untilSweep-- > 0) return;
    // Leaves room for the samples until the next sweep.
    await trim(samples, maxSamples - slack, keyAt(Math.max(0, now - keepMs)));
    untilSweep = slack - 1;
  }

  const look = oneAtATime(observe);
  const sample = oneAtATime(async () => {
    await look();
    // Before the samples of which they are made are removed.
    await attempt("sums of hours", async () => {
      if (await hours.sumUp()) buckets.invalidate("hours");
    });
    await attempt("old samples", prune);
    await record();
  });
  return {
    over: buckets.over,
    latest: buckets.latest,
    incidents: incidents.list,
    look,
    sample,
    async close() {
      await writing;
      // Without another health check: one that hangs must not delay the stop.
      await record();
      closed = true;
    },
  };
}

/** A call during a run gets the same run. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run().finally(() => (running = undefined)));
}

/** Runs what may fail. Logs the first of failures in a row, and the recovery; nothing while the plugin closes. */
function createReporter(
  log: Log,
  isClosed: () => boolean,
): (what: string, run: () => Promise<void>) => Promise<void> {
  const failing = new Set<string>();
  return async (what, run) => {
    try {
      await run();
      if (failing.delete(what)) log.info("the history is recorded again", { what });
    } catch (error) {
      if (!failing.has(what) && !isClosed())
        log.warn("the history cannot be recorded", { what, reason: messageOf(error) });
      failing.add(what);
    }
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
