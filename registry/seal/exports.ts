/** The texts that enabled plugins derive from the registry. */
import type { Registry, SealedExport } from "../contract/registry.ts";
import type { Contributor } from "./collect.ts";

/** @param registry returns the registry, which is not complete yet when this is called. */
export function sealExports(
  contributors: readonly Contributor[],
  registry: () => Registry,
): readonly SealedExport[] {
  return contributors.flatMap(({ plugin, options }) =>
    Object.entries(plugin.exports ?? {}).map(([name, entry]) => ({
      name,
      // The options were validated with the plugin's own schema.
      text: () => entry.derive(registry(), options as never),
      violations: () => entry.violations?.(registry(), options as never) ?? [],
      compare: entry.compare,
    })),
  );
}
