import { z } from "zod";

/** One input that was wrong, and where it was. */
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
