import { z } from "zod";

/** `degraded`: the service answers, but a part of it does not work as it should. */
export const HealthState = z.enum(["ok", "degraded", "down"]);

/** One observation, after draft-inadarei-api-health-check-06, section 4. */
export const HealthObservation = z
  .object({
    status: z.enum(["pass", "warn", "fail"]),
    time: z.iso.datetime(),
    output: z.string().optional().describe("What was found, when it was not a pass."),
  })
  .meta({ id: "HealthObservation" });

/** How the service is: as well as the worst of its checks. */
export const Health = z.object({
  status: HealthState,
  service: z.string(),
  timestamp: z.iso.datetime().describe("When the checks last ran."),
  checks: z
    .record(z.string(), z.array(HealthObservation))
    .optional()
    .describe("Each check's result by `plugin:check`; in application/health+json only."),
});
