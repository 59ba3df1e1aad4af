/** Conditions of writes (RFC 9110, section 13.1). */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { fieldNames } from "../../registry/schema/fields.ts";
import { Refused } from "./refusal.ts";

/** Headers that tie a write to a state of the resource. */
const CONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"];

/**
 * Refuses a write with a condition, except one that the route declares among its headers and so evaluates itself. The
 * kernel cannot evaluate and write in one step: a condition that held when it was read may be broken when the handler
 * writes, and ignoring it loses what the client wants to protect.
 */
export function conditionRefuser({
  method,
  declaration: { headers },
}: SealedRoute): (call: Call) => void {
  if (method === "GET") return () => {};
  const evaluated = new Set(headers === undefined ? [] : fieldNames(headers));
  const refused = CONDITIONS.filter((name) => !evaluated.has(name.toLowerCase()));
  return (call) => {
    const header = refused.find((name) => call.header(name.toLowerCase()) !== undefined);
    if (header === undefined) return;
    const detail = `This service does not evaluate ${header} on ${call.method}, so nothing was changed. Send the request without it to write in any case.`;
    throw new Refused({ code: "precondition-failed", detail, errors: [{ detail, header }] });
  };
}
