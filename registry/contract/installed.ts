/** Installed plugins with all that they contribute, for the kernel alone. */
import type { Lazy, Plugin } from "./plugin.ts";
import type { InstalledInfo, Registry } from "./registry.ts";

/** A plugin of the preset that is installed, and its module loaded, when the config names it or sets its option. */
export interface OfferedPlugin extends Lazy<Plugin> {
  /** Ids of plugins that bring it when all of them are installed. The config may switch it off. */
  readonly beside?: readonly string[];
  /** The listener of its routes, which brings it when the config has that. The config may switch it off. */
  readonly listener?: "admin";
}
/** Offered plugins by id. A preset module exports them as `offered`. */
export type OfferedPlugins = Readonly<Record<string, OfferedPlugin>>;

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
