import { z } from "zod";

export const RequestInfo = z.object({
  method: z.string(),
  path: z.string().describe("As received, without the query."),
});
