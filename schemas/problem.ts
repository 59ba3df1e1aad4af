import { z } from "zod";
import { FieldError } from "./field-error.ts";

/** Problem Details (RFC 9457). Open: a problem type may have members of its own. */
export const Problem = z.object({
  type: z
    .string()
    .meta({ format: "uri-reference" })
    .describe("The entry of the error catalog, or about:blank."),
  title: z
    .string()
    .describe("A sentence for people that is the same for every occurrence of the code."),
  status: z.int().min(400).max(599),
  detail: z.string().optional().describe("The particular cause of this occurrence."),
  instance: z.string().meta({ format: "uri-reference" }).optional(),
  code: z.string().describe("The code of the error catalog."),
  requestId: z.string().optional().describe("The request's id, as in X-Request-ID."),
  errors: z.array(FieldError).optional().describe("Each invalid input."),
});
