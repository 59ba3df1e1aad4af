import type { Plugin } from "../../registry/contract/plugin.ts";
import { loadConfig } from "../config/config.ts";
import type { WaymarkConfig } from "../define/config.ts";
import { refuse } from "../support/boot-errors.ts";
import { loadPlugins } from "../boot/load.ts";

/** The plugins of the preset that the config names. Throws a BootError. */
export async function presetPlugins({ preset }: WaymarkConfig = {}): Promise<readonly Plugin[]> {
  const loaded = await loadConfig({
    cwd: process.cwd(),
    env: {},
    file: false,
    overrides: preset === undefined ? {} : { preset },
  });
  const { installed, findings } = await loadPlugins(loaded);
  refuse([...loaded.findings, ...findings]);
  return installed.map(({ plugin }) => plugin);
}
