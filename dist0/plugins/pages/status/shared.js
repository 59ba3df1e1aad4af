import { t as statusPlugin } from "../../../chunks/status.js";
// plugins/pages/status/shared.ts
/** The status page of one of several nodes: each of them sees its own health first, so that no cache may show it for all. */
var shared_default = statusPlugin("no-store");
export { shared_default as default };

//# sourceMappingURL=shared.js.map