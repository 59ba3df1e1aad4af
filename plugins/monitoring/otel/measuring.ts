/** Sends what the service measures, by the names that scrapers see. */
import type { HrTime } from "@opentelemetry/api";
import type { Histogram, MetricData } from "@opentelemetry/sdk-metrics";
import { toMilliseconds } from "waymark";
import type { Family, HistogramSample, Measurements } from "waymark/services";
import type { Collector } from "./collector.ts";
import type { Options } from "./options.ts";
import type { MetricPackages } from "./packages.ts";
import { timeOf } from "./recorded-span.ts";

const UNITS = { seconds: "s", bytes: "By" } as const;

interface Environment {
  readonly packages: MetricPackages;
  readonly measurements: Measurements;
  readonly collector: Collector;
  readonly resource: Readonly<Record<string, string | number>>;
  readonly options: Options;
}

export class Measuring {
  readonly #provider: InstanceType<MetricPackages["sdk"]["MeterProvider"]>;

  constructor({ packages, measurements, collector, resource, options }: Environment) {
    const { sdk, OTLPMetricExporter, resourceFromAttributes } = packages;
    const toMetric = metricWriter(packages);
    const all = resourceFromAttributes(resource);
    const collect = async () => {
      const span = { startTime: timeOf(measurements.since), endTime: timeOf(Date.now()) };
      const metrics = (await measurements.families()).map((family) => toMetric(family, span));
      const scopeMetrics = [{ scope: { name: "waymark" }, metrics }];
      return { resourceMetrics: { resource: all, scopeMetrics }, errors: [] };
    };
    const reader = new sdk.PeriodicExportingMetricReader({
      exporter: collector.watch(new OTLPMetricExporter(collector.settings("v1/metrics"))),
      exportIntervalMillis: toMilliseconds(options.metricsInterval),
      // The reader demands it; the collector has less time anyway.
      exportTimeoutMillis: Math.min(
        toMilliseconds(options.timeout),
        toMilliseconds(options.metricsInterval),
      ),
      metricProducers: [{ collect }],
    });
    this.#provider = new sdk.MeterProvider({ resource: all, readers: [reader] });
  }

  /** Sends the last values. */
  async close(): Promise<void> {
    await this.#provider.shutdown();
  }
}

interface Stretch {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricWriter({ api, sdk }: MetricPackages) {
  const { AggregationTemporality, DataPointType } = sdk;
  return (family: Family, stretch: Stretch): MetricData => {
    const { name, help, unit, type } = family;
    const descriptor = {
      // Where it becomes text for scrapers again, counters get their ending back.
      name: type === "counter" ? name.replace(/_total$/, "") : name,
      description: help,
      unit: unit === undefined ? "" : UNITS[unit],
      valueType: api.ValueType.DOUBLE,
    };
    const about = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    if (family.type === "histogram") {
      const dataPoints = family.samples.map((sample) => ({
        ...stretch,
        attributes: sample.labels,
        value: histogramOf(family.bounds, sample),
      }));
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    const dataPoints = family.samples.map(({ labels, value }) => ({
      ...stretch,
      attributes: labels,
      value,
    }));
    return family.type === "counter"
      ? { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...about, dataPointType: DataPointType.GAUGE, dataPoints };
  };
}

function histogramOf(
  bounds: readonly number[],
  { counts, sum, count }: HistogramSample,
): Histogram {
  return { buckets: { boundaries: [...bounds], counts: [...counts] }, sum, count };
}
