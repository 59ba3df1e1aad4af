import type { PolicyConformance } from "../../registry/contract/conformance.js";
/** Defines the conformance test of a policy: the default export of the module that the policy names as `conformance`. */
export declare function defineConformance<S = unknown>(test: PolicyConformance<S>): PolicyConformance;
