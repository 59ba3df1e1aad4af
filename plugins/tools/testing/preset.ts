import type { Plugin, WaymarkConfig } from "waymark";
import type { OfferedPlugins } from "waymark/advanced";
import { loadConfig, loadPlugins, refuse } from "waymark/tools";

/** Returns the preset that the config names. Throws a BootError. */
export async function presetOf({ preset }: WaymarkConfig = {}): Promise<{
  readonly plugins: readonly Plugin[];
  readonly offered: OfferedPlugins;
}> {
  const loaded = await loadConfig({
    cwd: process.cwd(),
    env: {},
    file: false,
    overrides: preset === undefined ? {} : { preset },
  });
  const { installed, findings, offered } = await loadPlugins(loaded);
  refuse([...loaded.findings, ...findings]);
  return { plugins: installed.map(({ plugin }) => plugin), offered };
}

/** Returns the plugins of the preset that the config names. Throws a BootError. */
export async function presetPlugins(config?: WaymarkConfig): Promise<readonly Plugin[]> {
  return (await presetOf(config)).plugins;
}
