/** Why a value does not fit its schema, in the words of findings. */
import { describeExpected, keysOf, nodeAt, type SchemaNode } from "./describe-schema.ts";
import { didYouMean, show } from "./finding.ts";
import { type Problem, readIssues } from "./read-issues.ts";
import { HIDDEN, withoutSecrets } from "./secrets.ts";
import type { SchemaIssue } from "../schema/schema.ts";

interface Explained extends Problem {
  /** An instruction in one sentence. */
  readonly hint: string;
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
    // The value of an unknown key may be a secret in the wrong place.
    if (kind === "unknown key")
      return { ...problem, hint: didYouMean(key, keysOf(nodeAt(schema, path.slice(0, -1)))) };
    const received = showReceived(valueAt(visible, path));
    return {
      ...problem,
      message: `${problem.message}; received ${received}`,
      hint: describeExpected(nodeAt(schema, path), key),
    };
  });
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
