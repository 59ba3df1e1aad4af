import { z } from "zod";

/** Whether the service takes requests. */
export const Ready = z.object({
  ready: z.boolean().describe("False while the service starts and while it drains."),
  service: z.string(),
});
