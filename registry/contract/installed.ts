/** Installed plugins with all that they contribute, for the kernel alone. */
import type { Plugin } from "./plugin.ts";
import type { InstalledInfo, Registry } from "./registry.ts";

/** A plugin that is installed, enabled or not. */
export interface InstalledPlugin extends InstalledInfo {
  readonly plugin: Plugin;
}

/** The registry as it was sealed, with whole plugins in place of information about them. */
export interface SealedRegistry extends Registry {
  readonly installed: readonly InstalledPlugin[];
}
