/** Why a part of a request does not fit its schema, for the errors of an answer. */
import type { SchemaIssue } from "../schema/schema.js";
import type { FieldError } from "./call.js";
export type Part = "path" | "query" | "header" | "body";
/**
 * Returns an error for each place, 50 at most. Errors name what was received of parameters, but no values of headers and
 * bodies: they may be secrets, and answers are logged and kept.
 *
 * @param at keys that lead to the input in the body.
 */
export declare function fieldErrors(issues: readonly SchemaIssue[], input: unknown, part: Part, at?: readonly PropertyKey[]): readonly FieldError[];
/** Returns the JSON Pointer (RFC 6901) of these members. */
export declare function pointerOf(keys: readonly string[]): string;
