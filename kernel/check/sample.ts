/** Values that fit a schema, and values that do not, for requests. */
import type { JsonSchema } from "../../registry/schema/json-schema.ts";
import { toInputJsonSchema } from "../../registry/schema/convert.ts";
import type { Schema } from "../../registry/schema/schema.ts";

/** A value that the schema accepts: its own example where it has one. Undefined when none was found. */
export function sampleOf(schema: Schema): unknown {
  const { root, definitions } = toInputJsonSchema(schema);
  const candidates = [...(root.examples ?? []), make(root, definitions, 0)];
  return candidates.find((value) => fits(schema, value));
}

/** A value that the schema refuses, or undefined when it takes everything that was tried. */
export function misfitOf(schema: Schema): { readonly value: unknown } | undefined {
  const candidates = [[], {}, "misfit", -1, null];
  const value = candidates.find((candidate) => !fits(schema, candidate));
  return candidates.some((candidate) => !fits(schema, candidate)) ? { value } : undefined;
}

/** Query parameters that the schema accepts, as the query string has them. Undefined when none were found. */
export function sampleQuery(schema: Schema): Readonly<Record<string, string>> | undefined {
  const sample = sampleOf(schema);
  const made = Object.fromEntries(
    Object.entries(Object(sample) as object).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  return fits(schema, made) ? made : undefined;
}

/** Query strings that the schema refuses, one for each parameter where anything can be wrong. */
export function misfitQueries(schema: Schema): readonly Readonly<Record<string, string>>[] {
  const { root } = toInputJsonSchema(schema);
  const good = sampleQuery(schema) ?? {};
  return Object.keys(root.properties ?? {})
    .map((name) => ({ ...good, [name]: "\u{1F9ED} misfit" }))
    .filter((query) => !fits(schema, query));
}

export function fits(schema: Schema, value: unknown): boolean {
  const result = schema["~standard"].validate(value);
  return !(result instanceof Promise) && result.issues === undefined;
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Recursive types end here: deeper members are left out where they may be. */
const MAX_DEPTH = 8;

function make(node: JsonSchema, definitions: Definitions, depth: number): unknown {
  if (node.$ref !== undefined) {
    const target = definitions[node.$ref.slice(node.$ref.lastIndexOf("/") + 1)];
    return target === undefined || depth > MAX_DEPTH ? null : make(target, definitions, depth + 1);
  }
  if (node.const !== undefined) return node.const;
  const [first] = node.examples ?? node.enum ?? [];
  if (node.default !== undefined) return node.default;
  if (first !== undefined) return first;
  const [branch] = node.anyOf ?? node.oneOf ?? [];
  if (branch !== undefined) return make(branch, definitions, depth + 1);
  const type = typeof node.type === "string" ? node.type : node.type?.[0];
  switch (type) {
    case "object":
      return Object.fromEntries(
        (node.required ?? []).map((name) => [
          name,
          make(node.properties?.[name] ?? {}, definitions, depth + 1),
        ]),
      );
    case "array": {
      const item = typeof node.items === "object" ? node.items : {};
      return Array.from({ length: node.minItems ?? 0 }, () => make(item, definitions, depth + 1));
    }
    case "string":
      return text(node);
    case "integer":
    case "number":
      return node.minimum ?? (node.exclusiveMinimum === undefined ? 1 : node.exclusiveMinimum + 1);
    case "boolean":
      return false;
    case "null":
    case undefined:
      return null;
  }
}

function text({ format, minLength = 1 }: JsonSchema): string {
  switch (format) {
    case "date":
      return "2026-01-01";
    case "date-time":
      return "2026-01-01T00:00:00Z";
    case "uuid":
      return "00000000-0000-4000-8000-000000000000";
    case "uri":
      return "https://example.com/";
    case "email":
      return "someone@example.com";
    default:
      return "sample".padEnd(minLength, "-");
  }
}
