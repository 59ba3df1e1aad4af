import { z } from "zod";

/** What helps to observe the service, besides the resources it links to. */
export const Observability = z.object({
  traceContext: z.boolean().describe("Answers carry on the trace of their request."),
  serverTiming: z.boolean().describe("Answers tell how long they took."),
});
