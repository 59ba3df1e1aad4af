import type { Tracer } from "./tracing.js";
/** Few values each: every set of labels is a series that others keep. */
export type Labels = Readonly<Record<string, string>>;
/** A request that stands for others of its bucket, with the trace that shows where its time went. */
export interface Exemplar {
    /** 32 lower-case hex digits. */
    readonly traceId: string;
    /** 16 lower-case hex digits. */
    readonly spanId: string;
    readonly value: number;
    /** Milliseconds since 1970-01-01T00:00Z. */
    readonly at: number;
}
/** The values of one series of a histogram. */
export interface HistogramSample {
    readonly labels: Labels;
    /** Not cumulated; one more than the family has bounds, for what is beyond the last. */
    readonly counts: readonly number[];
    readonly sum: number;
    readonly count: number;
    /** By bucket. Undefined while no trace was sampled. */
    readonly exemplars?: readonly (Exemplar | undefined)[] | undefined;
}
interface About {
    /** In snake case, as scrapers see it: behind the plugin's id where a plugin measures it, `_total` for a counter. */
    readonly name: string;
    /** One sentence. */
    readonly help: string;
    /** As the name ends, apart from `_total`. Undefined for what is merely counted. */
    readonly unit: "seconds" | "bytes" | undefined;
    /** The plugin that measures it. */
    readonly plugin: string;
}
/** A number that only grows until the process ends, or one that goes up and down. */
export interface NumberFamily extends About {
    readonly type: "counter" | "gauge";
    readonly samples: readonly {
        readonly labels: Labels;
        readonly value: number;
    }[];
}
/** Numbers counted by size. */
export interface HistogramFamily extends About {
    readonly type: "histogram";
    /** Upper bounds of the buckets, which they include, in ascending order. */
    readonly bounds: readonly number[];
    readonly samples: readonly HistogramSample[];
}
/** Everything that is measured under one name. */
export type Family = NumberFamily | HistogramFamily;
/** Everything that this process has measured. */
export interface Measurements {
    /** When counting began, in milliseconds since 1970-01-01T00:00Z. */
    readonly since: number;
    /** Returns the current values of all plugins. One that cannot be read is left out and logged. */
    families(): readonly Family[];
    /**
     * Remembers the latest sampled request of each bucket from now on. Called by the plugin that provides the tracer: it may
     * send the measurements, so that it is not needed here. Returns a function that ends this.
     */
    addExemplars(tracer: Tracer): () => void;
}
export declare const Measurements: import("waymark").Service<Measurements>;
export {};
