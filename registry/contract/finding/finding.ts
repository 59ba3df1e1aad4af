/** Findings: what is wrong with a configuration or a plugin, and what to do about it. */
import type { KernelFindingCode } from "./finding-codes.ts";

/** A code of a plugin's own, or of a point's. */
export type PluginFindingCode = string & { readonly "~declared": true };
/** Code of a finding, in capitals with underscores. */
export type FindingCode = KernelFindingCode | PluginFindingCode;

/** Problem that a check reports. */
export interface Finding {
  readonly code: FindingCode;
  /** The plugin or plugins concerned. */
  readonly plugin?: string;
  /** Place of the problem: a config path, a route, a header. */
  readonly where: string;
  /** The problem and the value that was received. */
  readonly message: string;
  /** The next step. */
  readonly hint: string;
}

/** A finding with a code of the plugin's own, in capitals with underscores, or of the kernel. */
export interface PluginFinding extends Omit<Finding, "code"> {
  readonly code: string;
}

/**
 * Thrown by a plugin's setup if the cause lies in a contribution of another plugin, such as a table that cannot be
 * stored: the finding names that plugin.
 */
export class ContributionError extends Error {
  override readonly name = "ContributionError";
  /** Id of the plugin that contributed. */
  readonly plugin: string;

  constructor(plugin: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.plugin = plugin;
  }
}

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
