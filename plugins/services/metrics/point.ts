/** The point of metrics, the numbers that plugins measure. */
import { definePoint, type HandlerContext, type PluginTypes } from "waymark";
import { opaque } from "waymark/advanced";
import { declaredMetrics } from "./declarations.ts";
import { metricFaults } from "./faults.ts";
import type { Metric } from "./metric.ts";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /**
     * Metrics, by name. Their names, types and sentences follow from the options alone: documents know them
     * from a call with stand-ins for the services, without a start.
     */
    readonly metrics?: (
      use: C["use"],
      ctx: HandlerContext<C["options"], C["state"]>,
    ) => Readonly<Record<string, Metric>>;
  }
}

/** The metrics of all plugins: their declarations from the registry, those of started plugins from the runtime. */
export const Metrics = definePoint({
  id: "metrics",
  noun: "metric",
  reader: "metrics",
  form: "record of services",
  schema: opaque<Metric>("a metric", () => true), // the check below says more
  findings: {
    METRIC_INVALID: {
      meaning: "A metric has a name, a type or buckets that scrapers do not accept.",
      hint: "Write the name in snake case, its help in a sentence, and the bounds of buckets in ascending order.",
    },
  },
  checkStarted: metricFaults,
  seal: declaredMetrics,
  explain: (metrics) =>
    metrics.map(({ plugin, name: own, type, help }) => {
      const name = `${plugin.replaceAll("-", "_")}_${own}`;
      return { name, plugin, title: `metric ${name}: ${type}`, about: [help] };
    }),
});
