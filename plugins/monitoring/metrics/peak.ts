/** Milliseconds in which a largest value is looked for. Scrapers may be half as far apart. */
const WINDOW_MS = 60_000;

/** The largest value of the last one to two minutes: what is over before the next scrape. Reading it resets nothing. */
export class Peak {
  #before = 0;
  #now = 0;
  #since = performance.now();

  note(value: number): void {
    if (value > this.#now) this.#now = value;
  }

  /** @param current what the value is at the moment. */
  read(current: number): number {
    const windows = (performance.now() - this.#since) / WINDOW_MS;
    if (windows >= 1) {
      this.#before = windows < 2 ? this.#now : current;
      this.#now = current;
      this.#since = performance.now();
    }
    return Math.max(this.#before, this.#now, current);
  }
}
