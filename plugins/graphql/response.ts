import { z } from "zod";

/** Media type for clients that know it, and the media type for clients that accept nothing else. */
export const RESPONSE_TYPES = ["application/graphql-response+json", "application/json"] as const;

/** Error of a GraphQL response (October 2021, section 7.1.2). */
const GraphQLError = z
  .object({
    message: z.string().describe("The error, for people."),
    locations: z
      .array(z.object({ line: z.int32().min(1), column: z.int32().min(1) }))
      .optional()
      .describe("Places in the query."),
    path: z
      .array(z.union([z.string(), z.int32().min(0)]))
      .optional()
      .describe("The field of the answer that the error belongs to."),
    extensions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("`code` is an entry of the error catalog, `status` that of HTTP."),
  })
  .meta({ id: "GraphQLError" });

/** The response format of GraphQL (October 2021, section 7.1), which allows no other members. */
export const GraphQLResponse = z.strictObject({
  data: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe("The requested data; absent when the query could not run."),
  errors: z.array(GraphQLError).min(1).optional(),
  extensions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "`next`: the cursor of the next page, by the path of its list in `data`; absent for a last page.",
    ),
});
