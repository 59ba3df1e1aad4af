/** The error that carries all findings of a start at once. */
import type { Finding, FindingCode } from "../../registry/contract/finding.js";
/** The boot or the start was refused, and nothing is left running. The message lists the findings. */
export declare class BootError extends Error {
    readonly name = "BootError";
    /** Code of the first finding. */
    readonly code: FindingCode;
    /** At least one. */
    readonly findings: readonly Finding[];
    constructor(findings: readonly [Finding, ...Finding[]], options?: ErrorOptions);
}
/** Throws a {@link BootError} unless the list is empty. */
export declare function refuse(findings: readonly Finding[]): void;
