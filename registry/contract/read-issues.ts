/** The issues that a schema has with a value, in words. */
import type { z } from "zod";
import { NOUNS } from "./describe-schema.ts";
import type { SchemaIssue } from "../schema/schema.ts";

export interface Problem {
  readonly path: readonly PropertyKey[];
  /** Does not say what was received, unless the text is its author's `own`. */
  readonly message: string;
  /** `own`: the text of the schema's author, or of a library other than zod. */
  readonly kind: "type" | "value" | "unknown key" | "name" | "own";
}

/** Returns the problems, one for each place: zod reports unknown keys together, and bounds of values of a wrong type. */
export function readIssues(issues: readonly SchemaIssue[]): readonly Problem[] {
  const problems = issues.flatMap(readIssue);
  const ofWrongType = new Set(
    problems.flatMap((problem) => (problem.kind === "type" ? [placeOf(problem)] : [])),
  );
  return problems.filter(
    (problem) => problem.kind === "type" || !ofWrongType.has(placeOf(problem)),
  );
}

function placeOf({ path }: Problem): string {
  return JSON.stringify(path.map(String));
}

function readIssue(issue: SchemaIssue): readonly Problem[] {
  const path = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
  if (!isOfZod(issue) || !WORDS_OF_ZOD.test(issue.message))
    return [{ path, message: issue.message, kind: "own" }];
  if (issue.code === "invalid_key")
    return issue.issues.flatMap(readIssue).map(({ message }) => ({ path, message, kind: "name" }));
  if (issue.code === "invalid_union") {
    const inner = chosen(issue.errors);
    if (inner !== undefined)
      return inner.flatMap(readIssue).map((one) => ({ ...one, path: [...path, ...one.path] }));
  }
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `there is no key ${JSON.stringify(key)} here`,
      kind: "unknown key",
    }));
  const expected = expectedBy(issue);
  const message = expected === undefined ? lowered(issue.message) : `expected ${expected}`;
  return [{ path, message, kind: issue.code === "invalid_type" ? "type" : "value" }];
}

type Issues = readonly z.core.$ZodIssue[];

/** Returns the issues of the only alternative of a union that the value was meant for; undefined if that is not clear. */
function chosen(alternatives: readonly Issues[]): Issues | undefined {
  const inside = alternatives.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  const ofType = alternatives.filter((issues) =>
    issues.every(({ path, code }) => path.length > 0 || code !== "invalid_type"),
  );
  return [inside, ofType].find(({ length }) => length === 1)?.[0];
}

/** A type by zod's name for it. */
const TYPES: Readonly<Record<string, string>> = {
  ...NOUNS,
  record: NOUNS.object,
  int: NOUNS.integer,
};

/** Formats of texts by zod's name for them. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  datetime: "a date and time such as 2026-01-31T09:30:00Z",
  time: "a time such as 09:30:00",
  email: "an e-mail address",
  url: "a URL",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

/** Returns what a value must be; undefined for issues that only zod's own text explains. */
function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected];
    case "invalid_value":
      return oneOf(issue.values.map((value) => JSON.stringify(value) ?? String(value)));
    case "too_small":
      return bound(
        issue.origin,
        issue.minimum,
        issue.exact,
        issue.inclusive ? "at least" : "more than",
      );
    case "too_big":
      return bound(
        issue.origin,
        issue.maximum,
        issue.exact,
        issue.inclusive ? "at most" : "less than",
      );
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "one of several forms";
    case "invalid_format":
      return FORMATS[issue.format];
    default:
      return undefined;
  }
}

/** Units of bounds by the type that has them; numbers have none. */
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [" character", " characters"],
  array: [" item", " items"],
};

function bound(
  origin: string,
  value: number | bigint,
  isExact: boolean | undefined,
  word: string,
): string {
  const [one, many] = UNITS[origin] ?? ["", ""];
  return `${isExact === true ? "exactly" : word} ${value}${Number(value) === 1 ? one : many}`;
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? values.join() : `one of ${values.join(", ")}`;
}

/** The beginnings of zod's own texts, in English. Texts that the author of a schema chose stay as they are. */
const WORDS_OF_ZOD = /^(?:Invalid|Too small|Too big|Unrecognized) ?/;

/** Issues of other libraries may have a `code` too; their codes are others. */
function isOfZod(issue: SchemaIssue): issue is SchemaIssue & z.core.$ZodIssue {
  return "code" in issue && typeof issue.code === "string";
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
