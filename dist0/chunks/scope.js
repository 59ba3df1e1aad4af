import { w as string } from "./zod2.js";
// schemas/scope.ts
/** A scope (RFC 6749, section 3.3). */
const Scope = string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "a scope is printable ASCII without spaces, \" and \\");
export { Scope as t };

//# sourceMappingURL=scope.js.map