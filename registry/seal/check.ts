/** Everything that is wrong with a set of plugins, all at once. */
import { checkConflicts } from "./check-conflicts.ts";
import { checkRoutes } from "./check-routes.ts";
import { checkServices } from "./check-services.ts";
import type { Contributions } from "./collect.ts";
import type { Finding } from "../contract/finding.ts";
import type { InstalledPlugin } from "../contract/registry.ts";

/** Names that no plugin can take. */
export interface ReservedNames {
  readonly commands: readonly string[];
  /** Services that plugins can need although no plugin provides them. */
  readonly services: readonly string[];
}

export function* check(
  installed: readonly InstalledPlugin[],
  contributions: Contributions,
  reserved: ReservedNames,
): Generator<void, Finding[]> {
  const routes = yield* checkRoutes(installed, contributions);
  yield;
  const services = checkServices(installed, reserved.services);
  yield;
  // Conflicts between routes that make no sense by themselves would only confuse.
  return [
    ...routes,
    ...services,
    ...(routes.length === 0 ? checkConflicts(contributions, reserved.commands) : []),
  ];
}
