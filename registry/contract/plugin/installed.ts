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

type Named = Pick<InstalledPlugin, "plugin" | "source">;

/** Returns the plugin's id, or the name of it in the config: a package, a path. */
export function configKey({ plugin, source }: Named): string {
  return source === "preset" ? plugin.id : source;
}

/** Returns the config that switches a plugin, as hints show it: `plugins: { cors: false }`. */
export function switching(named: Named, on: boolean): string {
  const key = configKey(named);
  return `plugins: { ${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}: ${on} }`;
}
