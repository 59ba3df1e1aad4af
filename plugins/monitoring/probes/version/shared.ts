/** The version of a service of several nodes, of which a rollout replaces one after another. */
import { SharedVersion } from "../../../../schemas/health.ts";
import { versionPlugin } from "./index.ts";

export default versionPlugin(SharedVersion);
