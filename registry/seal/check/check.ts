/** Findings about a set of plugins, all at once. */
import { checkConflicts, checkHeaderOwners } from "./check-conflicts.ts";
import { checkContributions } from "./check-contributions.ts";
import { checkGuards } from "./check-guards.ts";
import { checkPoints } from "../points.ts";
import { checkPromises } from "./check-promises.ts";
import { checkRoutes } from "./check-routes.ts";
import { checkServices } from "./check-services.ts";
import type { Collected } from "../collect.ts";
import type { Finding, PluginFindingCode } from "../../contract/finding/finding.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import type { Plugin } from "../../contract/plugin/plugin.ts";
import type { Point } from "../../contract/plugin/point.ts";

/** The kernel's own part of a registry, beside plugins. */
export interface KernelParts {
  /** Points that the kernel reads. */
  readonly points: readonly Point[];
  /** Services that plugins can need although no plugin provides them. */
  readonly services: readonly string[];
  /** Plugins whose implementations nothing calls for: a route's keys may belong to their policies. Default: none. */
  readonly offered?: readonly Plugin[];
}

export function check(
  installed: readonly InstalledPlugin[],
  collected: Collected,
  kernel: KernelParts,
): Finding[] {
  const routes = checkRoutes(installed, collected, kernel.offered);
  const services = checkServices(installed, kernel.services);
  const guards = checkGuards(installed, collected);
  // Conflicts between routes that are invalid themselves would only confuse.
  const together =
    routes.length > 0
      ? []
      : [
          ...checkPromises(installed, collected, kernel.offered),
          ...checkContributions(collected),
          ...checkConflicts(collected),
          ...checkHeaderOwners(collected),
          ...checkPoints(installed, collected),
          ...findingsOfPlugins(collected),
        ];
  return [...routes, ...services, ...guards, ...together];
}

/** Findings of the plugins' own validations. */
function findingsOfPlugins(collected: Collected): Finding[] {
  return collected.contributors.flatMap(({ plugin, options }) =>
    // The options were validated with the plugin's own schema.
    (plugin.validate?.run(collected, options as never) ?? []).map((finding) => ({
      plugin: plugin.id,
      ...finding,
      code: finding.code as PluginFindingCode, // of the plugin's own
    })),
  );
}
