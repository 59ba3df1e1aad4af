/** Results of operations that did not run, or whose effect is gone. */
import type { ErrorEntry } from "waymark";
import type { Operation, Result } from "./format.ts";

export const errors = {
  "operation-not-run": {
    status: 503,
    message: "The operation was not run, because the time of its bulk request was up.",
    cause: "The operations before it took all the time that a bulk request has.",
    remedy: "Send the operation again, with fewer others in one request.",
  },
  // RFC 4918, section 11.4: an action that the requested one depended on has failed.
  "bulk-undone": {
    status: 424,
    message: "An operation of the atomic request was refused, so that none of them has an effect.",
    cause:
      "Another operation of the request was refused, and an atomic request takes effect as a whole or not at all.",
    remedy: "Correct the operation that was refused, then send the request again.",
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Returns the result of an operation without an answer of its own. */
export function failedResult({ id }: Operation, code: keyof typeof errors): Result {
  const headers = { "content-type": "application/json" };
  return { id, status: errors[code].status, headers, body: { error: errorOf(code) } };
}

/** Returns the entry in the form that answers have. */
export function errorOf(code: keyof typeof errors, requestId?: string) {
  const { status, message } = errors[code];
  return { code, message, status, ...(requestId === undefined ? {} : { requestId }) };
}
