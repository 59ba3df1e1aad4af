/** Metrics as plugins declare them. */
import type { Histogram } from "waymark";

/** Labelled value among several of a metric. */
export interface LabelledValue {
  /** Names as in `[a-z][a-z0-9_]*`. Each set of values is a series that scrapers keep, so they must be few. */
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface AnyMetric {
  /** Single sentence on the metric. */
  readonly help: string;
}

/** Number that is read on request. */
export interface NumberMetric extends AnyMetric {
  /** A counter only grows. */
  readonly type: "counter" | "gauge";
  /** True for values that only scrapers see; left out where people read, such as the JSON of `/api/metrics`. */
  readonly detail?: true;
  /** Called for each request of the metrics: must be cheap and without side effects. */
  read(): number | readonly LabelledValue[];
}

/** Numbers that the plugin counts by size as they come. It is a detail: only scrapers see it. */
export interface HistogramMetric extends AnyMetric {
  readonly type: "histogram";
  /** Histogram that the plugin calls `observe` of. */
  readonly of: Histogram;
}

/**
 * Metric of a plugin. Its name is in snake case with its unit at the end, `_total` for a counter
 * (`queue_length`, `bytes_sent_total`, `delivery_seconds`); scrapers see it behind the plugin's id.
 */
export type Metric = NumberMetric | HistogramMetric;

/** Metric of a plugin, as declared. */
export interface MetricInfo {
  readonly plugin: string;
  /** Name without the prefix that scrapers see: the plugin's id. */
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
}
