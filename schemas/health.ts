import { z } from "zod";

/** `degraded`: the server answers, but a part of it does not work properly. */
export const HealthState = z.enum(["ok", "degraded", "down"]);

/** One observation, after draft-inadarei-api-health-check-06, section 4. */
export const HealthObservation = z
  .object({
    status: z.enum(["pass", "warn", "fail"]),
    time: z.iso.datetime(),
    output: z.string().optional().describe("The reason, unless the check passed."),
  })
  .meta({ id: "HealthObservation" });

/** The health of the server, which is that of its worst check. */
export const Health = z.object({
  status: HealthState,
  service: z.string(),
  timestamp: z.iso.datetime().describe("When the checks last ran."),
  checks: z
    .record(z.string(), z.array(HealthObservation))
    .optional()
    .describe("Each check's result by `plugin:check`; in application/health+json only."),
});
