/** Runs the periodic tasks and the jobs of all plugins. */
import { definePlugin, messageOf, optional } from "waymark";
import { Clock, Jobs, Runtime, ScheduledJobs, Scheduler, Store } from "waymark/services";
import { z } from "zod";
import type { DeclaredJobs, Entry } from "./declared-jobs.ts";
import { Task, type TaskSettings } from "./task.ts";

const TABLE = "jobTimes";
/** A job with the time until which it is done, in milliseconds since 1970-01-01T00:00Z. */
const JobTime = z.strictObject({ job: z.string(), doneUntil: z.int() });

export default definePlugin({
  id: "jobs",
  summary: "Runs periodic tasks of plugins, at one node for all if they ask for it.",
  needs: { clock: Clock, jobs: optional(Jobs), store: optional(Store), runtime: Runtime },
  provides: { scheduler: Scheduler },
  points: [ScheduledJobs],
  tables: { [TABLE]: { of: JobTime, key: "job", internal: true } },
  async setup({ clock, jobs, store, runtime }, { log, defer }) {
    /** The latest of each name: while a reload replaces a plugin, there may be two. */
    const tasks = new Map<string, Task>();
    const start = (settings: TaskSettings) => {
      const { name } = settings;
      const task = new Task(settings, clock, jobs);
      tasks.set(name, task);
      const stop = () => {
        if (tasks.get(name) === task) tasks.delete(name);
        return task.stop();
      };
      return { run: task.run, stop };
    };
    const scheduler: Scheduler = {
      start({ everyMs, firstMs = everyMs, ...task }) {
        const firstAt = clock.now() + firstMs;
        // The end of a task is a run, also if it returns false.
        const run = async (signal: AbortSignal) => void (await task.run(signal));
        return start({ ...task, run, firstAt, nextAt: (now) => now + everyMs });
      },
      get tasks() {
        const all = [...tasks.values()].map(({ status }) => status);
        return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      },
    };
    let declared: DeclaredJobs | undefined;
    let isClosed = false;
    const load = async () => {
      const imported = await import("./declared-jobs.ts");
      const table = store === undefined ? undefined : () => store.table(TABLE);
      declared ??= new imported.DeclaredJobs({
        server: runtime.instance,
        clock,
        table,
        log,
        start,
      });
    };
    // Before the start ends, so that a test can advance its clock at once.
    if (runtime.registry.of(ScheduledJobs).length > 0) await load();
    const follow = async (entries: readonly Entry[]) => {
      if (declared === undefined && entries.length > 0) await load();
      if (!isClosed) declared?.follow(entries);
    };
    defer(() => declared?.stop());
    const failed = (error: unknown) =>
      log.error("jobs could not be started", { reason: messageOf(error) });
    defer(runtime.onServe(() => void follow(runtime.of(ScheduledJobs)).catch(failed)));
    defer(() => {
      isClosed = true;
    });
    return { scheduler };
  },

  metrics: ({ scheduler }) => ({
    runs_total: {
      help: "Runs of periodic tasks, by outcome.",
      type: "counter",
      detail: true,
      read: () =>
        scheduler.tasks.flatMap(({ name: task, runs, failures }) => [
          { labels: { task, outcome: "ok" }, value: runs - failures },
          { labels: { task, outcome: "failed" }, value: failures },
        ]),
    },
    last_run_timestamp_seconds: {
      help: "When the latest run of each periodic task ended, in seconds since 1970-01-01T00:00Z; 0 before the first.",
      type: "gauge",
      detail: true,
      read: () =>
        scheduler.tasks.map(({ name: task, lastAt = 0 }) => ({
          labels: { task },
          value: lastAt / 1000,
        })),
    },
  }),
});
