/** Reads a JSON Schema for messages: which schema a value of the config has, and what it asks for in words. */
import { show } from "../../registry/contract/finding.ts";
import type { JsonSchema } from "../../registry/schema/json-schema.ts";

/** A node of a JSON Schema with the definitions that its references lead to. */
export interface SchemaNode {
  readonly node: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** The schema of a member, references followed; undefined where the schema does not say. */
export function memberOf(parent: SchemaNode | undefined, key: PropertyKey): SchemaNode | undefined {
  if (parent === undefined) return undefined;
  const { node, definitions } = resolved(parent);
  const named = node.properties?.[String(key)];
  const rest = node.items ?? node.additionalProperties;
  const member = named ?? (typeof rest === "object" ? rest : undefined);
  if (member !== undefined) return resolved({ node: member, definitions });
  for (const branch of branchesOf({ node, definitions })) {
    const found = memberOf(branch, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The alternatives of a union, references followed; none when the schema is no union. */
export function branchesOf({ node, definitions }: SchemaNode): readonly SchemaNode[] {
  return (node.anyOf ?? node.oneOf ?? []).map((branch) => resolved({ node: branch, definitions }));
}

/** Says what to write: `write a whole number, at least 1; default 600 (Requests per window.)` */
export function expectation(schema: SchemaNode | undefined, key: string): string {
  if (schema === undefined) return "remove the value, or write one that fits";
  const { node } = schema;
  const fallback = node.default === undefined ? "" : `; default ${show(node.default)}`;
  const example = node.examples?.[0];
  const shown = example === undefined ? "" : `, for example ${key}: ${show(example)}`;
  const about = node.description === undefined ? "" : ` (${node.description})`;
  return `write ${describe(schema)}${shown}${fallback}${about}`;
}

function describe(schema: SchemaNode): string {
  const { node } = schema;
  const branches = branchesOf(schema);
  if (branches.length > 0) return [...new Set(branches.map(describe))].join(" or ");
  if (node.const !== undefined) return show(node.const);
  if (node.enum !== undefined) return oneOf(node.enum.map(show));
  const types = node.type === undefined ? [] : [node.type].flat();
  const bounds = [
    ...(node.minimum === undefined ? [] : [`at least ${node.minimum}`]),
    ...(node.exclusiveMinimum === undefined ? [] : [`more than ${node.exclusiveMinimum}`]),
    ...(node.maximum === undefined ? [] : [`at most ${node.maximum}`]),
    ...(node.minItems === undefined ? [] : [`with ${node.minItems} or more entries`]),
    ...(node.pattern === undefined ? [] : [`that matches ${node.pattern}`]),
    ...(node.format === undefined ? [] : [`in the form ${node.format}`]),
  ];
  const noun = types.length === 0 ? "a value that fits" : oneOf(types.map((type) => NOUNS[type]));
  return [noun, ...bounds].join(", ");
}

const NOUNS = {
  null: "null",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  string: "a text",
  array: "a list",
  object: "an object",
} as const;

function oneOf(words: readonly string[]): string {
  return words.length > 1
    ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
    : (words[0] ?? "");
}

/** Values that no message may show: the schema says `writeOnly` or the format `password`. */
export function isSecret(schema: SchemaNode | undefined): boolean {
  return schema?.node.writeOnly === true || schema?.node.format === "password";
}

/** The node itself where it is a reference. */
export function resolved({ node, definitions }: SchemaNode): SchemaNode {
  let current = node;
  while (current.$ref !== undefined) {
    const { $ref, ...beside } = current;
    current = { ...definitions[$ref.slice("#/$defs/".length)], ...beside };
  }
  return { node: current, definitions };
}
