/** The ways to data of other routes that plugins have. */
import type { Plugin, Registry } from "waymark";
import type { Door } from "waymark/tools";

export async function loadDoors(registry: Registry): Promise<readonly Door[]> {
  const loading = registry.installed
    .filter(({ enabled }) => enabled)
    .map(async ({ plugin }) => (await (plugin as Plugin).doors?.())?.default(registry) ?? []); // installed whole
  return (await Promise.all(loading)).flat();
}
