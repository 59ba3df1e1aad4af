import { z } from "zod";

/** Features that help to observe the server, in addition to the linked resources. */
export const Observability = z.object({
  traceContext: z.boolean().describe("Whether answers continue the trace of their request."),
  serverTiming: z.boolean().describe("Whether answers report their processing time."),
});
