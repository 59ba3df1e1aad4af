import { z } from "zod";

/** The request, as it arrived. */
export const RequestInfo = z.object({
  method: z.string(),
  path: z.string().describe("The path as received, without the query."),
});
