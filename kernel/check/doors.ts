/** The ways to data of other routes that plugins have. */
import type { Door } from "../../registry/contract/conformance.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { Registry } from "../../registry/contract/registry.ts";

export async function loadDoors(registry: Registry): Promise<readonly Door[]> {
  const loading = registry.installed
    .filter(({ enabled }) => enabled)
    .map(async ({ plugin }) => (await (plugin as Plugin).doors?.())?.default(registry) ?? []); // installed whole
  return (await Promise.all(loading)).flat();
}
