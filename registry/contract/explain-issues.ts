/** Why a value does not fit its schema, in the words of findings. */
import {
  describeExpected,
  describeName,
  keysOf,
  nodeAt,
  type SchemaNode,
  toNodeIfPossible,
} from "./describe-schema.ts";
import { didYouMean, show } from "./finding.ts";
import { type Problem, readIssues } from "./read-issues.ts";
import { HIDDEN, withoutSecrets } from "./secrets.ts";
import type { Schema, SchemaIssue } from "../schema/schema.ts";

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
    if (kind === "unknown key") return { ...problem, hint: didYouMean(key, keysOf(owner)) };
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
