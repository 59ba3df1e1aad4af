/** Validates a value of the config against a schema; findings name keys as the operator wrote them. Used for every key. */
import { toNode } from "../../../registry/schema/describe.ts";
import { explainIssues } from "../../../registry/schema/issues.ts";
import type { Finding, FindingCode } from "../../../registry/contract/finding/finding.ts";
import type { Schema } from "../../../registry/schema/schema.ts";

/** Place of a value, for findings. */
interface Place {
  /** Config path of the value: `plugins.cors`, or "" for the whole config. */
  readonly path: string;
  /** Returns the origin of the value at a path into it: a file, an environment variable. */
  origin(path: readonly PropertyKey[]): string;
  readonly plugin?: string;
  readonly codes: { readonly unknown: FindingCode; readonly invalid: FindingCode };
}

/**
 * Returns the value with defaults filled in, or findings and the top-level keys that they are about. Throws a SchemaError
 * if there is something to report and the schema cannot be described.
 */
export async function validateValue(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
  place: Place,
) {
  const result = await schema["~standard"].validate(input);
  if (result.issues === undefined)
    return { value: result.value, findings: [], refused: new Set<string>() };
  const problems = explainIssues(result.issues, input, toNode(schema), "options");
  const findings = problems.map(({ path, message, hint, kind }): Finding => ({
    code: kind === "unknown key" ? place.codes.unknown : place.codes.invalid,
    ...(place.plugin === undefined ? {} : { plugin: place.plugin }),
    where: `${joinPath(place.path, path)} (${place.origin(path)})`,
    message,
    hint,
  }));
  const refused = new Set(problems.map(({ path }) => String(path[0] ?? "")));
  return { value: undefined, findings, refused };
}

function joinPath(base: string, path: readonly PropertyKey[]): string {
  return [...(base === "" ? [] : [base]), ...path.map(String)].join(".") || "the whole config";
}

/** Checks for objects as YAML, JSON or a literal makes them: no class instances, no arrays. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
