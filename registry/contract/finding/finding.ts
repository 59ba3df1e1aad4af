/** Findings: what is wrong with a configuration or a plugin, and what to do about it. */
import type { KernelFindingCode } from "./finding-codes.ts";

/** A code that a plugin declares under `validate`, once its type was checked there. */
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
