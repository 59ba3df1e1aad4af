/** Validations by plugins of the contributions of all plugins. */
import type { EventDeclaration } from "../route/audience.ts";
import type { PluginFinding } from "../finding/finding.ts";
import type { Owned, ErrorEntry } from "./declarations.ts";
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
}

/** Rules of a plugin that other plugins' contributions must keep. A finding stops the start. */
export interface Validation<Options> {
  /**
   * Returns what is wrong. Pure; runs before the registry is sealed, once every route is valid on its own. The `plugin` of
   * a finding defaults to this plugin.
   */
  run(contributions: Contributions, options: Options): readonly PluginFinding[];
}
