/** Declarations that a maker of routes refuses: what is wrong with them stands in place of the routes. */
import type { Finding } from "./finding.ts";

/** A finding about a declaration, to which the start adds the code and the plugin. */
export type Refusal = Omit<Finding, "code" | "plugin">;

/** The same in all copies of this module: a plugin may be made by another copy than the server's. */
const REFUSALS = Symbol.for("waymark.refusals");

/**
 * Returns routes that refuse the start with these findings, each once, in place of the routes that a maker would make.
 * Copies of a route refuse it, too.
 */
export function refusedRoutes(
  ids: readonly string[],
  refusals: readonly Refusal[],
): Readonly<Record<string, object>> {
  return Object.fromEntries(ids.map((id) => [id, { [REFUSALS]: refusals }]));
}

/** Returns what is wrong with the declaration that a route was to be made from; undefined if nothing was found. */
export function refusalsOf(route: unknown): readonly Refusal[] | undefined {
  return Object(route)[REFUSALS];
}
