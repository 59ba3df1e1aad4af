import { z } from "zod";

/** The request, as it arrived. */
export const RequestInfo = z.object({
  method: z.string(),
  path: z.string().describe("As received, without the query."),
});
