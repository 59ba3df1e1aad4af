/** Checks a value of the config against a schema and says what is wrong in the operator's terms. Used for every key. */
import {
  didYouMean,
  show,
  type Finding,
  type FindingCode,
} from "../../registry/contract/finding.ts";
import type { JsonSchema } from "../../registry/schema/json-schema.ts";
import { toInputJsonSchema } from "../../registry/schema/convert.ts";
import type { Schema, SchemaIssue } from "../../registry/schema/schema.ts";
import { expectation, isSecret, memberOf, resolved, type SchemaNode } from "./describe-schema.ts";

/** Where a value stands, for findings. */
export interface Place {
  /** Config path of the value: `plugins.cors`, or "" for the whole config. */
  readonly path: string;
  /** Who set the value under a key of it: a file, an environment variable. */
  origin(key: string): string;
  readonly plugin?: string;
  readonly codes: { readonly unknown: FindingCode; readonly invalid: FindingCode };
}

export interface Checked {
  /** Validated and defaulted; undefined when there are findings. */
  readonly value: unknown;
  readonly findings: readonly Finding[];
  /** Top-level keys that findings are about. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Validates `input`. Unknown keys are refused even where the schema lets them pass: an option that does nothing is a
 * mistake. Throws {@link SchemaError} when the schema itself cannot be described.
 */
export async function checkValue(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
  place: Place,
): Promise<Checked> {
  if (Object.keys(input).length === 0) {
    // Nothing to find fault with, as a rule, and then nothing to describe.
    const { issues, ...valid } = await schema["~standard"].validate(input);
    if (issues === undefined && "value" in valid)
      return { value: valid.value, findings: [], refused: new Set() };
  }
  const converted = toInputJsonSchema(schema);
  const root: SchemaNode = { node: converted.root, definitions: converted.definitions };
  const { known, unknown } = splitUnknown(input, root, []);
  const refused = new Set<string>();
  const findings: Finding[] = [];
  const report = (code: FindingCode, path: Path, message: string, hint: string) => {
    const [top = ""] = path.map(String);
    refused.add(top);
    const received = valueAt(input, path);
    const schemaAt = nodeAt(root, path);
    findings.push({
      code,
      ...(place.plugin === undefined ? {} : { plugin: place.plugin }),
      where: `${joinPath(place.path, path)} (${place.origin(top)})`,
      message: `${message}; received ${isSecret(schemaAt) ? "a value that is not shown" : received === undefined ? "nothing" : show(received)}`,
      hint,
    });
  };
  for (const { path, siblings } of unknown) {
    const key = String(path.at(-1));
    report(
      place.codes.unknown,
      path,
      `there is no key ${JSON.stringify(key)} here`,
      didYouMean(key, siblings),
    );
  }
  const result = await schema["~standard"].validate(known);
  for (const { path, message } of (result.issues ?? []).map(normalize)) {
    report(
      place.codes.invalid,
      path,
      message,
      expectation(nodeAt(root, path), String(path.at(-1) ?? "options")),
    );
  }
  const value = result.issues === undefined && findings.length === 0 ? result.value : undefined;
  return { value, findings, refused };
}

type Path = readonly PropertyKey[];

interface Unknown {
  readonly path: Path;
  readonly siblings: readonly string[];
}

/** Takes the keys out that no schema knows, so that closed schemas do not report them a second time. */
function splitUnknown(
  value: Readonly<Record<string, unknown>>,
  schema: SchemaNode,
  path: Path,
): { readonly known: Readonly<Record<string, unknown>>; readonly unknown: readonly Unknown[] } {
  const { node, definitions } = resolved(schema);
  const closed = node.properties !== undefined && isClosed(node);
  const unknown: Unknown[] = [];
  const known: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (closed && !Object.hasOwn(node.properties, key)) {
      unknown.push({ path: [...path, key], siblings: Object.keys(node.properties) });
      continue;
    }
    const memberSchema = memberOf({ node, definitions }, key);
    if (memberSchema === undefined || !isPlainObject(member)) {
      known[key] = member;
      continue;
    }
    const inner = splitUnknown(member, memberSchema, [...path, key]);
    known[key] = inner.unknown.length === 0 ? member : inner.known;
    unknown.push(...inner.unknown);
  }
  return { known, unknown };
}

/** Nothing in the schema speaks of unnamed keys, except perhaps to forbid them. */
export function isClosed(node: JsonSchema): boolean {
  const extra = node.additionalProperties;
  const forbidden =
    extra === undefined ||
    extra === false ||
    (typeof extra === "object" && extra.not !== undefined);
  return (
    forbidden &&
    [node.patternProperties, node.allOf, node.anyOf, node.oneOf].every((part) => part === undefined)
  );
}

function nodeAt(root: SchemaNode, path: Path): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((schema, key) => memberOf(schema, key), root);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (held, key) => (typeof held === "object" && held !== null ? Reflect.get(held, key) : undefined),
    value,
  );
}

function normalize({ message, path }: SchemaIssue): {
  readonly message: string;
  readonly path: Path;
} {
  // zod ends in ", received string"; the finding shows the value itself.
  const text = message.replace(/, received \w+$/, "");
  return {
    message: text.charAt(0).toLowerCase() + text.slice(1),
    path: (path ?? []).map((part) => (typeof part === "object" ? part.key : part)),
  };
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
