import { z } from "zod";
import { FieldError } from "./field-error.ts";

/** Problem Details (RFC 9457). Open: a problem type may have members of its own. */
export const Problem = z.object({
  type: z
    .string()
    .meta({ format: "uri-reference" })
    .describe("The entry of the error catalog, or about:blank."),
  title: z.string().describe("What went wrong, in words that are the same on every occurrence."),
  status: z.int().min(400).max(599),
  detail: z.string().optional().describe("What happened this time."),
  instance: z.string().meta({ format: "uri-reference" }).optional(),
  code: z.string().describe("The code of the error catalog."),
  requestId: z.string().optional().describe("The request, as X-Request-ID names it."),
  errors: z.array(FieldError).optional().describe("Each input that was wrong."),
});
