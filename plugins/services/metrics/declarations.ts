/** Declarations of metrics, as documents know them without a start. */
import { messageOf, type HandlerContext, type Log, type Registry } from "waymark";
import type { PointEntry } from "waymark/advanced";
import type { Metric, MetricInfo } from "./metric.ts";

type MakeMetrics = (
  use: never,
  ctx: HandlerContext<never, never>,
) => Readonly<Record<string, Metric>>;

/** Returns the declarations of all metrics. Throws when a plugin's depend on more than its options. */
export function declaredMetrics(
  entries: readonly PointEntry<MakeMetrics>[],
  registry: Registry,
): readonly MetricInfo[] {
  return entries.flatMap(({ plugin, value: makeMetrics, options }) => {
    const context = { options, registry, log: SILENT, state: STAND_IN as never };
    try {
      return Object.entries(makeMetrics(STAND_IN as never, context)).map(
        ([name, { type, help }]) => ({ plugin, name, type, help }),
      );
    } catch (error) {
      throw new Error(
        `the plugin ${plugin} cannot list its metrics without its services: ${messageOf(error)}\n  hint: make names, types and sentences depend on options alone; use services in read`,
        { cause: error },
      );
    }
  });
}

/** Stand-in for every service and all that it has, so that declarations can be taken apart without a start. */
const STAND_IN: unknown = new Proxy(() => {}, {
  get: (_target, key) => (typeof key === "symbol" ? undefined : STAND_IN),
  apply: () => STAND_IN,
});

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
