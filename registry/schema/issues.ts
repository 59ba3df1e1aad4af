/** Reasons why a value does not fit its schema, in words. */
import type { z } from "zod";
import {
  NOUNS,
  describeExpected,
  describeName,
  keysOf,
  nodeAt,
  type SchemaNode,
  toNodeIfPossible,
  unionMembers,
} from "./describe.ts";
import type { SchemaIssue, Schema } from "./schema.ts";
import { didYouMean, show } from "./words.ts";
import { HIDDEN, withoutSecrets } from "./secrets.ts";

export interface Problem {
  readonly path: readonly PropertyKey[];
  /** Does not say what was received, unless the text is its author's `own`. */
  readonly message: string;
  /** `own`: the text of the schema's author, or of a library other than zod. */
  readonly kind: "type" | "value" | "unknown key" | "name" | "own";
}

/**
 * Returns the problems, one for each place: zod reports unknown keys together, and bounds of values of a wrong type.
 *
 * @param most how many are read; a body may have thousands of wrong values, also within one issue of a union.
 */
export function readIssues(
  issues: readonly SchemaIssue[],
  most: number = Infinity,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const problem of readEach(issues, most)) {
    if (problems.length >= most) break;
    problems.push(problem);
  }
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

/** Reads an issue when the problems of those before it are taken. */
function* readEach(issues: readonly SchemaIssue[], most: number): Generator<Problem, void> {
  for (const issue of issues) yield* readIssue(issue, most);
}

function* readIssue(issue: SchemaIssue, most: number): Generator<Problem, void> {
  const path = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
  if (!isOfZod(issue) || !WORDS_OF_ZOD.test(issue.message)) {
    yield { path, message: issue.message, kind: "own" };
    return;
  }
  if (issue.code === "invalid_key") {
    for (const { message } of readEach(issue.issues, most)) yield { path, message, kind: "name" };
    return;
  }
  const inner = issue.code === "invalid_union" ? chosen(issue.errors, most) : undefined;
  if (inner !== undefined) {
    for (const one of readEach(inner, most)) yield { ...one, path: [...path, ...one.path] };
    return;
  }
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const message = `there is no key ${JSON.stringify(key)} here`;
      yield { path: [...path, key], message, kind: "unknown key" };
    }
    return;
  }
  const expected = expectedBy(issue);
  const message = expected === undefined ? lowered(issue.message) : `expected ${expected}`;
  yield { path, message, kind: issue.code === "invalid_type" ? "type" : "value" };
}

type Issues = readonly z.core.$ZodIssue[];

/** Returns the issues of the only alternative of a union that the value was meant for; undefined if that is not clear. */
function chosen(all: readonly Issues[], most: number): Issues | undefined {
  const alternatives = all.map((issues) => issues.slice(0, most));
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
      return issue.discriminator === undefined ? "one of several forms" : undefined;
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

interface Explained extends Problem {
  /** An instruction in one sentence. */
  readonly hint: string;
}

/**
 * Validates a value, and explains what does not fit.
 *
 * @param name the value's own name, for problems of the whole of it.
 */
export function problemsOf(schema: Schema, value: unknown, name: string): readonly Explained[] {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    const message = "its schema is asynchronous, and declarations are validated at once";
    const hint = "let the owner of the key use a schema that validates at once";
    return [{ path: [], kind: "own", message, hint }];
  }
  if (result.issues === undefined) return [];
  return explainIssues(result.issues, value, toNodeIfPossible(schema), name);
}

/**
 * Explains each issue. Unknown keys come first: a misspelt key is often the reason why another one is missing.
 *
 * @param schema undefined if the schema cannot be described.
 * @param name the value's own name, for issues about the whole of it.
 */
export function explainIssues(
  issues: readonly SchemaIssue[],
  input: unknown,
  schema: SchemaNode | undefined,
  name: string,
): readonly Explained[] {
  const visible = withoutSecrets(input, schema);
  const problems = readIssues(issues).toSorted((a, b) => rank(b) - rank(a));
  return problems.map((problem) => {
    const { path, kind } = problem;
    const key = String(path.at(-1) ?? name);
    const owner = nodeAt(schema, path.slice(0, -1));
    // The value of an unknown key may be a secret in the wrong place.
    if (kind === "unknown key") {
      const forms = owner === undefined ? [] : [owner, ...unionMembers(owner)];
      return { ...problem, hint: didYouMean(key, [...new Set(forms.flatMap(keysOf))]) };
    }
    const isName = kind === "name";
    const received = isName ? show(key) : showReceived(valueAt(visible, path));
    return {
      ...problem,
      message: `${problem.message}; received ${received}`,
      hint: isName ? describeName(owner) : describeExpected(nodeAt(schema, path), key),
    };
  });
}

/** Returns the message of a problem with its place in a declaration. */
export function placed({ path, kind, message }: Problem, ...owner: readonly string[]): string {
  const place = [...owner, ...(kind === "unknown key" ? path.slice(0, -1) : path)];
  return place.length === 0 ? message : `${place.map(String).join(".")}: ${message}`;
}

function rank({ kind }: Problem): number {
  return Number(kind === "unknown key");
}

function showReceived(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === HIDDEN ? "a value that is not shown" : show(value);
}

/** Returns the value at a path into another; undefined if the path leads nowhere. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === "object" && parent !== null ? Reflect.get(parent, key) : undefined,
    value,
  );
}
