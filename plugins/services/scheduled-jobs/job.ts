/** Jobs as plugins declare them. */
import type { Duration, MaybePromise } from "waymark";

interface AnyJob {
  /**
   * Work that was due while no node served: done once as soon as one serves again, or left out. Either way a line of the log
   * reports it. Default: `"once"`.
   */
  readonly missed?: "once" | "skip";
  /** Does the work. The signal aborts when the plugin is to stop, and once another node may have begun. */
  run(signal: AbortSignal): MaybePromise<void>;
}

interface IntervalJob extends AnyJob {
  /** Interval of at least `"1s"`, counted from 1970-01-01T00:00Z: `"15m"` is due at each quarter of an hour. */
  readonly every: Duration;
  readonly cron?: never;
  readonly zone?: never;
}

interface CronJob extends AnyJob {
  /** Minute, hour, day of the month, month and day of the week, as in `"0 6 * * *"`; with seconds first if there are six parts. */
  readonly cron: string;
  /** Name in the IANA time zone database: `"Europe/Lisbon"`. Default: UTC. */
  readonly zone?: string;
  readonly every?: never;
}

/** Work that is due again and again, and that one node does each time. Runs of one job never overlap at a node. */
export type ScheduledJob = IntervalJob | CronJob;
