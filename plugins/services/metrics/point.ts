/** The point of metrics, the numbers that plugins measure. */
import { definePoint, Histogram, type HandlerContext, type PluginTypes } from "waymark";
import { opaque } from "waymark/advanced";
import { z } from "zod";
import { declaredMetrics } from "./declarations.ts";
import { metricFaults } from "./faults.ts";
import type { HistogramMetric, Metric, NumberMetric } from "./metric.ts";

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

const Shape = z.strictObject({
  type: z.enum(["counter", "gauge", "histogram"]),
  help: z.string().min(1).describe("one sentence on what it measures"),
  detail: z.literal(true).optional(),
  read: opaque<NumberMetric["read"]>("a function", (v) => typeof v === "function").optional(),
  of: opaque<HistogramMetric["of"]>("a histogram", (v) => v instanceof Histogram).optional(),
});

/** The metrics of all plugins: their declarations from the registry, those of started plugins from the runtime. */
export const Metrics = definePoint({
  id: "metrics",
  noun: "metric",
  reader: "metrics",
  form: "record of services",
  // The check below sees to it that there is a function or a histogram, as the type requires.
  schema: Shape as unknown as z.ZodType<Metric>,
  checkStarted: metricFaults,
  seal: declaredMetrics,
  explain: (metrics) =>
    metrics.map(({ plugin, name: own, type, help }) => {
      const name = `${plugin.replaceAll("-", "_")}_${own}`;
      return { name, plugin, title: `metric ${name}: ${type}`, about: [help] };
    }),
});
