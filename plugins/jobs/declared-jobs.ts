/** The jobs that plugins declare, as tasks that follow the plugins: each ends with its plugin, before what the plugin uses. */
import { messageOf, type Log } from "waymark";
import type { StartedEntry } from "waymark/advanced";
import type { Clock, Runtime, ScheduledJob, Table } from "waymark/services";
import { scheduleOf } from "../shared/schedule.ts";
import { memoryLedger, storeLedger, type Ledger } from "./ledger.ts";
import type { Task, TaskSettings } from "./task.ts";

export type Entry = StartedEntry<ScheduledJob>;

interface RunningJob {
  entry: Entry;
  /** Time since which the job has been served here, also by jobs that it replaced. */
  readonly since: number;
  readonly task: Pick<Task, "run" | "stop">;
}

interface Context {
  readonly server: Runtime["instance"];
  readonly clock: Clock;
  /** The table of all nodes. Default: each node remembers its own. */
  readonly table: (() => Table) | undefined;
  readonly log: Log;
  start(settings: TaskSettings): RunningJob["task"];
}

/** Time for which the row of a job is kept that is declared no longer: another node may still have it, as may a later version. */
const FORGOTTEN_MS = 90 * 24 * 60 * 60 * 1000;

/** The jobs that each server runs, for the instance that a reload puts in place of this one. */
const SERVED = new WeakMap<Runtime["instance"], DeclaredJobs>();

export class DeclaredJobs {
  readonly #context: Context;
  readonly #ledger: Ledger;
  #entries: readonly Entry[] | undefined;
  #running: ReadonlyMap<string, RunningJob> = new Map();

  constructor(context: Context) {
    this.#context = context;
    this.#ledger = context.table === undefined ? memoryLedger() : storeLedger(context.table);
  }

  /** Starts and stops jobs, so that those of the plugins that serve run. Jobs of plugins that were carried over go on. */
  follow(entries: readonly Entry[]): void {
    // A revision that this instance takes part in has entries of its own.
    if (entries === this.#entries) return;
    this.#entries = entries;
    const { server } = this.#context;
    const other = SERVED.get(server);
    const isFirst = other !== this;
    const before = isFirst ? new Map(other?.handOver()) : new Map(this.#running);
    SERVED.set(server, this);
    this.#running = new Map(
      entries.map((entry) => {
        const name = `${entry.plugin}.${entry.name}`;
        const job = before.get(name);
        if (job === undefined || isFirst || !isSame(job.entry, entry))
          return [name, this.#start(name, entry, job)];
        before.delete(name);
        job.entry = entry;
        return [name, job];
      }),
    );
    for (const { task } of before.values()) void task.stop();
    void this.#forget();
  }

  /** Stops all jobs, and waits for runs that are under way. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ task }) => task.stop()));
    if (SERVED.get(this.#context.server) === this) SERVED.delete(this.#context.server);
  }

  /** Leaves the jobs to the instance that replaces this one, which stops them. */
  handOver(): ReadonlyMap<string, RunningJob> {
    const left = this.#running;
    this.#running = new Map();
    return left;
  }

  /** Removes the rows of jobs that no longer exist. Never rejects: the next reload or start tries again. */
  async #forget(): Promise<void> {
    const { clock, log } = this.#context;
    try {
      await this.#ledger.forget(new Set(this.#running.keys()), clock.now() - FORGOTTEN_MS);
    } catch (error) {
      log.debug("the times of jobs that are gone could not be removed", {
        reason: messageOf(error),
      });
    }
  }

  /** @param replaced the job in whose place this one starts once it has ended. */
  #start(name: string, entry: Entry, replaced: RunningJob | undefined): RunningJob {
    const { clock, start } = this.#context;
    const before = replaced?.task.stop();
    const ledger = this.#ledger;
    const log = logOf(this.#context.log, { plugin: entry.plugin, job: entry.name });
    const { missed = "once" } = entry.value;
    const { next } = scheduleOf(entry.value);
    const startedAt = clock.now();
    const servedSince = replaced?.since ?? startedAt;
    const task = start({
      name,
      once: true,
      log,
      task: ["a job", "done"],
      firstAt: next(startedAt),
      nextAt: next,
      async run(signal) {
        await before;
        const doneUntil = await ledger.doneUntil(name, startedAt);
        const now = clock.now(); // read last, since a time that comes meanwhile joins this run
        const dueAt = next(doneUntil);
        if (signal.aborted || dueAt > now || !(await ledger.claim(name, doneUntil, now)))
          return false;
        // Not due since this node serves the job.
        const isLate = next(Math.max(doneUntil, servedSince)) > now;
        const isLeftOut = isLate && missed === "skip";
        if (isLate || next(dueAt) <= now) {
          const since = new Date(dueAt).toISOString();
          const madeUp = isLeftOut ? "left out" : "done once now";
          log.warn(`a job was not done when it was due; it is ${madeUp}`, { since });
        }
        if (isLeftOut) return false;
        await job.entry.value.run(signal);
        return true;
      },
    });
    const job: RunningJob = { entry, since: servedSince, task };
    stopWithPlugin(entry, task);
    void task.run(); // for what was due before
    return job;
  }
}

/** Jobs that stop with their plugin, by name: one closer for each plugin, however often its jobs start again. */
const STOPPED_BY = new WeakMap<Entry["defer"], Map<string, RunningJob["task"]>>();

function stopWithPlugin({ name, defer }: Entry, task: RunningJob["task"]): void {
  const tasks = STOPPED_BY.get(defer) ?? new Map<string, RunningJob["task"]>();
  tasks.set(name, task);
  if (STOPPED_BY.has(defer)) return;
  STOPPED_BY.set(defer, tasks);
  defer(() => Promise.all([...tasks.values()].map(({ stop }) => stop())));
}

/** Checks that a plugin was carried over, and that its job is due at the same times. */
function isSame(one: Entry, other: Entry): boolean {
  const timesOf = ({ value: { every, cron, zone, missed } }: Entry) =>
    JSON.stringify([every, cron, zone, missed]);
  return one.defer === other.defer && timesOf(one) === timesOf(other);
}

/** Returns a log that adds fields to each line. */
function logOf(log: Log, fields: object): Log {
  const add =
    (level: keyof Log): Log["info"] =>
    (message, more) =>
      log[level](message, { ...fields, ...more });
  return { debug: add("debug"), info: add("info"), warn: add("warn"), error: add("error") };
}
