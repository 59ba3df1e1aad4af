import type { Failure } from "../../registry/contract/call.ts";
import type { ErrorEntry } from "../../registry/contract/declarations.ts";
import type { Refusal } from "../../registry/contract/compiled-policy.ts";

/**
 * Thrown by a handler's `fail` and by the kernel to refuse a request; any other error is a 500. It has no stack, which
 * would cost as much as the rest of the refusal and is never shown.
 */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(refusal.detail ?? refusal.code);
    Error.stackTraceLimit = stackTraceLimit;
    this.refusal = refusal;
  }
}

/** Adds the catalog's status and message. Throws on a code that is not in the catalog, which is a bug. */
export function toFailure(refusal: Refusal, catalog: ReadonlyMap<string, ErrorEntry>): Failure {
  const entry = catalog.get(refusal.code);
  if (entry === undefined) throw new Error(`the error code ${refusal.code} is not in the catalog`);
  return { ...refusal, status: entry.status, message: entry.message };
}
