import { _ as service } from "./explain-issues.js";
// kernel/services.ts
const Clock = service("clock");
/** Its version never changes: lists are not made of random identifiers, and handlers of lists may share needs with others. */
const Ids = service("ids", { version: () => "" });
const Runtime = service("runtime");
export { Ids as n, Runtime as r, Clock as t };

//# sourceMappingURL=services.js.map