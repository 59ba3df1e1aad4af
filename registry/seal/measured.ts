/** The parts of a registry about the running service: what is measured. */
import { messageOf } from "../schema/words.ts";
import type { MetricInfo, Registry } from "../contract/plugin/registry.ts";
import type { Log } from "../contract/types.ts";
import type { Collected } from "./collect.ts";

/** Returns the declarations of all metrics. Throws when a plugin's depend on more than its options. */
export function metricsOf({ contributors }: Collected, registry: Registry): readonly MetricInfo[] {
  return contributors.flatMap(({ plugin, options }) => {
    const context = { options, registry, log: SILENT, state: STAND_IN };
    try {
      // The options were validated with the plugin's own schema; declarations do not depend on services.
      const declared = plugin.metrics?.(STAND_IN as never, context as never) ?? {};
      return Object.entries(declared).map(([name, { type, help }]) => ({
        plugin: plugin.id,
        name,
        type,
        help,
      }));
    } catch (error) {
      throw new Error(
        `the plugin ${plugin.id} cannot list its metrics without its services: ${messageOf(error)}\n  hint: make names, types and sentences depend on options alone; use services in read`,
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
