import type { InstalledPlugin } from "../../registry/contract/installed.ts";

/**
 * Installed plugins as a service has them that must leave no trace: each with its `ephemeral` settings over the
 * operator's, whatever those came from. `wanted` may spare some.
 */
export function ephemeral(
  installed: readonly InstalledPlugin[],
  wanted: (entry: InstalledPlugin) => boolean,
): readonly InstalledPlugin[] {
  return installed.map((entry) => {
    const { plugin, enabled, options } = entry;
    if (plugin.ephemeral === undefined || !enabled || !wanted(entry)) return entry;
    return plugin.ephemeral === false
      ? { ...entry, enabled: false, options: undefined }
      : { ...entry, options: { ...Object(options), ...plugin.ephemeral } };
  });
}
