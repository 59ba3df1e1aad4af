/** A periodic task: its timer, the run under way, and the state that others read. */
import type { Clock, Jobs, PeriodicTask, ScheduledTask, TaskStatus } from "waymark/services";
import { Outage } from "../shared/outage.ts";

/** The longest delay of a Node timer, in milliseconds. A longer delay would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export class Task implements ScheduledTask {
  readonly #task: PeriodicTask;
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
  constructor(task: PeriodicTask, clock: Clock, jobs: Jobs | undefined) {
    this.#task = task;
    this.#clock = clock;
    this.#jobs = task.once === true ? jobs : undefined;
    this.#outage = new Outage(task.log, ...task.task);
    this.#wait(task.firstMs ?? task.everyMs);
  }

  get status(): TaskStatus {
    return {
      name: this.#task.name,
      runs: this.#runs,
      failures: this.#failures,
      lastAt: this.#lastAt,
      nextAt: this.#nextAt,
    };
  }

  readonly run = (): Promise<void> =>
    (this.#running ??= this.#attempt().finally(() => {
      this.#running = undefined;
      this.#lastAt = this.#clock.now();
    }));

  readonly stop = async (): Promise<void> => {
    this.#stop.abort();
    this.#cancel();
    await this.#running;
  };

  #wait(ms: number): void {
    if (this.#stop.signal.aborted) return;
    this.#nextAt = this.#clock.now() + ms;
    this.#cancel = after(this.#clock, ms, () => {
      // Before the run, which may last longer than the interval.
      this.#wait(this.#task.everyMs);
      void this.run();
    });
  }

  async #attempt(): Promise<void> {
    const { signal } = this.#stop;
    const isLast = signal.aborted;
    this.#runs++;
    try {
      await this.#runAlone(signal);
      this.#outage.end();
    } catch (error) {
      if (signal.aborted && !isLast) return; // the stop cut it short
      this.#failures++;
      this.#outage.begin(error);
    }
  }

  async #runAlone(stopped: AbortSignal): Promise<void> {
    const { name } = this.#task;
    if (this.#jobs === undefined) return this.#task.run(stopped);
    let hasBegun = false;
    try {
      await this.#jobs.run(name, (lost) => {
        hasBegun = true;
        return this.#task.run(AbortSignal.any([stopped, lost]));
      });
    } catch (error) {
      if (hasBegun) throw error;
      // Each node does it while they cannot agree on one, since old rows would pile up.
      if (!stopped.aborted) await this.#task.run(stopped);
    }
  }
}

function after(clock: Clock, ms: number, work: () => void): () => void {
  if (clock.after !== undefined) return clock.after(ms, work);
  const timer = setTimeout(work, Math.min(ms, LONGEST_MS)).unref();
  return () => clearTimeout(timer);
}
