import { z } from "zod";

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
