import { z } from "zod";

/** How to request an answer only if it has changed (RFC 9110, section 13). */
export const ConditionalRequestsDiscovery = z.object({
  validator: z.string().describe("The response header to keep."),
  conditions: z.array(z.string()).describe("The request headers that can repeat its value."),
  status: z.int().describe("The status when nothing has changed."),
  endpoints: z.array(z.string()),
});
