/** Sample values of schemas, for examples in documents and for requests of checks. */
import type { Converted } from "./convert.ts";
import { isRecord, type Json, type JsonSchema } from "./json-schema.ts";
import { flatten, type Definitions } from "./references.ts";

/** Recursive types end here. */
const MAX_DEPTH = 6;

/** Returns the value that a schema itself names first: as its constant, example, default or member of an enum. */
export function exampleOf(schema: JsonSchema): Json | undefined {
  const { const: only, examples = [], default: preset, enum: values = [] } = schema;
  return [only, examples[0], preset, values[0]].find((value) => value !== undefined);
}

/**
 * Returns the schema's own example, else a value made of its parts.
 *
 * @param requiredOnly leaves out every optional member. Default: only members without an example.
 */
export function sampleOf({ root, definitions }: Converted, requiredOnly = false): Json {
  return make(root, { definitions, requiredOnly }, 0);
}

interface Context {
  readonly definitions: Definitions;
  readonly requiredOnly: boolean;
}

function make(node: JsonSchema, context: Context, depth: number): Json {
  const flat = flatten(node, context.definitions);
  const given = exampleOf(flat);
  if (given !== undefined) return given;
  if (depth > MAX_DEPTH) return null;
  const inner = (child: JsonSchema) => make(child, context, depth + 1);
  const choice = (flat.anyOf ?? flat.oneOf)?.[0];
  if (choice !== undefined) return inner(choice);
  const { allOf, items, minItems = 0 } = flat;
  if (allOf !== undefined) return joined(allOf.map(inner));
  switch ([flat.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        membersOf(flat, context).map(([name, member]) => [name, inner(member)]),
      );
    case "array": {
      const item = typeof items === "object" ? items : {};
      return Array.from({ length: minItems }, () => inner(item));
    }
    case "integer":
    case "number":
      return numberOf(flat);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textOf(flat);
  }
}

/** Returns the members of an object that its sample has. */
function membersOf(
  { properties = {}, required = [] }: JsonSchema,
  { definitions, requiredOnly }: Context,
): readonly (readonly [name: string, member: JsonSchema])[] {
  const isShown = (member: JsonSchema) => exampleOf(flatten(member, definitions)) !== undefined;
  return [
    ...Object.entries(properties).filter(
      ([name, member]) => required.includes(name) || (!requiredOnly && isShown(member)),
    ),
    ...required.flatMap((name) => (Object.hasOwn(properties, name) ? [] : [[name, {}] as const])),
  ];
}

/** Returns a value of an intersection: an object with the members of all, else the first value. */
function joined(values: readonly Json[]): Json {
  return values.every(isRecord) ? Object.assign({}, ...values) : (values[0] ?? null);
}

function numberOf({ minimum, exclusiveMinimum, maximum = 1 }: JsonSchema): number {
  if (minimum !== undefined) return minimum;
  return exclusiveMinimum === undefined ? Math.min(1, maximum) : exclusiveMinimum + 1;
}

function textOf({ format = "", minLength = 0, maxLength }: JsonSchema): string {
  return TEXTS[format] ?? "text".padEnd(minLength, "-").slice(0, maxLength);
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-21T09:00:00Z",
  date: "2026-11-21",
  email: "someone@example.org",
  uri: "https://example.org/",
  uuid: "00000000-0000-4000-8000-000000000000",
};
