import { z } from "zod";

/** Whether the server takes requests. */
export const Ready = z.object({
  ready: z.boolean().describe("False while the server starts and while it drains."),
  service: z.string(),
});
