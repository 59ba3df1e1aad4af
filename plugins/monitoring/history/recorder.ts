/** Records a sample for each interval and an incident for each change of state. */
import type { Log } from "waymark";
import type {
  Clock,
  EventBus,
  Health,
  HealthOverview,
  History,
  HealthReport,
  Store,
} from "waymark/services";
import { Outage } from "../../shared/outage.ts";
import { latestRows } from "../../shared/rows.ts";
import { better, worse } from "../../shared/states.ts";
import { createBuckets } from "./buckets.ts";
import { createHours } from "./hours.ts";
import type { Meter } from "../../shared/histogram.ts";
import { createIncidents } from "./incidents.ts";
import { HOURS, INCIDENTS, keyAt, type Sample, SAMPLES, trim } from "./rows.ts";

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
}

/** Samples in the store, of all instances together: a week of five at one a minute. */
const MAX_SAMPLES = 50_000;
/** Incidents in the store: more than people look at. */
const MAX_INCIDENTS = 200;
/** Samples after which surplus ones are removed. */
const SWEEP_EVERY = 60;
/** Latest samples in which samples of other instances are looked for. */
const MOST_INSTANCES = 100;
/** Intervals without a sample after which an instance counts as gone. */
const SILENCE = 5;

/** Records what its periodic tasks observe, and reads what was recorded. */
export interface Recorder extends Omit<History, "look" | "sample"> {
  /** Looks at health. */
  observe(): Promise<void>;
  /** Ends the interval. */
  sample(): Promise<void>;
  /** Records the interval that is not over yet. */
  close(): Promise<void>;
}

/** Creates a recorder. Only observing, and reading what the store keeps, may reject. */
export function createRecorder(recording: Recording): Recorder {
  const { store, health, clock, bus, meter, log, instance, intervalMs, keepMs } = recording;
  const samples = store.table(SAMPLES);
  const hours = createHours(store.table(HOURS), samples, clock, recording.keepHoursMs);
  const buckets = createBuckets(samples, hours, clock, keepMs);
  const incidents = createIncidents(store.table(INCIDENTS), instance, MAX_INCIDENTS);
  let closed = false;
  const outages = {
    samples: new Outage(log, "samples of the history", "recorded"),
    hours: new Outage(log, "samples of the history", "summed up"),
    old: new Outage(log, "old samples of the history", "removed"),
  };
  /** Runs work that may fail; failures no longer matter once the recorder is closed. */
  const attempt = async (outage: Outage, run: () => Promise<void>) => {
    try {
      await run();
      outage.end();
    } catch (error) {
      if (!closed) outage.begin(error);
    }
  };

  /** The worst states since the last sample, and the longest that each check took. */
  let status: HealthReport["status"] | undefined;
  let checks: Sample["checks"] = {};
  const troubles = createTroubles();
  const confirm = createConfirmation();
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
    await incidents.resume();
    for (const { at, ...change } of incidents.note(confirm(overview)))
      bus?.publish("status.changed", { ...change, timestamp: new Date(at).toISOString() });
    await incidents.flush();
  }

  /** Records the observations since the last sample, if health was checked. */
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
    writing = attempt(outages.samples, async () => {
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
      return (await latestRows<Sample>(samples, 1, [filter]))[0]?.at;
    });
    if (untilSweep-- > 0) return;
    // Leaves room for the samples until the next sweep.
    await trim(samples, MAX_SAMPLES - SWEEP_EVERY, keyAt(Math.max(0, now - keepMs)));
    untilSweep = SWEEP_EVERY - 1;
  }

  async function elsewhere(): ReturnType<History["elsewhere"]> {
    const recent = await latestRows<Sample>(samples, MOST_INSTANCES);
    const firsts = new Map(recent.toReversed().map((one) => [one.instance, one]));
    firsts.delete(instance());
    const oldest = clock.now() - 2 * intervalMs;
    return [...firsts.values()].flatMap(({ at, checks: states }) => {
      const failing = Object.keys(states).filter((name) => states[name]?.status !== "ok");
      return at < oldest ? [] : [{ at, failing }];
    });
  }

  return {
    over: buckets.over,
    latest: buckets.latest,
    incidents: incidents.list,
    elsewhere,
    observe,
    async sample() {
      // Before the samples that they are made of are removed.
      await attempt(outages.hours, async () => {
        if (await hours.sumUp()) buckets.invalidate("hours");
      });
      await attempt(outages.old, prune);
      await record();
    },
    async close() {
      await writing;
      await record();
      closed = true;
    },
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/**
 * Returns a function that takes each look at health, and returns it with the better state of the latest two of each check:
 * one missed deadline of a check is not an incident.
 */
function createConfirmation(): (overview: HealthOverview) => HealthOverview {
  let before: HealthOverview | undefined;
  return (overview) => {
    const known = new Map(
      (before ?? overview).checks.map(({ plugin, name, status }) => [`${plugin}:${name}`, status]),
    );
    before = overview;
    const checks = overview.checks.map((check) => ({
      ...check,
      status: better(known.get(`${check.plugin}:${check.name}`) ?? "ok", check.status),
    }));
    const worst = checks.reduce<HealthOverview["status"]>(
      (one, { status }) => worse(one, status),
      "ok",
    );
    return { ...overview, checks, status: better(worst, overview.status) };
  };
}

interface Trouble {
  degradedMs?: number;
  downMs?: number;
}

const FIELD = { degraded: "degradedMs", down: "downMs" } as const;
const SERVICE = "";

function createTroubles() {
  let before: HealthOverview | undefined;
  let coveredMs = 0;
  let troubles = new Map<string, Trouble>();

  return {
    /** Notes that health was looked at. */
    note(overview: HealthOverview): void {
      const { at, status, checks } = before ?? overview;
      const ms = Math.max(0, overview.at - at);
      before = overview;
      coveredMs += ms;
      if (ms === 0) return;
      const states = checks.map(
        (check) => [`${check.plugin}:${check.name}`, check.status] as const,
      );
      for (const [subject, state] of [[SERVICE, status] as const, ...states]) {
        if (state === "ok") continue;
        const trouble = troubles.get(subject) ?? {};
        const field = FIELD[state];
        troubles.set(subject, { ...trouble, [field]: ms + (trouble[field] ?? 0) });
      }
    },

    /** Returns the times since the last call. */
    take() {
      const taken = { coveredMs, service: troubles.get(SERVICE) ?? {}, checks: troubles };
      coveredMs = 0;
      troubles = new Map();
      return taken;
    },
  };
}
