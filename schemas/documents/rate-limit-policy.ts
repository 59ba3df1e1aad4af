import { z } from "zod";

/** How requests are counted, and which headers tell. */
export const RateLimitPolicyDiscovery = z.object({
  name: z.string().describe("The name of the limit in RateLimit and RateLimit-Policy."),
  limit: z.int().min(1).describe("Requests per window."),
  windowSeconds: z.int().min(1),
  per: z.string().describe("Whose requests are counted together."),
  exemptMethods: z.array(z.string()),
  exemptPaths: z.array(z.string()),
  headers: z.array(z.string()).describe("Headers that tell about the limit, on every answer."),
  on429: z.object({
    code: z.string().describe("The code of the error catalog."),
    status: z.int(),
    header: z.string().describe("The header that tells how many seconds to wait."),
  }),
  reference: z
    .string()
    .describe("By the name that this API has always given; RFC 9211 is about Cache-Status."),
  references: z.array(z.string()).describe("The specifications that really apply."),
});
