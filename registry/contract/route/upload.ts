/** Request bodies that a handler reads while they arrive. */
import type { Schema } from "../../schema/schema.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";
import { toInputJsonSchema, type Converted } from "../../schema/convert.ts";
import { isSchema } from "../../schema/schema.ts";

/** A file among the parts of a form. */
export interface FilePart {
  readonly mediaTypes: string | readonly string[];
  /** Largest file, in bytes. Default: the form's own limit. */
  readonly maxBytes?: number;
  /** The form may lack it. Default: a form without it is 422. */
  readonly optional?: true;
}

/** Part of a form: a text with its shape, or a file. */
export type Part = Schema | FilePart;

/** A request body that the handler reads while it arrives: bytes of these types, or the parts of a form. */
export type UploadDeclaration = {
  /** Largest request body, in bytes: 413 above. It is not kept in memory, so that the limit of other bodies does not count. */
  readonly maxBytes: number;
} & (
  | { readonly mediaTypes: string | readonly string[]; readonly parts?: never }
  | { readonly parts: Readonly<Record<string, Part>>; readonly mediaTypes?: never }
);

/** The media type of forms (RFC 7578). */
export const FORM_TYPE = "multipart/form-data";

/** Checks that a part is a file; else it is a text. */
export function isFile(part: Part): part is FilePart {
  return !isSchema(part);
}

/** Returns one type or several as a list. */
export function typesOf({ mediaTypes }: Pick<FilePart, "mediaTypes">): readonly string[] {
  return typeof mediaTypes === "string" ? [mediaTypes] : mediaTypes;
}

const BINARY: JsonSchema = { type: "string", format: "binary" };

/** Returns what documents say of an uploaded body: bytes, or a form of texts and bytes. */
export function uploadSchema({ parts }: UploadDeclaration): Converted {
  if (parts === undefined) return { root: BINARY, definitions: {} };
  const converted = Object.entries(parts).map(
    ([name, part]) =>
      [name, isFile(part) ? { root: BINARY, definitions: {} } : toInputJsonSchema(part)] as const,
  );
  return {
    root: {
      type: "object",
      properties: Object.fromEntries(converted.map(([name, { root }]) => [name, root])),
      required: requiredParts(parts),
    },
    definitions: Object.assign({}, ...converted.map(([, { definitions }]) => definitions)),
  };
}

/** Returns the names of parts without which a form is refused: a text is optional where its shape accepts undefined. */
export function requiredParts(parts: Readonly<Record<string, Part>>): readonly string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (isFile(part)) return part.optional === true ? [] : [name];
    const result = part["~standard"].validate(undefined);
    return !(result instanceof Promise) && result.issues === undefined ? [] : [name];
  });
}
