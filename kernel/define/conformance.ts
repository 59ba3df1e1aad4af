import type { PolicyConformance } from "../../registry/contract/conformance.ts";

/** Defines the conformance test of a policy: the default export of the module that the policy names as `conformance`. */
export function defineConformance<S = unknown>(test: PolicyConformance<S>): PolicyConformance {
  return test;
}
