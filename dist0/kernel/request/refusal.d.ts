import type { Failure } from "../../registry/contract/call.js";
import type { ErrorEntry } from "../../registry/contract/declarations.js";
import type { Refusal } from "../../registry/contract/refusal.js";
import type { FailOptions } from "../../registry/contract/infer.js";
/**
 * Thrown by a handler's `fail` and by the kernel to refuse a request; any other error is a 500. It has no stack, which
 * would cost as much as the rest of the refusal and is never shown.
 */
export declare class Refused extends Error {
    readonly refusal: Refusal;
    /** As `fail` received it. */
    readonly existing: FailOptions["existing"];
    constructor(refusal: Refusal, existing?: FailOptions["existing"]);
}
/** Returns why a request is refused, from what was thrown; undefined for any other error, which is a bug. */
export declare function refusalOf(error: unknown): Refusal | undefined;
/**
 * Thrown when something that a request needs fails for now, such as a database: answered with 503 and Retry-After at
 * every door. The message is for operators; clients do not see it. The thrower logs when it begins and ends to fail.
 */
export declare class Unavailable extends Refused {
    /** @param options `retryAfter` in seconds, 1 by default. */
    constructor(message: string, { retryAfter, cause }?: {
        readonly retryAfter?: number;
        readonly cause?: unknown;
    });
}
/** Adds the catalog's status and message. Throws on a code that is not in the catalog, which is a bug. */
export declare function toFailure(refusal: Refusal, catalog: ReadonlyMap<string, ErrorEntry>): Failure;
