/** Routes whose answers are made of rows that belong to callers. */
import type { Registry } from "waymark";
import { routesAt } from "./context.ts";

/**
 * Returns the plugin, if any, whose rows the routes at a target show to their owner alone: one with such a table, or that
 * uses a service of such a plugin.
 */
export function owningPluginAt(registry: Registry): (target: string) => string | undefined {
  const owning = new Set(
    registry.tables.flatMap(({ plugin, owner }) => (owner === undefined ? [] : [plugin])),
  );
  if (owning.size === 0) return () => undefined;
  const enabled = registry.installed.flatMap((one) => (one.enabled ? [one.plugin] : []));
  const services = new Set(
    enabled.flatMap(({ id, provides = {} }) =>
      owning.has(id) ? Object.values(provides).map((service) => service.id) : [],
    ),
  );
  for (const { id, needs = {} } of enabled)
    if (Object.values(needs).some((service) => services.has(service.id))) owning.add(id);
  return (target) => routesAt(target, registry).find(({ plugin }) => owning.has(plugin))?.plugin;
}
