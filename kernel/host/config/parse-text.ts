/** Reads the text of an environment variable. */
import { propertyOf, unionMembers, type SchemaNode } from "../../../registry/schema/describe.ts";

/**
 * Returns a variable's text as the value that the option's schema describes. Lists are JSON or separated by commas. Text that
 * does not parse stays text, for the schema to refuse.
 */
export function parseText(text: string, schema: SchemaNode | undefined): unknown {
  if (schema === undefined) return parseJson(text);
  const members = unionMembers(schema);
  if (members.length > 0) {
    const parsed = members.map((member) => parseText(text, member));
    return parsed.find((value) => value !== text) ?? text;
  }
  const { node } = schema;
  const values = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  const types = new Set<string>(
    values === undefined ? [node.type ?? []].flat() : values.map((value) => typeof value),
  );
  if (
    (types.has("number") || types.has("integer")) &&
    text.trim() !== "" &&
    Number.isFinite(Number(text))
  )
    return Number(text);
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("array")) {
    if (text.trimStart().startsWith("[")) return parseJson(text);
    return text.split(",").map((item) => parseText(item.trim(), propertyOf(schema, 0)));
  }
  if (types.has("object") || (types.size === 0 && values === undefined)) return parseJson(text);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
