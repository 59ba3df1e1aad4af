/** Reads the metrics of plugins, so that one that fails does not affect the others. */
import { type LabelledValue, type Log, messageOf } from "waymark";
import type { OwnedMetric } from "waymark/services";
import type { z } from "zod";
import type { Metrics } from "../../../schemas/monitoring.ts";

/** One metric with its current value, or with labelled values. */
export interface Measure extends Pick<OwnedMetric, "plugin" | "name" | "help" | "type"> {
  readonly value: number | readonly LabelledValue[];
}

/** Reads all metrics. One that throws or returns anything but finite numbers is left out and logged. */
export function readMeasures(metrics: readonly OwnedMetric[], log: Log): readonly Measure[] {
  return metrics.flatMap((metric) => {
    const { plugin, name, help, type } = metric;
    try {
      const value = metric.read();
      const numbers = typeof value === "number" ? [value] : value.map((one) => one.value);
      if (numbers.every(Number.isFinite)) return [{ plugin, name, help, type, value }];
      throw new RangeError(`it returned ${numbers.join(", ")}`);
    } catch (error) {
      const reason = messageOf(error);
      log.warn("a metric cannot be read", { plugin, name, reason });
      return [];
    }
  });
}

type PluginMetrics = NonNullable<z.output<typeof Metrics>["plugins"]>;

/** By plugin and name. */
export function byPlugin(measures: readonly Measure[]): PluginMetrics {
  const groups: PluginMetrics = {};
  for (const { plugin, name, value } of measures) {
    const values =
      typeof value === "number"
        ? value
        : value.map((one) => ({ ...one, labels: { ...one.labels } }));
    (groups[plugin] ??= {})[name] = values;
  }
  return groups;
}
