/** The refusal of a request. */
import type { Failure } from "./call.js";
import type { ErrorCode } from "./errors.js";
/** Why a request is refused: a code of the error catalog and what is particular to this occurrence. */
export interface Refusal extends Partial<Omit<Failure, "code" | "status" | "message">> {
    readonly code: ErrorCode;
}
