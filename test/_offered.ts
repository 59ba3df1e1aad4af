/** Plugins of the preset as they are once the config calls for them. */
import type { Plugin } from "waymark";
import preset from "waymark/preset";
import { implemented as implement } from "waymark/tools";

/** Plugins with an implementation by id, with how each is imported. */
export const offered = Object.fromEntries(
  preset.flatMap((plugin) =>
    plugin.implementation === undefined
      ? []
      : [[plugin.id, { ...plugin.implementation, load: () => implement(plugin) }]],
  ),
);

/** Returns the plugin with this id in place of its contributions while it is off. */
export async function implemented(id: string): Promise<Plugin> {
  const plugin = await offered[id]?.load();
  if (plugin === undefined) throw new Error(`the preset offers no ${id}`);
  return plugin;
}
