/** Findings about a set of plugins, all at once. */
import { checkConflicts } from "./check-conflicts.ts";
import { checkRoutes } from "./check-routes.ts";
import { checkServices } from "./check-services.ts";
import type { Contributions } from "./collect.ts";
import type { Finding } from "../contract/finding.ts";
import type { InstalledPlugin } from "../contract/registry.ts";

export function check(
  installed: readonly InstalledPlugin[],
  contributions: Contributions,
): Finding[] {
  const routes = checkRoutes(installed, contributions);
  const services = checkServices(installed);
  // Conflicts between routes that make no sense on their own would only confuse.
  return [...routes, ...services, ...(routes.length === 0 ? checkConflicts(contributions) : [])];
}
