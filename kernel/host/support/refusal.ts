import type { Failure } from "../../../registry/contract/call/call.ts";
import type { ErrorEntry } from "../../../registry/contract/plugin/declarations.ts";
import type { Refusal } from "../../../registry/contract/policy/policy-answer.ts";
import type { FailOptions } from "../../../registry/contract/route/infer.ts";

/**
 * Error that a handler's `fail` and the kernel throw to refuse a request; any other error is a 500. It has no stack, which
 * would cost as much as the rest of the refusal and is never shown.
 */
export class Refused extends Error {
  readonly refusal: Refusal;
  /** Existing resource as `fail` received it. */
  readonly existing: FailOptions["existing"];

  constructor(refusal: Refusal, existing?: FailOptions["existing"]) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(refusal.detail ?? refusal.code);
    Error.stackTraceLimit = stackTraceLimit;
    this.refusal = refusal;
    this.existing = existing;
  }
}

/** Returns the refusal in a thrown error; undefined for any other error, which is a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof Refused ? error.refusal : undefined;
}

/**
 * Error for a failure, for now, of something that a request needs, such as a database: answered with 503 and Retry-After at
 * every door. The message is for operators; clients do not see it. The thrower logs when it begins and ends to fail.
 */
export class Unavailable extends Refused {
  /** @param options `retryAfter` in seconds, 1 by default. */
  constructor(
    message: string,
    { retryAfter = 1, cause }: { readonly retryAfter?: number; readonly cause?: unknown } = {},
  ) {
    super({ code: "service-unavailable", retryAfter });
    this.message = message;
    this.cause = cause;
  }
}

/** Adds the catalog's status and message. Throws on a code that is not in the catalog, which is a bug. */
export function toFailure(refusal: Refusal, catalog: ReadonlyMap<string, ErrorEntry>): Failure {
  const entry = catalog.get(refusal.code);
  if (entry === undefined) throw new Error(`the error code ${refusal.code} is not in the catalog`);
  return { ...refusal, status: entry.status, message: entry.message };
}
