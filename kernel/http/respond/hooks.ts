import type { CompiledPolicy } from "../../../registry/contract/policy/compiled-policy.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";

type HookName =
  | "begin"
  | "admit"
  | "answer"
  | "receive"
  | "around"
  | "precondition"
  | "observe"
  | "observeRefusedRead";

/** A policy's function for one stage. All hooks have the same shape, because every request calls all of them. */
export interface Hook<Name extends HookName> {
  /** The place of the policy's state in a call. */
  readonly index: number;
  readonly compiled: CompiledPolicy;
  readonly run: NonNullable<CompiledPolicy[Name]>;
}

/** Collects the hooks of one stage, so that requests skip policies without a hook. */
export function collectHooks<Name extends HookName>(
  { policies }: Pick<SealedRoute, "policies">,
  name: Name,
): readonly Hook<Name>[] {
  return policies.flatMap(({ index, compiled }) => {
    const run = compiled[name];
    return run === undefined ? [] : [{ index, compiled, run }];
  });
}
