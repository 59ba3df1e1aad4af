/** The status page of one of several nodes: each of them sees its own health first, so that no cache may show it for all. */
import { statusPlugin } from "./index.ts";

export default statusPlugin("no-store");
