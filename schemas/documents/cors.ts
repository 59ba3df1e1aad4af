import { z } from "zod";

/** Permissions of pages from other origins (Fetch standard, CORS protocol). */
export const Cors = z.object({
  allowedOrigins: z.array(z.string()).describe("Origins that may read answers; `*` is all."),
  allowedMethods: z.array(z.string()),
  allowPostOn: z.array(z.string()).describe("Paths that take POST."),
  allowedHeaders: z.array(z.string()).describe("Request headers that scripts may send."),
  exposeHeaders: z.array(z.string()).describe("Response headers that scripts may read."),
  preflightMaxAge: z.int().min(0).describe("Seconds that a preflight may be remembered."),
  allowCredentials: z.boolean().describe("Whether cookies and credentials may be sent."),
});
