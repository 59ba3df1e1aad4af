/** Which members of a request's body are fields of an input type. */
import { fieldsOf, flatten, type Converted, type JsonSchema, type SchemaField } from "waymark";
import { toFieldName } from "./names.ts";

/** A whole body, or the members of one that are to change (RFC 7396), of which none is required. */
export type InputForm = "whole" | "patch";

/** Members that policies add to answers. Writes ignore them. */
const ADDED: ReadonlySet<string> = new Set(["_links", "_meta"]);

/** Returns undefined when an input type cannot have all members: none is named, others are allowed, or two names are one. */
export function writableFields(
  node: JsonSchema,
  definitions: Converted["definitions"],
): readonly (readonly [source: string, field: SchemaField])[] | undefined {
  const flat = flatten(node, { $defs: definitions });
  if ((flat.additionalProperties ?? false) !== false) return undefined;
  const fields = [...fieldsOf(flat, definitions)].filter(
    // A required member is sent even if it is not to be changed.
    ([source, { schemas, required }]) =>
      !ADDED.has(source) && (required || !schemas.every(({ readOnly }) => readOnly === true)),
  );
  const names = new Set(fields.map(([source]) => toFieldName(source)));
  return names.size === 0 || names.size < fields.length ? undefined : fields;
}
