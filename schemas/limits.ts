import { z } from "zod";

/** The rate limit of one client. */
export const Limits = z.object({
  limit: z.int().min(1).describe("Requests per window."),
  windowSeconds: z.int().min(1),
});
