/**
 * JSON Schema as TypeScript types, for those who read what a schema describes. What TypeScript cannot say, such as a
 * pattern, is left out: a type may be wider than its schema, never narrower.
 */
import type { Json, JsonSchema, JsonType } from "./json-schema.ts";

/** Gives the identifier of the type that a `$ref` leads to. */
export type NameOf = (ref: string) => string;

/** A type's text, and what holds it together: it needs parentheses inside whatever binds tighter. */
interface Type {
  readonly text: string;
  readonly by: "itself" | "&" | "|";
}

const UNKNOWN: Type = { text: "unknown", by: "itself" };
const NEVER: Type = { text: "never", by: "itself" };
const UNDEFINED: Type = { text: "undefined", by: "itself" };
/** Longer unions have a line for each member. */
const WIDTH = 80;

/** An exported interface where the schema is nothing but an object, else an exported alias. */
export function typescriptDeclaration(name: string, schema: JsonSchema, nameOf: NameOf): string {
  const { text, by } = toType(schema, nameOf);
  const body =
    by === "itself" && text.startsWith("{")
      ? `interface ${name} ${text}`
      : `type ${name} = ${text};`;
  return `${comment(schema)}export ${body}`;
}

/** Words that no type can be named by. */
const RESERVED = new Set(
  `any bigint boolean never null number object string symbol undefined unknown void break case catch class const continue
  debugger default delete do else enum export extends false finally for function if import in instanceof new return super
  switch this throw true try typeof var while with implements interface let package private protected public static yield
  await`.split(/\s+/),
);

/** A schema's public name as an identifier: `geo.point` is `geo_point`. */
export function toIdentifier(name: string): string {
  const text = name.replaceAll(/[^\w$]/g, "_");
  return RESERVED.has(text) || /^\d/.test(text) ? `_${text}` : text;
}

function toType(schema: JsonSchema, nameOf: NameOf): Type {
  const { $ref, const: fixed, enum: values, allOf = [], anyOf, oneOf, not } = schema;
  if (not !== undefined && Object.keys(not).length === 0) return NEVER;
  const listed = fixed === undefined ? values : [fixed];
  return intersection([
    $ref === undefined ? UNKNOWN : { text: nameOf($ref), by: "itself" },
    listed === undefined ? ofTypes(schema, nameOf) : union(listed.map(literal)),
    ...allOf.map((part) => toType(part, nameOf)),
    ...[anyOf, oneOf].map((branches) =>
      branches === undefined ? UNKNOWN : union(branches.map((branch) => toType(branch, nameOf))),
    ),
  ]);
}

function ofTypes(schema: JsonSchema, nameOf: NameOf): Type {
  const types = schema.type === undefined ? implied(schema) : [schema.type].flat();
  if (types.length === 0) return UNKNOWN;
  return union(
    types.map((type): Type => {
      if (type === "object") return object(schema, nameOf);
      if (type === "array") return array(schema, nameOf);
      return { text: type === "integer" ? "number" : type, by: "itself" };
    }),
  );
}

/** A schema that speaks of members and has no type lets other values pass; whoever reads wants the members. */
function implied({ properties, items, prefixItems }: JsonSchema): JsonType[] {
  if (properties !== undefined) return ["object"];
  return items === undefined && prefixItems === undefined ? [] : ["array"];
}

function object(schema: JsonSchema, nameOf: NameOf): Type {
  const { properties = {}, required = [] } = schema;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const types = names.map((name) => toType(own(properties, name), nameOf));
  const lines = names.map((name, index) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? "" : "?";
    return `${comment(own(properties, name))}${key}${mark}: ${types[index]?.text};`;
  });
  const rest = others(schema, nameOf);
  if (rest !== undefined) {
    // An index signature speaks of the named members too.
    const gaps = names.every((name) => required.includes(name)) ? [] : [UNDEFINED];
    lines.push(`[key: string]: ${union([rest, ...types, ...gaps]).text};`);
  }
  return { text: block(lines.length === 0 ? ["[key: string]: never;"] : lines), by: "itself" };
}

function own(properties: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema {
  return Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
}

/** The type of members that have no name in the schema; undefined where nothing is known of any. */
function others(schema: JsonSchema, nameOf: NameOf): Type | undefined {
  const { properties, patternProperties, additionalProperties: extra = true } = schema;
  const patterns = Object.values(patternProperties ?? {});
  const silent = schema.additionalProperties === undefined && properties !== undefined;
  if (silent && patterns.length === 0) return undefined;
  const rest = typeof extra === "object" ? toType(extra, nameOf) : extra ? UNKNOWN : NEVER;
  const all = union([rest, ...patterns.map((part) => toType(part, nameOf))]);
  return all === NEVER ? undefined : all;
}

function array({ items, prefixItems, minItems = 0 }: JsonSchema, nameOf: NameOf): Type {
  const item =
    typeof items === "object" ? toType(items, nameOf) : items === false ? NEVER : UNKNOWN;
  if (prefixItems === undefined) return { text: `${within(item)}[]`, by: "itself" };
  const first = prefixItems.map((part, index) => {
    const type = toType(part, nameOf);
    return index < minItems ? type.text : `${within(type)}?`;
  });
  const tail = item === NEVER ? [] : [`...${within(item)}[]`];
  return { text: `[${[...first, ...tail].join(", ")}]`, by: "itself" };
}

function literal(value: Json): Type {
  if (Array.isArray(value)) {
    return { text: `[${value.map((item: Json) => literal(item).text).join(", ")}]`, by: "itself" };
  }
  if (typeof value !== "object" || value === null)
    return { text: JSON.stringify(value), by: "itself" };
  const members = Object.entries(value);
  return {
    text: block(members.map(([key, member]) => `${JSON.stringify(key)}: ${literal(member).text};`)),
    by: "itself",
  };
}

function union(types: readonly Type[]): Type {
  const texts = [...new Set(types.filter((type) => type !== NEVER).map(({ text }) => text))];
  if (texts.includes("unknown")) return UNKNOWN;
  const [only = NEVER.text] = texts;
  // A union's member may be anything, another union too.
  if (texts.length <= 1) return types.find(({ text }) => text === only) ?? NEVER;
  const line = texts.join(" | ");
  const long = line.length > WIDTH && !line.includes("\n");
  return { text: long ? indent(`\n| ${texts.join("\n| ")}`) : line, by: "|" };
}

function intersection(types: readonly Type[]): Type {
  const parts = types.filter((type) => type !== UNKNOWN);
  const [only = UNKNOWN] = parts;
  if (parts.length <= 1) return only;
  const texts = parts.map((type) => (type.by === "|" ? `(${type.text})` : type.text));
  return { text: texts.join(" & "), by: "&" };
}

function within({ text, by }: Type): string {
  return by === "itself" ? text : `(${text})`;
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? "{}" : `${indent(`{\n${lines.join("\n")}`)}\n}`;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

function comment({ description, format, deprecated }: JsonSchema): string {
  const lines = [
    ...(description === undefined ? [] : description.trim().split("\n")),
    ...(format === undefined ? [] : [`Format: ${format}.`]),
    ...(deprecated === true ? ["@deprecated"] : []),
  ].map((line) => line.trimEnd().replaceAll("*/", "*\\/"));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}
