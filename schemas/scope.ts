import { z } from "zod";

/** A scope (RFC 6749, section 3.3). */
export const Scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'a scope is printable ASCII without spaces, " and \\')
  .meta({ examples: ["offices:write"] });
