/** The texts that enabled plugins derive from the registry. */
import type { Export } from "../../contract/export.ts";
import type { Registry } from "../../contract/registry.ts";

/** An export of an enabled plugin, bound to the registry and the plugin's options. */
export interface BoundExport {
  readonly name: string;
  text(): string;
  violations(): readonly string[];
  readonly compare: Export<never>["compare"];
}

export function exportsOf(registry: Registry): readonly BoundExport[] {
  return registry.installed
    .filter(({ enabled }) => enabled)
    .flatMap(({ plugin, options }) =>
      Object.entries(plugin.exports ?? {}).map(([name, entry]) => ({
        name,
        // The options were validated with the plugin's own schema.
        text: () => entry.derive(registry, options as never),
        violations: () => entry.violations?.(registry, options as never) ?? [],
        compare: entry.compare?.bind(entry),
      })),
    );
}
