/** Token of the measurements: one source for texts that scrapers read and for protocols that send them. */
import { service } from "waymark";
import type { Tracer } from "./tracing.ts";

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
  /** Counts by bucket, not cumulated; the last is for values above all bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
  /** Exemplars by bucket; undefined until a trace is sampled. */
  readonly exemplars?: readonly (Exemplar | undefined)[] | undefined;
}

interface About {
  /** Name in snake case, as scrapers see it: behind the plugin's id if a plugin measures it, `_total` for a counter. */
  readonly name: string;
  /** A sentence. */
  readonly help: string;
  /** Unit at the end of the name, apart from `_total`; undefined for mere counts. */
  readonly unit: "seconds" | "bytes" | undefined;
  /** The plugin that measures it. */
  readonly plugin: string;
}

/** A number that only grows until the process ends (a counter), or that goes up and down (a gauge). */
export interface NumberFamily extends About {
  readonly type: "counter" | "gauge";
  readonly samples: readonly { readonly labels: Labels; readonly value: number }[];
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
  /** Time at which counting began, in milliseconds since 1970-01-01T00:00Z. */
  readonly since: number;
  /** Returns the current values of all plugins. A value that cannot be read is left out and logged. */
  families(): Promise<readonly Family[]>;
  /**
   * Remembers the latest sampled request of each bucket from now on. Called by the plugin that provides the tracer: it may
   * send the measurements, so that it is not needed here. Returns a function that ends this.
   */
  addExemplars(tracer: Tracer): () => void;
}
export const Measurements = service<Measurements>("measurements");
