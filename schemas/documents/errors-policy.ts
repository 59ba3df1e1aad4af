import { z } from "zod";

/** An error code with the status of its answers. */
export const StandardCode = z
  .object({ code: z.string(), httpStatus: z.int().min(400).max(599) })
  .meta({ id: "StandardCode" });

/** Which errors there are, and what they look like. */
export const ErrorsPolicyDiscovery = z.object({
  standardCodes: z.array(StandardCode).describe("The catalog in short."),
  catalogLink: z.string().describe("The catalog, with messages."),
  defaultMediaType: z.string().describe("The form of errors for clients that ask for none."),
  problemDetailsAccept: z
    .string()
    .optional()
    .describe("What to send as Accept for Problem Details; absent while they are off."),
  reference: z.string().optional().describe("The specification of Problem Details."),
  references: z.array(z.string()).optional().describe("What has replaced it."),
  requestIdHeader: z
    .string()
    .optional()
    .describe("The header of every answer that names its request."),
});
