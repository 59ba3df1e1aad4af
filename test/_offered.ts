/** Plugins of the preset as they are once the config calls for them. */
import type { Plugin } from "waymark";
import preset, { offered as further } from "waymark/preset";
import { offersOf } from "../kernel/boot/offered.ts";

/** By id: the offered plugins, and the implementations of the others. */
export const offered = offersOf({
  plugins: preset.map((plugin) => ({ plugin: plugin as Plugin, source: "preset" })),
  offered: further,
});

/** Returns the plugin with this id in place of its contributions while it is off. */
export async function implemented(id: string): Promise<Plugin> {
  const { default: plugin } = (await offered[id]?.load()) ?? {};
  if (plugin === undefined) throw new Error(`the preset offers no ${id}`);
  return plugin;
}
