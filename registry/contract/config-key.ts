/** The key below `plugins` in the config that sets a plugin. */
import type { InstalledPlugin } from "./installed.ts";

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
