/** A periodic task: its timer, the run under way, and the state that others read. */
import type { Clock, Jobs, PeriodicTask, ScheduledTask, TaskStatus } from "waymark/services";
import { Outage } from "../shared/outage.ts";

/** The longest delay of a Node timer, in milliseconds. A longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Work with the times at which it is due, in milliseconds since 1970-01-01T00:00Z. */
export interface TaskSettings extends Pick<PeriodicTask, "name" | "once" | "log" | "task"> {
  readonly firstAt: number;
  nextAt(now: number): number;
  /** Does the work. Resolves with false if there was none to do, which is not a run. */
  run(signal: AbortSignal): Promise<unknown>;
}

export class Task implements ScheduledTask {
  readonly #settings: TaskSettings;
  readonly #clock: Clock;
  readonly #jobs: Jobs | undefined;
  readonly #outage: Outage;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #cancel: () => void = () => undefined;
  #runs = 0;
  #failures = 0;
  #lastAt: number | undefined;
  #nextAt = 0;

  /** @param jobs of all nodes, for work that one of them does. Default: each node does it. */
  constructor(settings: TaskSettings, clock: Clock, jobs: Jobs | undefined) {
    this.#settings = settings;
    this.#clock = clock;
    this.#jobs = settings.once === true ? jobs : undefined;
    this.#outage = new Outage(settings.log, ...settings.task);
    this.#waitUntil(settings.firstAt);
  }

  get status(): TaskStatus {
    return {
      name: this.#settings.name,
      runs: this.#runs,
      failures: this.#failures,
      lastAt: this.#lastAt,
      nextAt: this.#nextAt,
    };
  }

  readonly run = (): Promise<void> =>
    (this.#running ??= this.#attempt().finally(() => {
      this.#running = undefined;
    }));

  readonly stop = async (): Promise<void> => {
    this.#stop.abort();
    this.#cancel();
    await this.#running;
  };

  #waitUntil(at: number): void {
    if (this.#stop.signal.aborted) return;
    this.#nextAt = at;
    // Timers drop the fraction of a delay, and would then run before the time.
    const ms = Math.ceil(at - this.#clock.now());
    this.#cancel = after(this.#clock, Math.min(ms, LONGEST_MS), () => {
      if (ms > LONGEST_MS) return this.#waitUntil(at);
      // Before the run, which may last longer than the interval.
      this.#waitUntil(this.#settings.nextAt(this.#clock.now()));
      void this.run();
    });
  }

  async #attempt(): Promise<void> {
    const { signal } = this.#stop;
    const isLast = signal.aborted;
    try {
      if (!(await this.#runAlone(signal))) return;
      this.#outage.end();
    } catch (error) {
      if (signal.aborted && !isLast) return; // the stop cut it short
      this.#failures++;
      this.#outage.begin(error);
    }
    this.#runs++;
    this.#lastAt = this.#clock.now();
  }

  /** Resolves with false if another node does the work, or if there is none. */
  async #runAlone(stopped: AbortSignal): Promise<boolean> {
    const { name } = this.#settings;
    const run = async (signal: AbortSignal) => (await this.#settings.run(signal)) !== false;
    if (this.#jobs === undefined) return run(stopped);
    let hasBegun = false;
    let hasRun = false;
    try {
      await this.#jobs.run(name, async (lost) => {
        hasBegun = true;
        hasRun = await run(AbortSignal.any([stopped, lost]));
      });
      return hasRun;
    } catch (error) {
      if (hasBegun) throw error;
      // Each node does it while they cannot agree on one, since old rows would pile up.
      return !stopped.aborted && run(stopped);
    }
  }
}

function after(clock: Clock, ms: number, work: () => void): () => void {
  if (clock.after !== undefined) return clock.after(ms, work);
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}
