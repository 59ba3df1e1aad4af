/** Refusals on their way to becoming a reply. */
import type { Failure } from "../../registry/contract/call.ts";
import type { ErrorEntry } from "../../registry/contract/declarations.ts";
import type { Refusal } from "../../registry/contract/compiled-policy.ts";

/**
 * Thrown by a handler's `fail` and by the kernel's own checks; everything else that is thrown is a 500. It has no stack:
 * taking one costs as much as the rest of the refusal, and nobody would see it.
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

/** Fills in what the catalog knows of a code. A code that is in no catalog is a bug, hence a 500. */
export function toFailure(refusal: Refusal, catalog: ReadonlyMap<string, ErrorEntry>): Failure {
  const entry = catalog.get(refusal.code);
  if (entry === undefined) throw new Error(`the error code ${refusal.code} is not in the catalog`);
  return { ...refusal, status: entry.status, message: entry.message };
}
