import type { Checked } from "../../../registry/contract/route/infer.ts";
import { PLUGIN_API } from "../../../registry/contract/plugin/api.ts";
import type {
  Plugin,
  PluginDefinition,
  PluginImplementation,
} from "../../../registry/contract/plugin/plugin.ts";
import type { Policy, PolicyDefinition } from "../../../registry/contract/policy/policy.ts";
import type { Needs, RequestValues } from "../../../registry/contract/plugin/service.ts";

/**
 * Defines a plugin: one feature with everything it contributes. Importing a plugin has no effect; the kernel checks and
 * starts it when the config or the preset names it.
 */
export function definePlugin<
  const R extends Checked<R> = Readonly<Record<never, never>>,
  const N extends Needs = Readonly<Record<never, never>>,
  const P extends Needs = Readonly<Record<never, never>>,
  Options = Readonly<Record<never, never>>,
  State = never,
>(definition: PluginDefinition<R, N, P, Options, State>): Plugin {
  // The type parameters end here: the kernel holds plugins of all types alike.
  return { api: PLUGIN_API, ...definition } as unknown as Plugin;
}

/** Defines the contributions of a plugin once it is called for: its `implementation`. Its options are the plugin's own. */
export function defineImplementation<
  const R extends Checked<R> = Readonly<Record<never, never>>,
  const N extends Needs = Readonly<Record<never, never>>,
  const P extends Needs = Readonly<Record<never, never>>,
  Options = Readonly<Record<never, never>>,
  State = never,
>(
  definition: Omit<PluginDefinition<R, N, P, Options, State>, "id" | "implementation">,
): PluginImplementation {
  return definition as unknown as PluginImplementation; // as in definePlugin
}

/**
 * Defines a policy. `fields` must answer for every header in `writes`; `undefined` means: absent on purpose.
 *
 * Compiled once per route, before the server is ready. The state that `begin` returns is handed to `admit`, slots and
 * `observe`.
 */
export function definePolicy<
  const Key extends string = string,
  const Writes extends Readonly<Record<string, string>> = Readonly<Record<never, string>>,
  State = undefined,
  Options = unknown,
  const N extends Needs = Readonly<Record<never, never>>,
  const P extends RequestValues = Readonly<Record<never, never>>,
  Own = unknown,
>(definition: PolicyDefinition<Key, Writes, State, Options, N, P, Own>): Policy<NoInfer<Own>> {
  return definition as unknown as Policy<Own>; // the other type parameters end here: the kernel holds policies of all types alike
}
