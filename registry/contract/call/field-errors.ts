/** Reasons why a part of a request does not fit its schema, for the errors of an answer. */
import type { SchemaIssue } from "../../schema/schema.ts";
import type { FieldError } from "./call.ts";
import { NOUNS } from "../../schema/describe.ts";
import { valueAt, type Problem, readIssues } from "../../schema/issues.ts";
import { show } from "../../schema/words.ts";

export type Part = "path" | "query" | "header" | "body";

/** Errors in one answer at most. A body may have thousands of wrong values. */
const MAX_ERRORS = 50;

/**
 * Returns an error for each place, 50 at most. Errors name what was received of parameters, but no values of headers and
 * bodies: they may be secrets, and answers are logged and kept.
 *
 * @param at keys that lead to the input in the body.
 */
export function fieldErrors(
  issues: readonly SchemaIssue[],
  input: unknown,
  part: Part,
  at: readonly PropertyKey[] = [],
): readonly FieldError[] {
  return readIssues(issues, MAX_ERRORS).map((problem) => {
    const keys = [...at, ...problem.path].map(String);
    const detail =
      problem.kind === "name"
        ? `the name: ${problem.message}; received ${show(keys.at(-1))}`
        : `${problem.message}${received(problem, valueAt(input, problem.path), part)}`;
    if (part === "body") return { detail, pointer: pointerOf(keys) };
    return { detail, [part === "header" ? "header" : "parameter"]: keys.join(".") };
  });
}

/** Returns the JSON Pointer (RFC 6901) of these members. */
export function pointerOf(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the members that a JSON Pointer (RFC 6901) names. */
export function keysOfPointer(pointer: string): readonly string[] {
  const tokens = pointer.split("/").slice(1);
  if (!pointer.includes("~")) return tokens; // saves a walk over long pointers
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function received({ kind }: Problem, value: unknown, part: Part): string {
  if (kind === "own" || kind === "unknown key") return "";
  if (value === undefined) return "; received nothing";
  if (part === "path" || part === "query") return `; received ${show(value)}`;
  return kind === "type" && part === "body" ? `; received ${nounOf(value)}` : "";
}

function nounOf(value: unknown): string {
  if (value === null) return NOUNS.null;
  if (Array.isArray(value)) return NOUNS.array;
  const type = typeof value;
  return type === "number" || type === "string" || type === "boolean" || type === "object"
    ? NOUNS[type]
    : type;
}
