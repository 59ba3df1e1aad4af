/** Counts and times requests. Recording happens on every request: a few additions, no allocation. */
import { STATUS_CODES } from "node:http";
import { Histogram } from "waymark";
import { KNOWN_METHODS, type HistogramSeries } from "waymark/advanced";
import type { Clock, Exemplar, Tracer } from "waymark/services";
import { Peak } from "./peak.ts";

/** Upper bounds of the histogram's buckets in seconds; a last one takes the rest. */
export const BUCKETS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Number of latest answers that percentiles are computed from. */
const WINDOW = 1024;

/** Methods that are counted by name; any other one is `other`: clients may send what they like. */
const METHODS: ReadonlySet<string> = new Set(KNOWN_METHODS);

/** Codes of statuses by their place in the counts of a series: at first the statuses without a code, by class. */
const CODES: readonly string[] = [
  ...Array.from({ length: 6 }, () => "other"),
  ...Object.keys(STATUS_CODES),
];
const CLASSES: readonly number[] = CODES.map((code, place) =>
  place < 6 ? place : code.charCodeAt(0) - 48,
);
const PLACES = Uint8Array.from({ length: 600 }, (_, status) => {
  const place = CODES.indexOf(String(status));
  return place === -1 ? Math.floor(status / 100) : place;
});

/** Answers with one status. */
interface Answers {
  readonly code: string;
  /** First digit of the status. */
  readonly statusClass: number;
  readonly count: number;
}

/** Answers of one route to one method. */
export class Series {
  readonly route: string;
  readonly method: string;
  /** Answers by place of the status. */
  readonly #answers = new Float64Array(CODES.length);
  readonly durations: HistogramSeries;
  /** The latest sampled request of each bucket. */
  exemplars: (Exemplar | undefined)[] | undefined;

  constructor(route: string, method: string, durations: HistogramSeries) {
    this.route = route;
    this.method = method;
    this.durations = durations;
  }

  /** Counts an answer. Returns its bucket. */
  add(status: number, ms: number): number {
    const place = PLACES[status] ?? 0;
    this.#answers[place] = (this.#answers[place] ?? 0) + 1;
    return this.durations.observe(ms / 1000);
  }

  /** Answers by status; statuses without answers are absent. */
  get answers(): readonly Answers[] {
    return [...this.#answers].flatMap((count, place) =>
      count === 0
        ? []
        : [{ code: CODES[place] ?? "other", statusClass: CLASSES[place] ?? 0, count }],
    );
  }
}

export class Recorder {
  /** Durations in as many series as routes and methods allow: clients cannot make more. */
  readonly #durations = new Histogram(BUCKETS, { maxSeries: Number.POSITIVE_INFINITY });
  readonly #series = new Map<string, Series>();
  readonly #latest = new Float64Array(WINDOW);
  #recorded = 0;
  /** Recorded answers that percentiles contain. */
  #timed = 0;
  #inFlight = 0;
  readonly #mostInFlight = new Peak();
  #abandoned = 0;
  #noteTrace: ((series: Series, bucket: number, ms: number) => void) | undefined;

  /** Call when a request arrives. */
  begin(): void {
    this.#mostInFlight.note(++this.#inFlight);
  }

  /** Call when a request that began is answered. */
  end(): void {
    this.#inFlight--;
  }

  /** Returns the series that counts answers of a route to a method. */
  series(route: string, method: string): Series {
    const name = METHODS.has(method) ? method : "other";
    const key = `${route} ${name}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = new Series(route, name, this.#durations.series({ route, method: name }));
      this.#series.set(key, series);
    }
    return series;
  }

  /**
   * Counts an answer that was decided `ms` milliseconds after its request arrived.
   *
   * @param isTraffic whether percentiles contain it. Default: true.
   */
  record(series: Series, status: number, ms: number, isTraffic = true): void {
    const bucket = series.add(status, ms);
    this.#recorded++;
    if (isTraffic) {
      this.#latest[this.#timed % WINDOW] = ms;
      this.#timed++;
    }
    this.#noteTrace?.(series, bucket, ms);
  }

  /** Counts a request whose client left before it was complete. */
  abandon(): void {
    this.#abandoned++;
  }

  /** Remembers the traces of sampled requests from now on. Returns a function that ends this. */
  addExemplars(tracer: Tracer, clock: Clock): () => void {
    const noteTrace = (series: Series, bucket: number, ms: number) => {
      const span = tracer.active();
      if (span === undefined || !span.isSampled) return;
      const { traceId, spanId } = span;
      series.exemplars ??= BUCKETS.map(() => undefined);
      series.exemplars[bucket] = { traceId, spanId, value: ms / 1000, at: clock.now() };
    };
    this.#noteTrace = noteTrace;
    return () => {
      if (this.#noteTrace === noteTrace) this.#noteTrace = undefined;
    };
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get mostInFlight(): number {
    return this.#mostInFlight.read(this.#inFlight);
  }

  get abandoned(): number {
    return this.#abandoned;
  }

  /** All answers so far. */
  get total(): number {
    return this.#recorded;
  }

  /** Series of routes that have answered. */
  get allSeries(): readonly Series[] {
    return [...this.#series.values()];
  }

  /** Answers so far whose status begins with this digit. */
  answered(statusClass: number): number {
    let answers = 0;
    for (const series of this.#series.values())
      for (const one of series.answers) if (one.statusClass === statusClass) answers += one.count;
    return answers;
  }

  /** Milliseconds below which these shares of the latest answers stayed; 0 before the first answer. */
  percentiles<const Shares extends readonly number[]>(
    shares: Shares,
  ): { readonly [K in keyof Shares]: number } {
    const sorted = this.#latest.slice(0, this.#timed).toSorted();
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return shares.map(at) as { readonly [K in keyof Shares]: number }; // map keeps the length
  }
}
