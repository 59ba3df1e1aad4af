/** Plugins that wait to be called for. */
import type { Plugin } from "waymark";
import { configPath } from "waymark/advanced";
import type { NamedPlugin } from "waymark/tools";

/** Returns the plugins that are not installed until something calls for them, each with the config that does. */
export function availablePlugins(
  plugins: readonly Plugin[],
  installed: readonly Pick<NamedPlugin, "plugin">[],
): readonly { readonly id: string; readonly how: string }[] {
  const present = new Set(installed.map(({ plugin }) => plugin.id));
  return plugins.flatMap(({ id, implementation }) => {
    if (implementation === undefined || present.has(id)) return [];
    const { brings: others = [], beside } = implementation;
    if (beside !== undefined) return [{ id, how: `on together with ${beside.join(" and ")}` }];
    const more = others.length === 0 ? "" : `; together with ${others.join(", ")}`;
    return [{ id, how: `on with ${configPath(id)}: true, or its options${more}` }];
  });
}
