/** Counts and times requests. Recording happens on every request: a few additions, no allocation. */

/** Upper bounds of the histogram's buckets in seconds; a last one takes the rest. */
export const BUCKETS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Number of latest answers that percentiles are computed from. */
const WINDOW = 1024;

/** Answers of one route. */
export interface RouteSeries {
  readonly route: string;
  /** Answers by the first digit of their status. */
  readonly answers: number[];
  /** Answers by bucket, not cumulated; one more than there are bounds. */
  readonly buckets: number[];
  sumSeconds: number;
}

export class Recorder {
  readonly #routes = new Map<string, RouteSeries>();
  readonly #latest = new Float64Array(WINDOW);
  #recorded = 0;
  #inFlight = 0;
  #abandoned = 0;

  /** Call when a request arrives. */
  begin(): void {
    this.#inFlight++;
  }

  /** Call when a request that began is answered. */
  end(): void {
    this.#inFlight--;
  }

  /** Counts an answer that was decided `ms` milliseconds after its request arrived. */
  record(route: string, status: number, ms: number): void {
    const counters = this.#countersOf(route);
    const statusClass = Math.floor(status / 100);
    counters.answers[statusClass] = (counters.answers[statusClass] ?? 0) + 1;
    let bucket = 0;
    while (ms > (BUCKETS[bucket] ?? Infinity) * 1000) bucket++;
    counters.buckets[bucket] = (counters.buckets[bucket] ?? 0) + 1;
    counters.sumSeconds += ms / 1000;
    this.#latest[this.#recorded % WINDOW] = ms;
    this.#recorded++;
  }

  /** Counts a request whose client left before it was complete. */
  abandon(): void {
    this.#abandoned++;
  }

  #countersOf(route: string): RouteSeries {
    let counters = this.#routes.get(route);
    if (counters === undefined) {
      counters = {
        route,
        answers: Array.from({ length: 6 }, () => 0),
        buckets: Array.from({ length: BUCKETS.length + 1 }, () => 0),
        sumSeconds: 0,
      };
      this.#routes.set(route, counters);
    }
    return counters;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get abandoned(): number {
    return this.#abandoned;
  }

  /** All answers so far. */
  get total(): number {
    return this.#recorded;
  }

  /** Routes that have answered. */
  get routes(): Iterable<Readonly<RouteSeries>> {
    return this.#routes.values();
  }

  /** Answers so far whose status begins with this digit. */
  answered(statusClass: number): number {
    let answers = 0;
    for (const counters of this.#routes.values()) answers += counters.answers[statusClass] ?? 0;
    return answers;
  }

  /** Milliseconds below which these shares of the latest answers stayed; 0 before the first answer. */
  percentiles<const Shares extends readonly number[]>(
    shares: Shares,
  ): { readonly [K in keyof Shares]: number } {
    const sorted = this.#latest.slice(0, this.#recorded).toSorted();
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return shares.map(at) as { readonly [K in keyof Shares]: number }; // map keeps the length
  }
}
