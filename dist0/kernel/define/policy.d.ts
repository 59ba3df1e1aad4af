import type { Policy, PolicyDefinition } from "../../registry/contract/policy.js";
import type { RequestValues } from "../../registry/contract/request-value.js";
import type { Needs } from "../../registry/contract/service.js";
/**
 * Defines a policy. `fields` must answer for every header in `writes`; `undefined` means: absent on purpose.
 *
 * Compiled once per route, before the server is ready. The state that `begin` returns is handed to `admit`, slots and
 * `observe`.
 */
export declare function definePolicy<const Key extends string = string, const Writes extends Readonly<Record<string, string>> = Readonly<Record<never, string>>, State = undefined, Options = unknown, const N extends Needs = Readonly<Record<never, never>>, const P extends RequestValues = Readonly<Record<never, never>>>(definition: PolicyDefinition<Key, Writes, State, Options, N, P>): Policy;
