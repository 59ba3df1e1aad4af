import { z } from "zod";
import { FieldError } from "./field-error.ts";

/** The body of errors that are not Problem Details. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string().describe("The code of the error catalog."),
    message: z
      .string()
      .describe("A sentence for people that is the same for every occurrence of the code."),
    status: z.int().min(400).max(599),
    requestId: z.string().optional().describe("The request's id, as in X-Request-ID."),
    detail: z.string().optional().describe("The particular cause of this occurrence."),
    errors: z.array(FieldError).optional().describe("Each invalid input."),
  }),
});
