/** Runs the periodic tasks of all plugins. */
import { definePlugin, optional } from "waymark";
import { Clock, Jobs, Scheduler } from "waymark/services";
import { Task } from "./task.ts";

export default definePlugin({
  id: "jobs",
  summary: "Runs periodic tasks of plugins, at one node for all if they ask for it.",
  needs: { clock: Clock, jobs: optional(Jobs) },
  provides: { scheduler: Scheduler },
  setup({ clock, jobs }) {
    /** The latest of each name: while a reload replaces a plugin, there may be two. */
    const tasks = new Map<string, Task>();
    const scheduler: Scheduler = {
      start(settings) {
        const { name } = settings;
        const task = new Task(settings, clock, jobs);
        tasks.set(name, task);
        const stop = () => {
          if (tasks.get(name) === task) tasks.delete(name);
          return task.stop();
        };
        return { run: task.run, stop };
      },
      get tasks() {
        const all = [...tasks.values()].map(({ status }) => status);
        return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      },
    };
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
