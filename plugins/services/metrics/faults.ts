/** Metrics that scrapers would not accept. */
import { show, type Histogram } from "waymark";
import type { PluginFinding, StartedEntry } from "waymark/advanced";
import type { Metric } from "./metric.ts";

const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
/** Endings of the names under which a histogram's parts are exposed. */
const PARTS = /_(?:bucket|sum|count|created)$/;

/** Finds metrics whose names or bounds scrapers do not accept, and those with nothing to read. */
export function metricFaults(entries: readonly StartedEntry<Metric>[]): readonly PluginFinding[] {
  return entries.flatMap(({ plugin, name, value }) => {
    const fault = nameFault(name, value) ?? valueFault(value);
    if (fault === undefined) return [];
    const [message, hint] = fault;
    return [{ code: "METRIC_INVALID", plugin, where: `metric ${name}`, message, hint }];
  });
}

type Fault = readonly [message: string, hint: string] | undefined;

function nameFault(name: string, { type }: Metric): Fault {
  if (!NAME.test(name))
    return [
      `the name of a metric must be in snake case; received ${show(name)}`,
      'write a name such as "queue_length", with its unit at the end',
    ];
  if (type === "histogram" && (PARTS.test(name) || name.endsWith("_total")))
    return [
      `the name of a histogram must end with its unit; received ${show(name)}`,
      'write a name such as "delivery_seconds": scrapers see it with _bucket, _sum and _count',
    ];
  return undefined;
}

function valueFault(metric: Metric): Fault {
  const { type, read, of }: Pick<Metric, "type"> & { read?: unknown; of?: Histogram } = metric;
  if (type !== "histogram")
    return read === undefined
      ? [`a ${type} must have a function read`, "add read: () => …"]
      : undefined;
  if (of === undefined)
    return [
      "a histogram must say which one it is under of",
      "make it in setup, new Histogram([0.1, 1, 10]), and write of: …",
    ];
  const { bounds } = of;
  const isAscending = bounds.every((bound, at) => bound > (bounds[at - 1] ?? -Infinity));
  if (bounds.length > 0 && isAscending && bounds.every(Number.isFinite)) return undefined;
  return [
    `the bounds of a histogram must be finite numbers in ascending order; received ${show(bounds)}`,
    "write bounds such as [0.1, 1, 10]; what is beyond the last has a bucket of its own",
  ];
}
