import { z } from "zod";

/** The payload types that have a JSON Schema. */
export const SchemasList = z.object({
  schemas: z
    .array(z.string())
    .describe("Names of types; /api/schemas/{type} has the JSON Schema of each."),
  // The items are names, not resources, so no list engine makes this envelope.
  _meta: z.object({
    count: z.int().min(0),
    schemaVersion: z.string().describe("The dialect of the JSON Schemas, as a URI."),
  }),
});
