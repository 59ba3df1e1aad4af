/** Conditions of writes (RFC 9110, section 13.1). */
import type { Call } from "../../registry/contract/call.ts";
import { Refused } from "./refusal.ts";

/** Headers that tie a write to a state of the resource. */
const CONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"];

/**
 * Refuses a write with a condition. Nothing here evaluates and writes in one step, so a condition that held when it was
 * read could be broken when the handler writes; ignoring it would lose what the client wants to protect.
 */
export function refuseConditions(call: Call): void {
  const header = CONDITIONS.find((name) => call.header(name.toLowerCase()) !== undefined);
  if (header === undefined) return;
  const detail = `This service evaluates no conditions on ${call.method}, so nothing was changed. Send the request without ${header} to write in any case.`;
  throw new Refused({ code: "precondition-failed", detail, errors: [{ detail, header }] });
}
