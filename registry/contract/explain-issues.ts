/** Why a value does not fit its schema, in the words of findings. */
import { describeExpected, keysOf, nodeAt, NOUNS, type SchemaNode } from "./describe-schema.ts";
import { didYouMean, show } from "./finding.ts";
import { HIDDEN, withoutSecrets } from "./secrets.ts";
import type { SchemaIssue } from "../schema/schema.ts";

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly isUnknownKey: boolean;
}

interface Explained extends Problem {
  readonly hint: string;
}

/**
 * Explains each issue. Unknown keys come first: a misspelt key is often the reason why another one is missing.
 *
 * @param schema undefined where the schema cannot be described.
 * @param name the value's own name, for issues about the whole of it.
 */
export function explainIssues(
  issues: readonly SchemaIssue[],
  input: unknown,
  schema: SchemaNode | undefined,
  name: string,
): readonly Explained[] {
  const visible = withoutSecrets(input, schema);
  return issues
    .flatMap((issue) => toProblems(issue, input))
    .toSorted((a, b) => Number(b.isUnknownKey) - Number(a.isUnknownKey))
    .map((problem) => {
      const { path, isUnknownKey } = problem;
      const key = String(path.at(-1) ?? name);
      const node = nodeAt(schema, path);
      // The value of an unknown key may be a secret in the wrong place.
      const received = isUnknownKey ? "" : `; received ${showReceived(valueAt(visible, path))}`;
      return {
        ...problem,
        message: `${problem.message}${received}`,
        hint: isUnknownKey
          ? didYouMean(key, keysOf(nodeAt(schema, path.slice(0, -1))))
          : describeExpected(node, key),
      };
    });
}

function showReceived(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === HIDDEN ? "a value that is not shown" : show(value);
}

/** One problem for each unknown key, which zod reports together. */
function toProblems(issue: SchemaIssue, input: unknown): readonly Problem[] {
  const path = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
  if ("code" in issue && issue.code === "unrecognized_keys" && "keys" in issue) {
    const keys = Array.isArray(issue.keys) ? issue.keys.map(String) : [];
    return keys.map((key) => ({
      path: [...path, key],
      message: `there is no key ${JSON.stringify(key)} here`,
      isUnknownKey: true,
    }));
  }
  const expected = "expected" in issue ? nounOf(String(issue.expected)) : undefined;
  if (expected !== undefined && "code" in issue && issue.code === "invalid_type") {
    const received = valueAt(input, path);
    const not = Array.isArray(received) ? NOUNS.array : isMap(received) ? NOUNS.object : undefined;
    const message = `expected ${expected}${not === undefined ? "" : `, not ${not}`}`;
    return [{ path, message, isUnknownKey: false }];
  }
  const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  return [{ path, message, isUnknownKey: false }];
}

/** A type by zod's name for it. */
function nounOf(type: string): string | undefined {
  const name = { record: "object", int: "integer" }[type] ?? type;
  return Object.entries(NOUNS).find(([known]) => known === name)?.[1];
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The value at a path into another; undefined where the path leads nowhere. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === "object" && parent !== null ? Reflect.get(parent, key) : undefined,
    value,
  );
}
