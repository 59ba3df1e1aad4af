/** Reads the metrics of plugins, so that a failing plugin does not affect the others. */
import type { Log } from "waymark";
import type { StartedEntry } from "waymark/advanced";
import type { Family, LabelledValue, Metric, NumberMetric } from "waymark/services";
import type { z } from "zod";
import type { Metrics } from "../../../schemas/monitoring.ts";
import { Outage } from "../../shared/outage.ts";
import { sampleOf, unitOf } from "./families.ts";

type Owner = Pick<StartedEntry, "plugin" | "name">;

const outages = new WeakMap<Owner, Outage>();

/** Returns what a metric reads; undefined where that fails or is anything but finite numbers, which the log says once. */
function read(
  metric: NumberMetric,
  owner: Owner,
  log: Log,
): number | readonly LabelledValue[] | undefined {
  const { plugin, name } = owner;
  const outage = outages.get(owner) ?? new Outage(log, `the metric ${name} of ${plugin}`, "read");
  outages.set(owner, outage);
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
export function pluginFamilies(
  entries: readonly StartedEntry<Metric>[],
  log: Log,
): readonly Family[] {
  return entries.flatMap((entry): readonly Family[] => {
    const { plugin, value: metric } = entry;
    const name = `${plugin.replaceAll("-", "_")}_${entry.name}`;
    const about = { name, help: metric.help, unit: unitOf(name), plugin };
    if (metric.type === "histogram") {
      const { bounds, allSeries } = metric.of;
      const samples = allSeries.map((series) => sampleOf(series));
      return [{ ...about, type: metric.type, bounds, samples }];
    }
    const value = read(metric, entry, log);
    if (value === undefined) return [];
    const samples = typeof value === "number" ? [{ labels: {}, value }] : value;
    return [{ ...about, type: metric.type, samples }];
  });
}

type PluginMetrics = NonNullable<z.output<typeof Metrics>["plugins"]>;

/** Returns the numbers for people, by plugin and name; undefined while there are none. */
export function pluginNumbers(
  entries: readonly StartedEntry<Metric>[],
  log: Log,
): PluginMetrics | undefined {
  const groups: PluginMetrics = {};
  for (const entry of entries) {
    const { plugin, name, value: metric } = entry;
    if (metric.type === "histogram" || metric.detail) continue;
    const value = read(metric, entry, log);
    if (value === undefined) continue;
    (groups[plugin] ??= {})[name] =
      typeof value === "number"
        ? value
        : value.map((one) => ({ ...one, labels: { ...one.labels } }));
  }
  return Object.keys(groups).length === 0 ? undefined : groups;
}
