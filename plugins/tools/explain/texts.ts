/** Names of plugins and routes, as explanations show them. */
import type { SealedRoute } from "waymark";
import { configKey, configPath } from "waymark/tools";
import type { InstalledPlugin } from "waymark/server";

/** Returns the owner: the kernel, or a plugin with the key that sets it. */
export function ownerText(installed: readonly InstalledPlugin[], id: string): string {
  return id === "kernel" ? id : `plugin ${pluginText(installed, id)}`;
}

export function pluginText(installed: readonly InstalledPlugin[], id: string): string {
  const entry = installed.find(({ plugin }) => plugin.id === id);
  return entry === undefined ? id : `${id} (set by ${pathOf(entry)})`;
}

export function pathOf(entry: InstalledPlugin): string {
  return configPath(configKey(entry));
}

export function listRefs(routes: readonly SealedRoute[]): string {
  return routes.map(({ ref }) => ref).join(", ");
}

export function listNames(names: readonly string[]): string {
  return names.join(", ") || "none";
}
