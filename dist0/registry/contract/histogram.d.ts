/** Numbers counted by size. */
type Labels = Readonly<Record<string, string>>;
/** The counts of one set of labels. */
export declare class HistogramSeries {
    #private;
    readonly labels: Labels;
    sum: number;
    constructor(bounds: readonly number[], labels: Labels);
    /** Counts a finite number. Returns its bucket. */
    observe(value: number): number;
    /** By bucket, not cumulated; one more than there are bounds. */
    get counts(): readonly number[];
}
/**
 * Counts numbers, such as durations in seconds, by size. Made in `setup`, so that it goes on counting when the server
 * reloads, and named under `metrics`.
 */
export declare class Histogram {
    #private;
    /** Upper bounds of the buckets, which they include; a last bucket takes the rest. */
    readonly bounds: readonly number[];
    /** @param bounds in ascending order. Each is a series for scrapers, times the sets of labels. */
    constructor(bounds: readonly number[], { maxSeries }?: {
        maxSeries?: number | undefined;
    });
    /** Counts a number. One that is not finite is ignored. */
    observe(value: number, labels?: Labels): void;
    /** Returns the series of these labels, for those that count often. Labels have few values. */
    series(labels?: Labels): HistogramSeries;
    /** Those that were asked for. */
    get allSeries(): readonly HistogramSeries[];
}
export {};
