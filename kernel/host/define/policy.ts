import type { Policy, PolicyDefinition } from "../../../registry/contract/policy/policy.ts";
import type { RequestValues, Needs } from "../../../registry/contract/plugin/service.ts";

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
