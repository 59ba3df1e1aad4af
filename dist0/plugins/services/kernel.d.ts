/** The kernel's own tokens, passed on: the one file of the plugins that names the kernel's files. */
export { Clock, Ids, Runtime } from "../../kernel/services.js";
export type { InnerAnswer, InnerRequest, Instance, OwnedCheck, OwnedMetric, Read, ReadOptions, } from "../../kernel/services.js";
