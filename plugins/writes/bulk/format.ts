/** The form of bulk requests and of their answers. */
import { z } from "zod";
import { ErrorBody } from "../../../schemas/error.ts";
import type { Options } from "./options.ts";

/** Methods of operations: the methods of routes. HEAD and OPTIONS, derived from them, are of no use here. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Path and query as a client sends them (RFC 9112, section 3.2.1): ASCII without blanks, fragment or backslash. */
const TARGET = /^\/[!"$-[\]-~]*$/;
/** RFC 9110, sections 5.1 and 5.5. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t -~\u0080-\u00FF]*$/;

const Operation = z
  .strictObject({
    id: z.string().min(1).max(64).describe("Names the operation in the answer."),
    method: z.enum(METHODS),
    path: z
      .string()
      .regex(TARGET, "must be a path, with its query, of this service")
      .describe("Path and query, as in a separate request."),
    headers: z
      .record(
        z.string().regex(HEADER_NAME, "is not the name of a header"),
        z.string().regex(HEADER_VALUE, "has a character that headers cannot have"),
      )
      .optional()
      .describe("Headers, such as If-Match and Idempotency-Key. Credentials are ignored."),
    body: z
      .unknown()
      .optional()
      .describe("JSON; or a text, where a Content-Type among the headers is not JSON."),
  })
  .meta({ id: "BulkOperation" });
export type Operation = z.output<typeof Operation>;

/** Returns the schema of requests with as many operations as the options allow. */
export function bulkRequest({ maxOperationsPerRequest }: Options) {
  return z
    .strictObject({
      operations: z.array(Operation).min(1).max(maxOperationsPerRequest),
      atomic: z
        .boolean()
        .default(false)
        .describe("Make the changes of all operations together, or none of them."),
    })
    .meta({
      id: "BulkRequest",
      examples: [{ operations: [{ id: "root", method: "GET", path: "/api" }] }],
    });
}

const BulkResult = z
  .object({
    id: z.string().meta({ examples: ["root"] }),
    status: z.int().min(100).max(599),
    headers: z
      .record(z.string(), z.string())
      .describe("Headers by lower-case name.")
      .meta({ examples: [{ "content-type": "application/json" }] }),
    body: z.unknown().optional().describe("JSON, or text for other types; absent without a body."),
    encoding: z.literal("base64").optional().describe("Encoding of a body that is not text."),
    omitted: z.literal(true).optional().describe("The body did not fit into this answer."),
  })
  .meta({ id: "BulkResult" });
export type Result = z.output<typeof BulkResult>;

export const BulkResponse = z.object({
  results: z.array(BulkResult).describe("Results of the operations, in the same order."),
  refused: z
    .string()
    .optional()
    .describe("Id of the refused operation, if the atomic request was undone."),
  error: ErrorBody.shape.error
    .optional()
    .describe("Error of the refused operation, if the atomic request was undone."),
});
export type BulkResponse = z.output<typeof BulkResponse>;
