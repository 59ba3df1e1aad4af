import { z } from "zod";

/** The payload types that have a JSON Schema. */
export const SchemasList = z.object({
  schemas: z
    .array(z.string())
    .describe("Names of types; each has its JSON Schema at /api/schemas/{type}."),
  // The items are names, not resources, so no list engine makes this envelope.
  _meta: z.object({
    count: z.int().min(0),
    schemaVersion: z.string().describe("The dialect of the JSON Schemas, as an URI."),
  }),
});
