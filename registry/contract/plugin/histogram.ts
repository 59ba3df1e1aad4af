/** Numbers counted by size. */

/** Series of one histogram, unless it says otherwise. Labels that come after them are counted together. */
const MAX_SERIES = 500;
/** The value of every label in the series that takes the rest. */
const REST = "other";

type Labels = Readonly<Record<string, string>>;

/** The counts of one set of labels. */
export class HistogramSeries {
  readonly labels: Labels;
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[], labels: Labels) {
    this.labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** Counts a finite number. Returns its bucket. */
  observe(value: number): number {
    let bucket = 0;
    while (value > (this.#bounds[bucket] ?? Infinity)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.sum += value;
    return bucket;
  }

  /** Counts by bucket, not cumulated; one more than there are bounds. */
  get counts(): readonly number[] {
    return [...this.#counts];
  }
}

/**
 * Counts numbers, such as durations in seconds, by size. Made in `setup`, so that it goes on counting when the server
 * reloads, and named under `metrics`.
 */
export class Histogram {
  /** Upper bounds of the buckets, which they include; a last bucket takes the rest. */
  readonly bounds: readonly number[];
  readonly #maxSeries: number;
  readonly #series = new Map<string, HistogramSeries>();
  #plain: HistogramSeries | undefined;

  /** @param bounds in ascending order. Each is a series for scrapers, times the sets of labels. */
  constructor(bounds: readonly number[], { maxSeries = MAX_SERIES } = {}) {
    this.bounds = bounds;
    this.#maxSeries = maxSeries;
  }

  /** Counts a number. Ignores a number that is not finite. */
  observe(value: number, labels?: Labels): void {
    if (!Number.isFinite(value)) return;
    const series = labels === undefined ? (this.#plain ??= this.series()) : this.series(labels);
    series.observe(value);
  }

  /** Returns the series of these labels, for callers that count often. Labels have few values. */
  series(labels: Labels = {}): HistogramSeries {
    const key = JSON.stringify(labels);
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const isFull = this.#series.size >= this.#maxSeries;
    const rest = Object.fromEntries(Object.keys(labels).map((name) => [name, REST]));
    if (isFull && key !== JSON.stringify(rest)) return this.series(rest);
    const series = new HistogramSeries(this.bounds, labels);
    this.#series.set(key, series);
    return series;
  }

  /** Series that were asked for. */
  get allSeries(): readonly HistogramSeries[] {
    return [...this.#series.values()];
  }
}
