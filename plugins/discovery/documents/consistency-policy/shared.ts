/** The consistency policy of a service of several nodes: the store states within which time they learn of changes. */
import { SharedConsistencyPolicyDiscovery } from "../../../../schemas/documents/caching.ts";
import { consistencyPlugin } from "./index.ts";

export default consistencyPlugin(SharedConsistencyPolicyDiscovery);
