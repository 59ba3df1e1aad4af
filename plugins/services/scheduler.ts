/** Token of the scheduler, which runs the periodic tasks of plugins. */
import { service, type Log } from "waymark";

/** Work that is done again and again, one run at a time. */
export interface PeriodicTask {
  /** Unique among all tasks, in metrics and for the lease: `audit-prune`. */
  readonly name: string;
  readonly everyMs: number;
  /** Milliseconds from the start to the first run. Default: `everyMs`. */
  readonly firstMs?: number;
  /** True if one node does the work for all, where nodes share jobs. It may still run at two at once. Default: false. */
  readonly once?: boolean;
  readonly log: Log;
  /** The object of the work and a participle, for the log: `["old records", "removed"]`. */
  readonly task: readonly [string, string];
  /**
   * Does the work. An error is logged when runs begin to fail, and never leaves the task. The signal aborts when the task is
   * to stop, and once another node may have begun.
   */
  run(signal: AbortSignal): Promise<void>;
}

/** A task that was started. */
export interface ScheduledTask {
  /** Runs the task now, or joins the run under way. Never rejects. */
  run(): Promise<void>;
  /** Stops the task, and waits for a run that is under way. */
  stop(): Promise<void>;
}

/** The state of a task. Times are in milliseconds since 1970-01-01T00:00Z. */
export interface TaskStatus {
  readonly name: string;
  readonly runs: number;
  readonly failures: number;
  /** Time when the latest run ended; undefined before. */
  readonly lastAt: number | undefined;
  readonly nextAt: number;
}

/** Runs periodic tasks by the service's clock, so that a test advances them. */
export interface Scheduler {
  start(task: PeriodicTask): ScheduledTask;
  /** All tasks that run, by name. */
  readonly tasks: readonly TaskStatus[];
}
export const Scheduler = service<Scheduler>("scheduler");
