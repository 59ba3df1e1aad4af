/** Reason why a policy does not compile for a route. */
import { messageOf } from "../../schema/words.ts";
import type { FindingCode } from "../../contract/finding/finding.ts";
import type { PolicyInfo } from "../../contract/route/sealed-route.ts";

/** A policy does not compile for a route, or compiles to what is not allowed there. */
export class PolicyError extends Error {
  readonly policy: PolicyInfo;
  readonly code: FindingCode;
  /** Default: fix the policy. */
  readonly hint: string | undefined;

  constructor(
    policy: PolicyInfo,
    message: string,
    { code = "POLICY_FAILED", hint, cause }: Partial<Omit<PolicyError, "policy">> = {},
  ) {
    super(`the policy ${policy.id} ${message}`, { cause });
    this.policy = policy;
    this.code = code;
    this.hint = hint;
  }
}

/** Runs a function of a policy. Throws a {@link PolicyError} when it throws. */
export function attempt<T>(policy: PolicyInfo, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new PolicyError(policy, `does not compile: ${messageOf(error)}`, { cause: error });
  }
}
