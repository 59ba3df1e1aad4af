import { z } from "zod";

/** One service level objective: a minimum percentage, or a maximum in milliseconds. */
export const Objective = z
  .object({
    name: z.string(),
    target: z.number(),
    unit: z.enum(["percent", "ms"]),
    windowDays: z.number().optional().describe("The time over which it is measured."),
  })
  .meta({ id: "Objective" });

/** The service level objectives. */
export const SloDiscovery = z.object({
  objectives: z.array(Objective),
  statusPage: z
    .string()
    .meta({ format: "uri-reference" })
    .optional()
    .describe("The status page for people."),
});
