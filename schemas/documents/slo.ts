import { z } from "zod";

/** One service level objective: at least so many percent, or at most so many milliseconds. */
export const Objective = z
  .object({
    name: z.string(),
    target: z.number(),
    unit: z.enum(["percent", "ms"]),
    windowDays: z.number().optional().describe("The time over which it is measured."),
  })
  .meta({ id: "Objective" });

/** What the service aims at. */
export const SloDiscovery = z.object({
  objectives: z.array(Objective),
  statusPage: z
    .string()
    .meta({ format: "uri-reference" })
    .optional()
    .describe("Where people see how the service is."),
});
