/** Periodic tasks of plugins, at one node at a time if several nodes share jobs. */
import type { Log } from "waymark";
import type { Jobs } from "waymark/services";
import { Outage } from "./outage.ts";

interface PeriodicTask {
  readonly everyMs: number;
  /** Milliseconds from the start to the first run. Default: `everyMs`. */
  readonly firstMs?: number;
  /** Job of work that one node does for all, by its name among all jobs. It may still run at two nodes at once. */
  readonly job?: { readonly name: string; readonly jobs: Jobs | undefined };
  readonly log: Log;
  /** The object of the work and a participle, for the log: `["old records", "removed"]`. */
  readonly task: readonly [string, string];
}

/**
 * Starts a periodic task, which never runs twice at once in this process. The signal aborts when the task is to stop,
 * and once another node may have begun.
 *
 * @returns a function that stops it, and waits for a run that is under way.
 */
export function startPeriodicTask(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, firstMs, job, log, task }: PeriodicTask,
): () => Promise<void> {
  const stop = new AbortController();
  const outage = new Outage(log, ...task);
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= outage
      .watch(() => runAlone(work, job, stop.signal))
      .finally(() => (running = undefined));
  };
  const first = firstMs === undefined ? undefined : setTimeout(run, firstMs).unref();
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stop.abort();
    await running;
  };
}

async function runAlone(
  work: (signal: AbortSignal) => Promise<void>,
  job: PeriodicTask["job"],
  stopped: AbortSignal,
): Promise<void> {
  if (job?.jobs === undefined) return work(stopped);
  let hasBegun = false;
  try {
    await job.jobs.run(job.name, (lost) => {
      hasBegun = true;
      return work(AbortSignal.any([stopped, lost]));
    });
  } catch (error) {
    if (hasBegun) throw error;
    // Each node does it while they cannot agree on one, since old rows would pile up.
    if (!stopped.aborted) await work(stopped);
  }
}
