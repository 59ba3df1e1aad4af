/** Validates a value of the config against a schema; findings name keys as the operator wrote them. Used for every key. */
import {
  didYouMean,
  show,
  type Finding,
  type FindingCode,
} from "../../registry/contract/finding.ts";
import type { Schema, SchemaIssue } from "../../registry/schema/schema.ts";
import { describeExpected, keysOf, nodeAt, toNode } from "./describe-schema.ts";
import { HIDDEN, withoutSecrets } from "./secrets.ts";

/** Where a value stands, for findings. */
interface Place {
  /** Config path of the value: `plugins.cors`, or "" for the whole config. */
  readonly path: string;
  /** Who set the value under a key of it: a file, an environment variable. */
  origin(key: string): string;
  readonly plugin?: string;
  readonly codes: { readonly unknown: FindingCode; readonly invalid: FindingCode };
}

/**
 * Returns the value with defaults filled in, or findings and the top-level keys that they are about. Throws a SchemaError
 * when there is something to report and the schema cannot be described.
 */
export async function validateValue(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
  place: Place,
) {
  const result = await schema["~standard"].validate(input);
  if (result.issues === undefined)
    return { value: result.value, findings: [], refused: new Set<string>() };
  const root = toNode(schema);
  const problems = result.issues.flatMap(toProblems);
  // Unknown keys first: a misspelt key is often the reason why another one is missing.
  const shown = withoutSecrets(input, root);
  const sorted = problems.toSorted((a, b) => Number(b.isUnknownKey) - Number(a.isUnknownKey));
  const findings = sorted.map(({ path, message, isUnknownKey }): Finding => {
    const key = String(path.at(-1) ?? "options");
    const node = nodeAt(root, path);
    // The value of an unknown key may be a secret in the wrong place.
    const received = isUnknownKey ? "" : `; received ${showReceived(valueAt(shown, path))}`;
    return {
      code: isUnknownKey ? place.codes.unknown : place.codes.invalid,
      ...(place.plugin === undefined ? {} : { plugin: place.plugin }),
      where: `${joinPath(place.path, path)} (${place.origin(String(path[0] ?? ""))})`,
      message: `${message}${received}`,
      hint: isUnknownKey
        ? didYouMean(key, keysOf(nodeAt(root, path.slice(0, -1))))
        : describeExpected(node, key),
    };
  });
  const refused = new Set(problems.map(({ path }) => String(path[0] ?? "")));
  return { value: undefined, findings, refused };
}

function showReceived(value: unknown): string {
  if (value === undefined) return "nothing";
  return value === HIDDEN ? "a value that is not shown" : show(value);
}

type Path = readonly PropertyKey[];

/** One problem for each unknown key, which zod reports together. */
function toProblems(issue: SchemaIssue) {
  const path = (issue.path ?? []).map((part) => (typeof part === "object" ? part.key : part));
  if ("code" in issue && issue.code === "unrecognized_keys" && "keys" in issue) {
    const keys = Array.isArray(issue.keys) ? issue.keys.map(String) : [];
    return keys.map((key) => ({
      path: [...path, key],
      message: `there is no key ${JSON.stringify(key)} here`,
      isUnknownKey: true,
    }));
  }
  // zod ends in ", received string"; the finding shows the value itself.
  const text = issue.message.replace(/, received \w+$/, "");
  const message = text.charAt(0).toLowerCase() + text.slice(1);
  return [{ path, message, isUnknownKey: false }];
}

/** The value at a path into another; undefined where the path leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === "object" && parent !== null ? Reflect.get(parent, key) : undefined,
    value,
  );
}

function joinPath(base: string, path: Path): string {
  return [...(base === "" ? [] : [base]), ...path.map(String)].join(".") || "the whole config";
}

/** Objects as YAML, JSON or a literal makes them: no class instances, no arrays. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
