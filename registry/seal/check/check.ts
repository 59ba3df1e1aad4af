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

/** Takes a part of the work at each step, with a finding or without. */
export function* check(
  installed: readonly InstalledPlugin[],
  collected: Collected,
  kernel: KernelParts,
): Generator<Finding | undefined, void> {
  let areSound = true;
  for (const finding of checkRoutes(installed, collected, kernel.offered)) {
    areSound &&= finding === undefined;
    yield finding;
  }
  yield* checkServices(installed, kernel.services);
  yield* checkGuards(installed, collected);
  // Conflicts between routes that are invalid themselves would only confuse.
  if (!areSound) return;
  yield* checkPromises(installed, collected, kernel.offered);
  yield undefined;
  yield* checkContributions(collected);
  yield* checkConflicts(collected);
  yield* checkHeaderOwners(collected);
  yield* checkPoints(installed, collected);
  yield* findingsOfPlugins(collected);
}

/** Findings of the plugins' own validations. */
function* findingsOfPlugins(collected: Collected): Generator<Finding | undefined, void> {
  for (const { plugin, options } of collected.contributors) {
    yield undefined;
    // The options were validated with the plugin's own schema.
    for (const finding of plugin.validate?.run(collected, options as never) ?? [])
      yield {
        plugin: plugin.id,
        ...finding,
        code: finding.code as PluginFindingCode, // of the plugin's own
      };
  }
}
