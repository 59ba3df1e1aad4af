import { RateLimitPolicyDiscovery, type SharedRateLimitPolicyDiscovery } from "../../../schemas/documents/limits.js";
declare module "waymark" {
    interface RoutePolicies {
        /** Requests to this route do not count. Its answers have the headers all the same. */
        readonly rateLimit?: "exempt";
    }
    interface ErrorCodes {
        readonly "rate-limit-exceeded": true;
    }
}
/** @param discovery the form of the policy document: where nodes count together, it says more. */
export declare const rateLimitPlugin: (discovery: typeof RateLimitPolicyDiscovery | typeof SharedRateLimitPolicyDiscovery) => import("waymark").Plugin;
declare const _default: import("waymark").Plugin;
export default _default;
