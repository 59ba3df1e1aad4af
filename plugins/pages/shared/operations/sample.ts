/** Sample values of schemas. */
import type { FieldSchema, Json } from "./model.ts";

/** Recursive types end here. */
const MAX_DEPTH = 6;

/** The schema's own example, else a value made of its parts, without optional members that have no example. */
export function sampleOf(schema: FieldSchema, root: FieldSchema = schema, depth = 0): Json {
  const given = exampleOf(schema);
  if (given !== undefined) return given;
  if (depth > MAX_DEPTH) return null;
  const inner = (child: FieldSchema) => sampleOf(child, root, depth + 1);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return inner(root.$defs?.[name] ?? {});
  }
  const choice = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (choice !== undefined) return inner(choice);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([name, child]) =>
              schema.required?.includes(name) === true || exampleOf(child) !== undefined,
          )
          .map(([name, child]) => [name, inner(child)]),
      );
    case "array":
      return typeof schema.items === "object" && (schema.minItems ?? 0) > 0
        ? [inner(schema.items)]
        : [];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return TEXTS[schema.format ?? ""] ?? "text";
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-21T09:00:00Z",
  date: "2026-11-21",
  email: "someone@example.org",
  uri: "https://example.org/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** The value that the schema itself has as an example. */
export function exampleOf(schema: FieldSchema): Json | undefined {
  return (
    schema.const ?? schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
  );
}

/** A schema's limits in short: `integer, 1–200, default 50`. */
export function limitsOf(schema: FieldSchema, byDefault: string): string {
  const { type, format, minimum, maximum, pattern } = schema;
  const range =
    minimum === undefined && maximum === undefined
      ? undefined
      : `${minimum ?? ""}–${maximum ?? ""}`;
  return [
    typeof type === "string" ? type : type?.join(" | "),
    format,
    range,
    pattern,
    schema.enum?.map((value) => JSON.stringify(value)).join(" | "),
    schema.default === undefined ? undefined : `${byDefault} ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}
