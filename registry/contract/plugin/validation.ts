/** Validations by plugins of the contributions of all plugins. */
import type { EventDeclaration } from "../route/audience.ts";
import type { Finding } from "../finding/finding.ts";
import type { FindingEntry } from "../finding/finding-codes.ts";
import type { Owned, ErrorEntry, RootLink } from "./declarations.ts";
import type { Capability } from "./export.ts";
import type { Policy } from "../policy/policy.ts";
import type { Route } from "../route/route.ts";
import type { Schema } from "../../schema/schema.ts";

/** The contributions of enabled plugins, with options applied, in the preset's order. */
export interface Contributions {
  readonly routes: readonly Owned<Route>[];
  readonly policies: readonly Owned<Policy>[];
  readonly schemas: readonly Owned<Schema>[];
  readonly errors: readonly Owned<ErrorEntry>[];
  readonly events: readonly Owned<Schema | EventDeclaration>[];
  readonly capabilities: readonly Owned<Capability>[];
  readonly rootLinks: readonly Owned<RootLink>[];
}

/** A finding with a code that the plugin declares. */
export interface PluginFinding<Code extends string> extends Omit<Finding, "code"> {
  readonly code: Code;
}

/** Rules of a plugin that other plugins' contributions must keep. A finding stops the start. */
export interface Validation<Code extends string, Options> {
  /** The codes of its findings, in capitals with underscores, as `waymark explain` shows them. */
  readonly findings: Readonly<Record<Code, FindingEntry>>;
  /**
   * Returns what is wrong. Pure; runs before the registry is sealed, once every route is valid on its own. The `plugin` of
   * a finding defaults to this plugin.
   */
  run(contributions: Contributions, options: Options): readonly PluginFinding<NoInfer<Code>>[];
}
