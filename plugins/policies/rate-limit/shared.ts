/** The rate limit of a service whose nodes count together. */
import { SharedRateLimitPolicyDiscovery } from "../../../schemas/documents/limits.ts";
import { rateLimitPlugin } from "./index.ts";

export default rateLimitPlugin(SharedRateLimitPolicyDiscovery);
