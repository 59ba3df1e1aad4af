import { z } from "zod";

export const Objective = z
  .object({
    name: z.string(),
    target: z.number(),
    unit: z.enum(["percent", "ms"]),
    windowDays: z.number().optional().describe("The time over which it is measured."),
  })
  .meta({ id: "Objective" });

export const SloDiscovery = z.object({
  objectives: z.array(Objective),
  statusPage: z
    .string()
    .meta({ format: "uri-reference" })
    .optional()
    .describe("Where people see how the service is."),
});
