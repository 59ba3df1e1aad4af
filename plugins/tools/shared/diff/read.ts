/** Reads a registry document back and refuses it if it cannot be compared. */
import { TableDocument } from "waymark/services";
import { FORMAT, isRecord, RegistryDocument } from "waymark/tools";
import { z } from "zod";

/** The document with the parts that points add. Documents of earlier releases have no tables. */
const Document = RegistryDocument.extend({
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
export async function readRegistryDocument(value: unknown): Promise<RegistryDocument> {
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
  await refuseDamagedSchemas(data);
  return data;
}

/** Only valid JSON Schema 2020-12 can be taken apart. */
async function refuseDamagedSchemas({ routes, schemas }: RegistryDocument): Promise<void> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, logger: false });
  const all = [
    ...Object.entries(schemas).map(([name, schema]) => [`schemas.${name}`, schema] as const),
    ...routes.flatMap(({ ref, params, query, requestHeaders, body, bodies, returns, events }) =>
      [
        params,
        query,
        requestHeaders,
        body,
        returns,
        ...Object.values(events),
        ...Object.values(bodies ?? {}).map(({ schema }) => schema),
      ].map((schema) => [`route ${ref}`, schema] as const),
    ),
  ];
  for (const [where, schema] of all) {
    if (schema === null || ajv.validateSchema(schema) === true) continue;
    throw new UnreadableDocument(`it is damaged in ${where}: ${ajv.errorsText()}`);
  }
}
