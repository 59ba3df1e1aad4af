/** Reads the metrics of plugins, so that a failing plugin does not affect the others. */
import type { Log } from "waymark";
import type { LabelledValue, NumberMetric } from "waymark/advanced";
import type { Family, OwnedMetric } from "waymark/services";
import type { z } from "zod";
import type { Metrics } from "../../../schemas/monitoring.ts";
import { Outage } from "../../shared/outage.ts";
import { sampleOf, unitOf } from "./families.ts";

type OwnedNumber = Extract<OwnedMetric, NumberMetric>;

const outages = new WeakMap<OwnedNumber, Outage>();

/** Returns what a metric reads; undefined where that fails or is anything but finite numbers, which the log says once. */
function read(metric: OwnedNumber, log: Log): number | readonly LabelledValue[] | undefined {
  const { plugin, name } = metric;
  const outage = outages.get(metric) ?? new Outage(log, `the metric ${name} of ${plugin}`, "read");
  outages.set(metric, outage);
  try {
    const value = metric.read();
    const numbers = typeof value === "number" ? [value] : value.map((one) => one.value);
    if (!numbers.every(Number.isFinite)) throw new RangeError(`it returned ${numbers.join(", ")}`);
    outage.end();
    return value;
  } catch (error) {
    outage.begin(error);
    return undefined;
  }
}

/** Returns the families of all plugins, each behind its plugin's id. */
export function pluginFamilies(metrics: readonly OwnedMetric[], log: Log): readonly Family[] {
  return metrics.flatMap((metric): readonly Family[] => {
    const { plugin, help } = metric;
    const name = `${plugin.replaceAll("-", "_")}_${metric.name}`;
    const about = { name, help, unit: unitOf(name), plugin };
    if (metric.type === "histogram") {
      const { bounds, allSeries } = metric.of;
      const samples = allSeries.map((series) => sampleOf(series));
      return [{ ...about, type: metric.type, bounds, samples }];
    }
    const value = read(metric, log);
    if (value === undefined) return [];
    const samples = typeof value === "number" ? [{ labels: {}, value }] : value;
    return [{ ...about, type: metric.type, samples }];
  });
}

type PluginMetrics = NonNullable<z.output<typeof Metrics>["plugins"]>;

/** Returns the numbers for people, by plugin and name; undefined while there are none. */
export function pluginNumbers(
  metrics: readonly OwnedMetric[],
  log: Log,
): PluginMetrics | undefined {
  const groups: PluginMetrics = {};
  for (const metric of metrics) {
    if (metric.type === "histogram" || metric.detail) continue;
    const value = read(metric, log);
    if (value === undefined) continue;
    (groups[metric.plugin] ??= {})[metric.name] =
      typeof value === "number"
        ? value
        : value.map((one) => ({ ...one, labels: { ...one.labels } }));
  }
  return Object.keys(groups).length === 0 ? undefined : groups;
}
