import { z } from "zod";

/** How to ask for an answer only if it has changed (RFC 9110, section 13). */
export const ConditionalRequestsDiscovery = z.object({
  validator: z.string().describe("The response header to keep."),
  conditions: z.array(z.string()).describe("The request headers that it can be sent back in."),
  status: z.int().describe("The answer when nothing has changed."),
  endpoints: z.array(z.string()),
});
