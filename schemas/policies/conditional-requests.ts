import { z } from "zod";

export const ConditionalRequestsDiscovery = z.object({
  validator: z.string().describe("The response header to keep."),
  conditions: z.array(z.string()).describe("The request headers that it can be sent back in."),
  status: z.int().describe("The answer when nothing has changed."),
  endpoints: z.array(z.string()),
});
