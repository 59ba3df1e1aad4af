import { z } from "zod";

/** Invalid input and its place. */
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

/** The body of errors that are not Problem Details. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string().describe("The code of the error catalog."),
    message: z
      .string()
      .describe("A sentence for people that is the same for every occurrence of the code."),
    status: z.int().min(400).max(599),
    requestId: z.string().optional().describe("The id of the request."),
    detail: z.string().optional().describe("The particular cause of this occurrence."),
    errors: z.array(FieldError).optional().describe("Each invalid input."),
  }),
});

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
  requestId: z.string().optional().describe("The id of the request."),
  errors: z.array(FieldError).optional().describe("Each invalid input."),
});

/** Kind of error that an answer can have. */
export const ErrorCatalogEntry = z
  .object({ code: z.string(), message: z.string(), httpStatus: z.int().min(400).max(599) })
  .meta({ id: "ErrorCatalogEntry" });

/** An error code with the status of its answers. */
export const StandardCode = z
  .object({ code: z.string(), httpStatus: z.int().min(400).max(599) })
  .meta({ id: "StandardCode" });

/** The errors of the API and their format. */
export const ErrorsPolicyDiscovery = z.object({
  standardCodes: z.array(StandardCode).describe("The catalog in short."),
  catalogLink: z.string().describe("The catalog, with messages."),
  defaultMediaType: z
    .string()
    .describe("The format of errors for clients that state no preference."),
  problemDetailsAccept: z
    .string()
    .optional()
    .describe("The value of Accept that requests Problem Details; absent while they are off."),
  reference: z.string().optional().describe("The specification of Problem Details."),
  references: z.array(z.string()).optional().describe("The specifications that replaced it."),
  requestIdHeader: z
    .string()
    .optional()
    .describe("The header that holds the request's id on every answer."),
});
