/** The owners of capabilities, for `waymark explain`. */
import type { Capability } from "waymark";
import { collect } from "waymark/tools";
import type { InstalledPlugin } from "waymark/server";

/** Returns the flags of all installed plugins, except flags that depend on the options of a plugin that is off. */
export function flagsOf(installed: readonly InstalledPlugin[]) {
  return installed.flatMap((entry) => {
    const { id, summary, capabilities = {}, routes = {} } = entry.plugin;
    const plugin = {
      id,
      summary,
      ...(typeof capabilities === "function" && !entry.enabled ? {} : { capabilities }),
      ...(typeof routes === "function" && !entry.enabled ? {} : { routes }),
    };
    const flags = collect([{ ...entry, enabled: true, plugin }]).capabilities;
    return flags.flatMap(({ name, value }) =>
      ownersOf(value, entry, installed).map((owner) => ({ flag: name, entry: owner })),
    );
  });
}

/** A header's flag goes with the plugins that write the header; any other is its contributor's. */
function ownersOf(
  capability: Capability,
  contributor: InstalledPlugin,
  installed: readonly InstalledPlugin[],
): readonly InstalledPlugin[] {
  if (typeof capability !== "object") return [contributor];
  return installed.filter(({ plugin: { policies = [] } }) =>
    policies.some(({ writes = {} }) => Object.hasOwn(writes, capability.sends)),
  );
}
