/** What plugins measure, read with care: none of them may spoil the others' figures. */
import { type LabelledValue, type Log, messageOf } from "waymark";
import type { OwnedMetric } from "waymark/services";
import type { z } from "zod";
import type { Metrics } from "../../../schemas/metrics.ts";

/** One metric with its present values. A single value has no labels. */
export interface Measure extends Pick<OwnedMetric, "plugin" | "name" | "help" | "type"> {
  readonly value: number | readonly LabelledValue[];
}

/** Reads all metrics. One that throws, or gives what is no finite number, is left out and logged. */
export function readMeasures(metrics: readonly OwnedMetric[], log: Log): readonly Measure[] {
  return metrics.flatMap((metric) => {
    const { plugin, name, help, type } = metric;
    try {
      const value = metric.read();
      const numbers = typeof value === "number" ? [value] : value.map((one) => one.value);
      if (numbers.every(Number.isFinite)) return [{ plugin, name, help, type, value }];
      throw new RangeError(`it gave ${numbers.join(", ")}`);
    } catch (error) {
      const reason = messageOf(error);
      log.warn("a metric cannot be read", { plugin, name, reason });
      return [];
    }
  });
}

type Told = NonNullable<z.output<typeof Metrics>["plugins"]>;

/** By plugin and name. */
export function byPlugin(measures: readonly Measure[]): Told {
  const groups: Told = {};
  for (const { plugin, name, value } of measures) {
    const told =
      typeof value === "number"
        ? value
        : value.map((one) => ({ ...one, labels: { ...one.labels } }));
    (groups[plugin] ??= {})[name] = told;
  }
  return groups;
}
