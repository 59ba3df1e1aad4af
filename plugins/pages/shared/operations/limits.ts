/** Limits of parameters and members, as fields show them. */
import type { JsonSchema } from "waymark";

/** Returns a schema's limits in short: `integer, 1–200, default 50`. */
export function limitsOf(schema: JsonSchema, byDefault: string): string {
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
