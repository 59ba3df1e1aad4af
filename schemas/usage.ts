import { z } from "zod";

/** A placeholder for billing: nothing is counted yet. */
export const Usage = z.object({
  period: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .describe("The month, in UTC."),
  requestsUsed: z.int().min(0),
  requestsLimit: z.int().min(0),
});
