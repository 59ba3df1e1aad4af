import { z } from "zod";

/** One invalid input and its place. */
export const FieldError = z
  .object({
    detail: z.string(),
    pointer: z
      .string()
      .optional()
      .describe("Place in the request body, as a JSON Pointer (RFC 6901)."),
    parameter: z.string().optional().describe("Name of the query or path parameter."),
    header: z.string().optional().describe("Name of the request header."),
  })
  .meta({ id: "FieldError" });
