import type { InstalledPlugin } from "../../registry/contract/installed.ts";

/**
 * Applies each plugin's `testOptions` options over the operator's, so that a test or check leaves nothing behind.
 * `appliesTo` selects the plugins.
 */
export function withTestOptions(
  installed: readonly InstalledPlugin[],
  appliesTo: (entry: InstalledPlugin) => boolean,
): readonly InstalledPlugin[] {
  return installed.map((entry) => {
    const { plugin, enabled, options } = entry;
    if (plugin.testOptions === undefined || !enabled || !appliesTo(entry)) return entry;
    return plugin.testOptions === false
      ? { ...entry, enabled: false, options: undefined }
      : { ...entry, options: { ...Object(options), ...plugin.testOptions } };
  });
}
