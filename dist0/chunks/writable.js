import { C as strictObject, l as boolean } from "./zod2.js";
// plugins/domain/shared/writable.ts
/** Whether clients may write a shipped resource. */
const writable = boolean().default(false).describe("Whether clients may create, replace, change and remove. Needs scopes where access is on.");
/** Options of a shipped resource without others. */
const Writable = strictObject({ writable });
export { writable as n, Writable as t };

//# sourceMappingURL=writable.js.map