/** Reads a JSON Schema for messages: which schema a value of the config has, and how to describe it in words. */
import { show } from "./words.ts";
import { toInputJsonSchema } from "./convert.ts";
import { SchemaError, type JsonSchema } from "./json-schema.ts";
import { flatten, type Definitions } from "./references.ts";
import type { Schema } from "./schema.ts";

/** A node of a JSON Schema with the definitions that its references lead to. */
export interface SchemaNode {
  readonly node: JsonSchema;
  readonly definitions: Definitions;
}

/** Describes the input of a schema. Throws a SchemaError when JSON Schema cannot express it. */
export function toNode(schema: Schema): SchemaNode {
  const { root, definitions } = toInputJsonSchema(schema);
  return { node: root, definitions };
}

/** Describes the input of a schema; undefined if JSON Schema cannot express it, which is a finding elsewhere. */
export function toNodeIfPossible(schema: Schema): SchemaNode | undefined {
  try {
    return toNode(schema);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

/** Returns the names that an object schema lists; references followed. */
export function keysOf(schema: SchemaNode | undefined): readonly string[] {
  return schema === undefined ? [] : Object.keys(resolve(schema).node.properties ?? {});
}

/** Returns the schema of a property or an item, references followed; undefined if the schema does not say. */
export function propertyOf(
  parent: SchemaNode | undefined,
  key: PropertyKey,
): SchemaNode | undefined {
  if (parent === undefined) return undefined;
  const { node, definitions } = resolve(parent);
  const properties = node.properties ?? {};
  const named = Object.hasOwn(properties, key) ? properties[String(key)] : undefined;
  const items = /^\d+$/.test(String(key)) ? node.items : undefined;
  const rest = items ?? node.additionalProperties;
  const property = named ?? (typeof rest === "object" ? rest : undefined);
  if (property !== undefined) return resolve({ node: property, definitions });
  for (const member of unionMembers({ node, definitions })) {
    const inMember = propertyOf(member, key);
    if (inMember !== undefined) return inMember;
  }
  return undefined;
}

/** Returns the schema at a path into a value. */
export function nodeAt(
  root: SchemaNode | undefined,
  path: readonly PropertyKey[],
): SchemaNode | undefined {
  return path.reduce(propertyOf, root);
}

/** Returns the alternatives of a union, references followed; empty for any other schema. */
export function unionMembers({ node, definitions }: SchemaNode): readonly SchemaNode[] {
  return (node.anyOf ?? node.oneOf ?? []).map((member) => resolve({ node: member, definitions }));
}

/** Returns a hint: `write a whole number, at least 1; default 600 (Requests per window.)` */
export function describeExpected(schema: SchemaNode | undefined, key: string): string {
  if (schema === undefined) return "remove the value, or write one that fits";
  const { node } = schema;
  // An instruction of its author says more than the type.
  if (/^(?:write|leave it out)\b/.test(node.description ?? "")) return String(node.description);
  const { default: preset, examples = [] } = holdsSecret(schema) ? {} : node;
  const fallback = preset === undefined ? "" : `; default ${show(preset)}`;
  const [example] = examples;
  const name = /^\d+$/.test(key) ? "" : `${key}: `;
  const shown = example === undefined ? "" : `, for example ${name}${show(example)}`;
  const value = describe(schema);
  const { description = value } = node;
  const about = value.startsWith(description) ? "" : ` (${description})`;
  return `write ${value}${shown}${fallback}${about}`;
}

/** Returns a hint about the name of an object's member. */
export function describeName(owner: SchemaNode | undefined): string {
  const [example] = owner === undefined ? [] : (resolve(owner).node.propertyNames?.examples ?? []);
  return example === undefined ? "write another name" : `write a name such as ${show(example)}`;
}

function describe(schema: SchemaNode): string {
  const { node } = schema;
  const members = unionMembers(schema);
  if (members.length > 0) return [...new Set(members.map(describe))].join(" or ");
  if (node.const !== undefined) return show(node.const);
  if (node.enum !== undefined) return either(node.enum.map(show));
  const types = node.type === undefined ? [] : [node.type].flat();
  const bounds = [
    ...(node.minimum === undefined ? [] : [`at least ${node.minimum}`]),
    ...(node.exclusiveMinimum === undefined ? [] : [`more than ${node.exclusiveMinimum}`]),
    ...(node.maximum === undefined ? [] : [`at most ${node.maximum}`]),
    ...(node.minItems === undefined ? [] : [`with ${node.minItems} or more entries`]),
    ...(node.pattern === undefined ? [] : [`that matches ${node.pattern}`]),
    ...(node.format === undefined ? [] : [`in the form ${node.format}`]),
  ];
  // JSON Schema cannot express a value without a type, but its author may have described it.
  const { description = "a value that fits" } = node;
  const noun = types.length === 0 ? description : either(types.map((type) => NOUNS[type]));
  return [noun, ...bounds].join(", ");
}

/** JSON Schema's types in words. */
export const NOUNS = {
  null: "null",
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
} as const;

/** Joins names in British English: no comma before the last "or". Made per message: loading Intl costs a start 6 ms. */
function either(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
}

/** Values that no message may show: the schema says `writeOnly` or the format `password`. */
export function isSecret(schema: SchemaNode | undefined): boolean {
  return schema?.node.writeOnly === true || schema?.node.format === "password";
}

/** Checks that a value of the schema may hold a secret at any depth. */
export function holdsSecret({ node, definitions }: SchemaNode): boolean {
  const text = JSON.stringify(node);
  return MARK.test(text) || (text.includes('"$ref"') && MARK.test(JSON.stringify(definitions)));
}

/** The texts of what `isSecret` looks for. */
const MARK = /"writeOnly":true|"format":"password"/;

/** Returns the schema with references followed. */
export function resolve({ node, definitions }: SchemaNode): SchemaNode {
  return { node: flatten(node, definitions), definitions };
}
