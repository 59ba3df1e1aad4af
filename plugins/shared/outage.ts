/** A thing that fails again and again is a line of the log when it begins to, and another one when it works again. */
import { messageOf, type Log } from "waymark";

export class Outage {
  readonly #log: Log;
  readonly #what: string;
  readonly #done: string;
  readonly #level: "warn" | "error";
  #lasts = false;

  /** "`what` cannot be `done`", and then "`what` can be `done` again". */
  constructor(log: Log, what: string, done: string, level: "warn" | "error" = "warn") {
    this.#log = log;
    this.#what = what;
    this.#done = done;
    this.#level = level;
  }

  begin(error: unknown, fields: object = {}): void {
    if (!this.#lasts)
      this.#log[this.#level](`${this.#what} cannot be ${this.#done}`, {
        ...fields,
        reason: messageOf(error),
      });
    this.#lasts = true;
  }

  end(): void {
    if (this.#lasts) this.#log.info(`${this.#what} can be ${this.#done} again`);
    this.#lasts = false;
  }

  /** Runs work that may fail. Never rejects. */
  async watch(work: () => Promise<unknown>, fields?: object): Promise<void> {
    try {
      await work();
      this.end();
    } catch (error) {
      this.begin(error, fields);
    }
  }
}
