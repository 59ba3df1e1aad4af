/** The route key `upload`: its shape for authors without types, and the body as documents describe it. */
import { messageOf, type JsonSchema, type Schema } from "waymark";
import { opaque, toInputJsonSchema, type Converted, type Upload } from "waymark/advanced";
import { z } from "zod";
import type { FilePart, Part, Parts, UploadDeclaration } from "./types.ts";

/** A media type in lower case, without parameters (RFC 9110, section 8.3.1). */
const MediaType = z
  .string()
  .refine(
    (type) => /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type),
    "expected a media type in lower case, without parameters",
  )
  .meta({ examples: ["image/png"] });
const MediaTypes = z
  .union([
    MediaType,
    z
      .array(MediaType)
      .min(1)
      .refine((types) => new Set(types).size === types.length, "expected each one once"),
  ])
  .meta({ examples: ["image/png"] });
const File = z.strictObject({
  mediaTypes: MediaTypes,
  maxBytes: z.int().min(1).optional(),
  optional: z.literal(true).optional(),
});

/** The shape of the key, for authors without types. */
export const UploadShape = z
  .strictObject({
    maxBytes: z
      .int()
      .min(1)
      .meta({ examples: [10_000_000] }),
    mediaTypes: MediaTypes.optional(),
    parts: z
      .record(
        z.string(),
        z.union([
          opaque<Schema>("the schema of a text, or a file with mediaTypes", isText),
          File as z.ZodType<FilePart>,
        ]),
      )
      .refine((parts) => Object.keys(parts).length > 0, "expected one entry or more")
      .superRefine(checkTexts)
      .meta({ examples: [{ photo: { mediaTypes: "image/png" } }] })
      .optional(),
  })
  .refine(
    ({ mediaTypes, parts }) => (mediaTypes === undefined) !== (parts === undefined),
    "expected exactly one of mediaTypes and parts",
  )
  .meta({
    examples: [{ mediaTypes: "image/png", maxBytes: 10_000_000 }],
    description: "for a form, parts: { … } in place of mediaTypes",
  });

function isText(part: unknown): boolean {
  return "~standard" in Object(part);
}

/** Checks that a part is a file; else it is a text. */
export function isFile(part: Part): part is FilePart {
  return !isText(part);
}

/** Reports texts whose schemas documents cannot show. */
function checkTexts(parts: Parts, context: z.RefinementCtx): void {
  for (const [name, part] of Object.entries(parts))
    try {
      if (!isFile(part)) toInputJsonSchema(part);
    } catch (error) {
      context.addIssue({ code: "custom", path: [name], message: messageOf(error) });
    }
}

/** Returns one type or several as a list. */
export function typesOf({ mediaTypes }: Pick<FilePart, "mediaTypes">): readonly string[] {
  return typeof mediaTypes === "string" ? [mediaTypes] : mediaTypes;
}

const BINARY: JsonSchema = { type: "string", format: "binary" };

/** Returns the body as documents describe it: bytes, or a form (RFC 7578) of texts and bytes. */
export function describeUpload({ maxBytes, mediaTypes, parts }: UploadDeclaration): Upload {
  if (parts === undefined)
    return {
      maxBytes,
      mediaTypes: typesOf({ mediaTypes }),
      schema: { root: BINARY, definitions: {} },
    };
  const files = Object.entries(parts).flatMap(([name, part]) =>
    isFile(part) ? [[name, { contentType: typesOf(part).join(", ") }] as const] : [],
  );
  return {
    maxBytes,
    mediaTypes: ["multipart/form-data"],
    ...(files.length > 0 && { encoding: Object.fromEntries(files) }),
    get schema() {
      return formSchema(parts);
    },
  };
}

function formSchema(parts: Parts): Converted {
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
export function requiredParts(parts: Parts): readonly string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    if (isFile(part)) return part.optional === true ? [] : [name];
    const result = part["~standard"].validate(undefined);
    return !(result instanceof Promise) && result.issues === undefined ? [] : [name];
  });
}
