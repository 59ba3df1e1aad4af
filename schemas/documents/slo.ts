import { z } from "zod";

/** Service level objective: a minimum percentage, or a maximum in milliseconds. */
export const Objective = z
  .object({
    name: z.string(),
    target: z.number(),
    unit: z.enum(["percent", "ms"]),
    windowDays: z.number().optional().describe("The time over which it is measured."),
  })
  .meta({ id: "Objective" });

const percent = z.number();
const since = z.iso
  .datetime()
  .describe("Start of the data: the start of the window, or the first sample.");

/** The measured part of an objective, in its window or in as much of it as the history knows. */
export const Measured = z
  .object({
    since,
    requests: z.int().describe("Answered requests, without probes and scrapes."),
    reachedPercent: percent.optional().describe("Share of them that met the objective."),
    budgetLeftPercent: percent
      .optional()
      .describe("Share of the error budget that is left; negative when more than all is spent."),
    burnRates: z.array(
      z.object({
        window: z.string().describe('How long it looks back, such as "1h".'),
        since,
        rate: z
          .number()
          .optional()
          .describe("How fast the budget is spent: at 1, it is gone at the end of its window."),
      }),
    ),
  })
  .meta({ id: "MeasuredObjective" });

/** The service level objectives. */
export const SloDiscovery = z.object({
  objectives: z.array(Objective),
  statusPage: z
    .string()
    .meta({ format: "uri-reference" })
    .optional()
    .describe("The status page for people."),
});

/** The service level objectives, with what was reached of them. */
export const MeasuredSloDiscovery = SloDiscovery.extend({
  objectives: z.array(
    Objective.extend({ measured: Measured }).meta({ id: "ObjectiveWithMeasurement" }),
  ),
});
