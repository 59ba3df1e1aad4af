/** Reads a registry document back and refuses it if it cannot be compared. */
import { TableDocument } from "waymark/services";
import { FORMAT, isRecord, RegistryDocument } from "waymark/tools";
import { z } from "zod";

/** The document with the parts that points add. Documents of earlier releases have no tables. */
const Document = RegistryDocument.extend({
  capabilities: z.record(z.string(), z.boolean()).optional(),
  rootLinks: z.record(z.string(), z.string()).optional(),
  tables: z.record(z.string(), TableDocument).optional(),
});
export type Document = z.infer<typeof Document>;

export const EXPORT_HINT = "make one with: waymark export registry --out <file>";

/** A document that cannot be compared. `hint` says what to do next. */
export class UnreadableDocument extends Error {
  override readonly name = "UnreadableDocument";
  readonly hint: string;

  constructor(message: string, hint = EXPORT_HINT) {
    super(message);
    this.hint = hint;
  }
}

/** Throws an {@link UnreadableDocument}. */
export function readRegistryDocument(value: unknown): RegistryDocument {
  const format = isRecord(value) ? value["format"] : undefined;
  if (typeof format !== "number")
    throw new UnreadableDocument("it is not a registry document: it has no format number");
  if (format > FORMAT) {
    throw new UnreadableDocument(
      `it has the format ${format}, and this release reads up to ${FORMAT}`,
      "compare with the release of waymark that wrote it, or a newer one",
    );
  }
  if (format !== FORMAT)
    throw new UnreadableDocument(`it has the format ${format}, which was never written`);
  const { success, data, error } = Document.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    const at = issue === undefined ? "" : ` at ${issue.path.join(".")}: ${issue.message}`;
    throw new UnreadableDocument(`it is damaged${at}`);
  }
  return data;
}
