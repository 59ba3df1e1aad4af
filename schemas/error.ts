import { z } from "zod";
import { FieldError } from "./field-error.ts";

/** The body of errors that are not Problem Details. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string().describe("The code of the error catalog."),
    message: z
      .string()
      .describe("What went wrong, in a sentence that is the same on every occurrence."),
    status: z.int().min(400).max(599),
    requestId: z.string().optional().describe("The request, as X-Request-ID names it."),
    detail: z.string().optional().describe("What happened this time."),
    errors: z.array(FieldError).optional().describe("Each input that was wrong."),
  }),
});
